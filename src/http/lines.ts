import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** https://github.com/ndjson/ndjson-spec: a JSON text a line. */
export const LINES_TYPE = 'application/x-ndjson';

/** Hands the bodies of the routes that follow to them as they come, whatever their length; takes no other media type. */
export function acceptLines(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(LINES_TYPE, (_request, payload, done) => done(null, payload));
  const waiting = new Set<string>();
  const usualMs = app.server.requestTimeout;
  // Node has one limit for all requests. While an admin sends lines, which take as long as they take, there is none;
  // that on headers, and that on a connection which says nothing, hold for all as ever.
  const limit = () => {
    app.server.requestTimeout = waiting.size === 0 ? usualMs : 0;
  };
  const end = (request: FastifyRequest) => {
    waiting.delete(request.id);
    limit();
  };
  app.addHook('preParsing', (request, _reply, payload, done) => {
    waiting.add(request.id);
    limit();
    done(null, payload);
  });
  app.addHook('onResponse', (request, _reply, done) => {
    end(request);
    done();
  });
  app.addHook('onRequestAbort', (request, done) => {
    end(request);
    done();
  });
}

/** Sends lines as fast as they are taken. What cuts them off cuts the connection: so the client notices. */
export function sendLines(reply: FastifyReply, status: number, lines: Readable): FastifyReply {
  return reply.code(status).type(LINES_TYPE).header('cache-control', 'no-store').send(lines);
}

const NOTHING: AsyncIterable<Uint8Array> = {
  // biome-ignore lint/correctness/useYield: there is nothing in it
  async *[Symbol.asyncIterator]() {
    return;
  },
};

/** The bytes of the body of a route that takes lines. */
export function linesOf({ body }: FastifyRequest, takesLines: boolean): AsyncIterable<Uint8Array> {
  return takesLines && body != null ? (body as AsyncIterable<Uint8Array>) : NOTHING;
}
