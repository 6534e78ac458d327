import type { InFlight } from '../../http/in-flight.js';

/** A request as the log tells it. */
export interface ListedRequest {
  request_id: string;
  method: string;
  route: string;
}

/** What the main thread last said of itself. */
export interface Signs {
  /** Turns of the event loop, counted now and then. */
  beats: number;
  isStopping: boolean;
  /** Whether a debugger can stop it. */
  isDebugged: boolean;
}

/** Numbers, each in 4 bytes: these, then for each place when its request was last seen; 0 for an empty one. */
const BEATS = 0;
const IS_STOPPING = 1;
const IS_DEBUGGED = 2;
const COUNT = 3;
const HEAD = 4;

/** More requests than this at once are counted, but not listed. */
const PLACES = 256;

/** Of the words for one request: the first is their length. */
const PLACE_BYTES = 256;

const TEXT_AT = (HEAD + PLACES) * Int32Array.BYTES_PER_ELEMENT;
const TIME_MAX = 2 ** 31 - 1;

/** What no request gets when all places are taken. */
const NO_PLACE = -1;

/**
 * Memory that the main thread writes and the watchdog reads: whether the event loop turns, and which requests are in
 * flight. It takes no message, which a loop that is held up could not send.
 */
export class SharedWork implements InFlight {
  readonly memory: SharedArrayBuffer;
  readonly #numbers: Int32Array;
  readonly #texts: Buffer;
  readonly #free = Array.from({ length: PLACES }, (_, place) => place);
  #time = 0;

  /** @param memory of the other thread; none is made anew */
  constructor(memory = new SharedArrayBuffer(TEXT_AT + PLACES * PLACE_BYTES)) {
    this.memory = memory;
    this.#numbers = new Int32Array(memory, 0, HEAD + PLACES);
    this.#texts = Buffer.from(memory, TEXT_AT);
  }

  beat(isDebugged: boolean): void {
    Atomics.store(this.#numbers, IS_DEBUGGED, Number(isDebugged));
    Atomics.add(this.#numbers, BEATS, 1);
  }

  stop(): void {
    Atomics.store(this.#numbers, IS_STOPPING, 1);
  }

  begin({ id, method, route }: { id: string; method: string; route: string }): number {
    Atomics.add(this.#numbers, COUNT, 1);
    const place = this.#free.pop() ?? NO_PLACE;
    if (place === NO_PLACE) return place;
    const start = place * PLACE_BYTES;
    // None of the three can have a space in it. What is too long is cut.
    this.#texts[start] = this.#texts.write(`${id} ${method} ${route}`, start + 1, PLACE_BYTES - 1, 'latin1');
    this.resume(place);
    return place;
  }

  resume(place: number): void {
    this.#time = this.#time === TIME_MAX ? 1 : this.#time + 1;
    if (place !== NO_PLACE) Atomics.store(this.#numbers, HEAD + place, this.#time);
  }

  end(place: number): void {
    Atomics.sub(this.#numbers, COUNT, 1);
    if (place === NO_PLACE) return;
    Atomics.store(this.#numbers, HEAD + place, 0);
    this.#free.push(place);
  }

  signs(): Signs {
    const [beats, isStopping, isDebugged] = [BEATS, IS_STOPPING, IS_DEBUGGED].map((at) =>
      Atomics.load(this.#numbers, at),
    );
    return { beats: beats ?? 0, isStopping: isStopping === 1, isDebugged: isDebugged === 1 };
  }

  /** How many requests are in flight, and so many of them, the one that began or was resumed last first. */
  inFlight(most: number): { count: number; requests: ListedRequest[] } {
    const times = Array.from({ length: PLACES }, (_, place) => ({ place, time: this.#numbers[HEAD + place] ?? 0 }));
    const taken = times.filter(({ time }) => time > 0).sort((one, other) => other.time - one.time);
    const requests = taken.slice(0, most).map(({ place }) => this.#listed(place));
    return { count: Atomics.load(this.#numbers, COUNT), requests };
  }

  #listed(place: number): ListedRequest {
    const start = place * PLACE_BYTES;
    const text = this.#texts.toString('latin1', start + 1, start + 1 + (this.#texts[start] ?? 0));
    const [id = '', method = '', route = ''] = text.split(' ');
    return { request_id: id, method, route };
  }
}
