import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Told of every request from its arrival until its answer is made. */
export interface InFlight {
  /** What it takes a request to be is what it is told later. */
  begin(request: { id: string; method: string; route: string }): number;
  /** The request has been read, and its operation begins. */
  resume(number: number): void;
  end(number: number): void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Its number among those in flight, and whether its operation has begun; null before and after. */
    flight: { number: number; isRead: boolean } | null;
  }
}

const UNMATCHED = 'unmatched';

export function registerInFlight(app: FastifyInstance, inFlight: InFlight): void {
  const begin = ({ id, method, routeOptions }: FastifyRequest) => ({
    number: inFlight.begin({ id, method, route: routeOptions.url ?? UNMATCHED }),
    isRead: false,
  });
  const end = (request: FastifyRequest) => {
    if (request.flight !== null) inFlight.end(request.flight.number);
    request.flight = null;
  };
  app.decorateRequest('flight', null);
  app.addHook('onRequest', (request, _reply, done) => {
    request.flight = begin(request);
    done();
  });
  app.addHook('preHandler', (request, _reply, done) => {
    request.flight ??= begin(request);
    request.flight.isRead = true;
    inFlight.resume(request.flight.number);
    done();
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    end(request);
    done(null, payload);
  });
  // Its client has gone. A body that was not read by then never will be; an operation that has begun goes on.
  app.addHook('onRequestAbort', (request, done) => {
    if (request.flight?.isRead === false) end(request);
    done();
  });
}
