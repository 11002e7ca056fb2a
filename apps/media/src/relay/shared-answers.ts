import { gunzipSync } from 'node:zlib';
import type { NodeAnswer } from './ask-node.ts';

/** Answers of other processes, each asked for once however many want it, and kept for a while. */
export interface SharedAnswers {
  /**
   * The cached answer, a pending one, or a new one.
   * @returns undefined when there was none, `busy` where too many wait, `left` when the signal was aborted
   */
  get(asked: Asked): Promise<Fetched | 'busy' | 'left' | undefined> | Fetched;
  /**
   * The uncompressed body of an answer, made once for all who need it. Undefined if it is invalid, and then nobody else
   * gets that answer.
   */
  unpack(answer: Fetched): Buffer | undefined;
  /** Nothing of this stream is answered from here any more; waiting requests still get it. */
  forget(streamName: string): void;
  /** Drops what is too old; to be called about each second. */
  sweep(): void;
  /** Cached bytes, of both forms where both were needed. */
  readonly bytes: number;
  readonly waiting: number;
}

/** An origin's answer; the same object for all who want it. */
export interface Fetched extends NodeAnswer {
  /** The body without compression, once somebody needs it. */
  plain?: Buffer;
}

export interface Asked {
  readonly streamName: string;
  /** Names the resource among those of its stream. */
  readonly key: string;
  /** How long a good answer may be given to others, in milliseconds; 0: only to those already waiting. */
  readonly keepMs: number;
  readonly signal: AbortSignal;
  /** Its signal is aborted once nobody waits. */
  readonly fetch: (signal: AbortSignal) => Promise<NodeAnswer | undefined>;
}

export interface SharedAnswersOptions {
  readonly bytesMax: number;
  readonly waitersMax: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

interface Kept {
  readonly answer: Fetched;
  readonly untilMs: number;
}

/** A cached entry, with its place. */
interface Entry {
  readonly stream: Stream;
  readonly key: string;
  readonly kept: Kept;
}

/** As much as an answer may have as it came; lists are far smaller. */
const PLAIN_BYTES_MAX = 16 * 1024 * 1024;

const sizeOf = ({ body, plain }: Fetched): number => body.length + (plain?.length ?? 0);

function unpacked(body: Buffer): Buffer | undefined {
  try {
    return gunzipSync(body, { maxOutputLength: PLAIN_BYTES_MAX });
  } catch {
    return undefined;
  }
}

interface Flight {
  readonly answer: Promise<Fetched | undefined>;
  readonly leaving: AbortController;
  readers: number;
}

interface Stream {
  readonly kept: Map<string, Kept>;
  readonly flights: Map<string, Flight>;
}

export function makeSharedAnswers({ bytesMax, waitersMax, now }: SharedAnswersOptions): SharedAnswers {
  const streams = new Map<string, Stream>();
  /** Cached entries, oldest first. */
  const order = new Set<Entry>();
  const places = new Map<Fetched, Entry>();
  let bytes = 0;
  let waiting = 0;

  const drop = (one: Entry): void => {
    if (!order.delete(one)) return;
    places.delete(one.kept.answer);
    bytes -= sizeOf(one.kept.answer);
    if (one.stream.kept.get(one.key) === one.kept) one.stream.kept.delete(one.key);
  };

  const makeRoom = (): void => {
    for (const one of order) {
      if (bytes <= bytesMax) return;
      drop(one);
    }
  };

  const keep = (stream: Stream, key: string, answer: Fetched, keepMs: number): void => {
    const kept = { answer, untilMs: now() + keepMs };
    stream.kept.set(key, kept);
    const entry = { stream, key, kept };
    order.add(entry);
    places.set(answer, entry);
    bytes += sizeOf(answer);
    makeRoom();
  };

  const begin = ({ streamName, key, keepMs, fetch }: Asked, stream: Stream): Flight => {
    const leaving = new AbortController();
    const answer = fetch(leaving.signal).then((got) => {
      if (stream.flights.get(key) === flight) stream.flights.delete(key);
      const mayKeep = keepMs > 0 && got?.status === 200 && streams.get(streamName) === stream;
      if (mayKeep) keep(stream, key, got, keepMs);
      return got;
    });
    const flight: Flight = { answer, leaving, readers: 0 };
    stream.flights.set(key, flight);
    return flight;
  };

  const join = async (flight: Flight, stream: Stream, { key, signal }: Asked) => {
    const left = Promise.withResolvers<'left'>();
    const leave = (): void => left.resolve('left');
    signal.addEventListener('abort', leave, { once: true });
    flight.readers += 1;
    waiting += 1;
    try {
      return await Promise.race([flight.answer, left.promise]);
    } finally {
      waiting -= 1;
      flight.readers -= 1;
      signal.removeEventListener('abort', leave);
      if (flight.readers === 0 && stream.flights.get(key) === flight) {
        stream.flights.delete(key);
        flight.leaving.abort();
      }
    }
  };

  return {
    get(asked) {
      const known = streams.get(asked.streamName);
      const kept = known?.kept.get(asked.key);
      if (kept && kept.untilMs > now()) return kept.answer;
      if (waiting >= waitersMax) return Promise.resolve('busy');
      if (asked.signal.aborted) return Promise.resolve('left');
      const stream = known ?? { kept: new Map(), flights: new Map() };
      streams.set(asked.streamName, stream);
      return join(stream.flights.get(asked.key) ?? begin(asked, stream), stream, asked);
    },
    unpack(answer) {
      if (answer.plain) return answer.plain;
      const plain = unpacked(answer.body);
      const place = places.get(answer);
      if (plain) answer.plain = plain;
      if (!place) return plain;
      if (plain) bytes += plain.length;
      else drop(place);
      makeRoom();
      return plain;
    },
    forget(streamName) {
      const stream = streams.get(streamName);
      streams.delete(streamName);
      if (stream) for (const one of order) if (one.stream === stream) drop(one);
    },
    sweep() {
      for (const one of order) if (one.kept.untilMs <= now()) drop(one);
      for (const [streamName, { kept, flights }] of streams)
        if (kept.size === 0 && flights.size === 0) streams.delete(streamName);
    },
    get bytes() {
      return bytes;
    },
    get waiting() {
      return waiting;
    },
  };
}
