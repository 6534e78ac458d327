/** Faults of an answer that no parsing can mend. */
export class OversizedAnswer extends Error {
  override readonly name = 'OversizedAnswer';
}

/**
 * fetch whose answers end with an error once they are longer than `maxBytes`, whatever they announce. Redirects are not
 * followed: a key goes to the address that it was given for, and to no other.
 */
export function boundedFetch(maxBytes: number): typeof fetch {
  return async (url, init) => {
    const response = await fetch(url, { ...init, redirect: 'error' });
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(limit(maxBytes)), { status, statusText, headers });
  };
}

function limit(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let left = maxBytes;
  return new TransformStream({
    transform(chunk, controller) {
      left -= chunk.byteLength;
      if (left < 0) controller.error(new OversizedAnswer(`the answer is longer than ${maxBytes} bytes`));
      else controller.enqueue(chunk);
    },
  });
}
