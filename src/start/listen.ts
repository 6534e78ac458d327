import type { Config } from '../config.js';

type Address = Pick<Config, 'HOST' | 'PORT'>;

interface Listener {
  listen(address: { host: string; port: number }): Promise<string>;
}

/** Why nothing can be listened to, and what to do, by the code of the fault. */
const FAULTS: Record<string, (address: Address) => string> = {
  EADDRINUSE: ({ HOST, PORT }) =>
    `PORT: another program listens on port ${PORT} of ${HOST}. End it, or set PORT to another one; 0 takes a free one.`,
  EACCES: ({ PORT }) => `PORT: this user may not listen on port ${PORT}. Set PORT to one above 1023.`,
  EADDRNOTAVAIL: ({ HOST }) => `HOST: this machine has no address ${HOST}. ${OTHER_HOST}`,
  ENOTFOUND: noSuchHost,
  EAI_AGAIN: noSuchHost,
};

function noSuchHost({ HOST }: Address): string {
  return `HOST: there is no host of the name ${HOST}. ${OTHER_HOST}`;
}

const OTHER_HOST = 'Set HOST to one that it has: 127.0.0.1 for this machine only, 0.0.0.0 for all of its addresses.';

/**
 * Takes requests from now on; the answer is where.
 * @throws Error that names the setting and what to do
 */
export async function listen(app: Listener, address: Address): Promise<string> {
  try {
    return await app.listen({ host: address.HOST, port: address.PORT });
  } catch (error) {
    const explain = FAULTS[(error as NodeJS.ErrnoException).code ?? ''];
    if (explain === undefined) throw error;
    throw new Error(explain(address), { cause: error });
  }
}
