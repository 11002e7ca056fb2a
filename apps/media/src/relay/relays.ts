import type { Log } from '@klieg/kernel';
import type { CloseCode } from '../edge/sockets/close-codes.ts';
import type { Origin } from './origins.ts';
import { makeRelayedStream, type RelayedStream } from './relayed-stream.ts';

/** Streams of other processes that somebody watches here. */
export interface Relays {
  /** The stream for an arriving viewer; undefined when it has no origin, or there are too many. */
  find(streamName: string): RelayedStream | undefined;
  /** Its origin has changed. */
  follow(streamName: string): void;
  /** It is over, or continues under another name. */
  end(streamName: string, code: CloseCode): void;
  /** Viewers' renditions; to be called a few times a second. */
  adapt(nowMs: number): void;
  /** Drops streams that nobody watches or that did not come back; to be called about each second. */
  sweep(nowMs: number): void;
  readonly streams: readonly RelayedStream[];
  /** Of streams that are no longer fetched. */
  readonly ended: Readonly<Sent>;
  closeAll(code: CloseCode): void;
}

/** What viewers of relayed streams were sent. */
export interface Sent {
  bytesSent: number;
  fragmentsDropped: number;
  packetsRepeated: number;
  picturesDropped: number;
}

/** Adds what viewers of a stream were sent. */
export function addSent(sum: Sent, { stream, whep }: Pick<RelayedStream, 'stream' | 'whep'>): void {
  const { packetsRepeated, picturesDropped } = whep.figures;
  sum.bytesSent += stream.bytesSent + whep.bytesSent;
  sum.fragmentsDropped += stream.fragmentsDropped;
  sum.packetsRepeated += packetsRepeated;
  sum.picturesDropped += picturesDropped;
}

export interface RelaysOptions {
  /** Where a stream comes from, be it this process itself. */
  readonly locate: (streamName: string) => Origin | undefined;
  /** Value of `x-internal-secret`. */
  readonly key: string;
  /** A stream that nobody watches is left after this. */
  readonly idleMs: number;
  /** Viewers of a stream without an origin wait this long. */
  readonly keptMs: number;
  readonly streamsMax: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Wall clock in Unix milliseconds. */
  readonly wallClock: () => number;
  readonly log: Log;
}

interface Entry {
  readonly relayed: RelayedStream;
  watchedMs: number;
  liveMs: number;
}

export function makeRelays(options: RelaysOptions): Relays {
  const { now, locate } = options;
  const entries = new Map<string, Entry>();
  const ended: Sent = { bytesSent: 0, fragmentsDropped: 0, packetsRepeated: 0, picturesDropped: 0 };

  const end = (streamName: string, code: CloseCode): void => {
    const entry = entries.get(streamName);
    if (!entry) return;
    entries.delete(streamName);
    entry.relayed.close(code);
    addSent(ended, entry.relayed);
  };

  const join = (streamName: string): RelayedStream | undefined => {
    const origin = locate(streamName);
    if (!origin || entries.size >= options.streamsMax) return undefined;
    const relayed = makeRelayedStream({ ...options, streamName });
    const nowMs = now();
    entries.set(streamName, { relayed, watchedMs: nowMs, liveMs: nowMs });
    relayed.follow(origin);
    return relayed;
  };

  const sweepOne = (streamName: string, entry: Entry, nowMs: number): void => {
    if (entry.relayed.viewerCount > 0) entry.watchedMs = nowMs;
    if (locate(streamName)?.isLive) entry.liveMs = nowMs;
    if (nowMs - entry.liveMs > options.keptMs) return end(streamName, 4404);
    if (nowMs - entry.watchedMs > options.idleMs) return end(streamName, 1001);
    entry.relayed.check(nowMs);
  };

  return {
    find: (streamName) => entries.get(streamName)?.relayed ?? join(streamName),
    follow: (streamName) => entries.get(streamName)?.relayed.follow(locate(streamName)),
    end,
    adapt(nowMs) {
      for (const { stream, whep } of [...entries.values()].map(({ relayed }) => relayed)) {
        stream.adapt(nowMs);
        whep.adapt();
      }
    },
    sweep(nowMs) {
      for (const [streamName, entry] of entries) sweepOne(streamName, entry, nowMs);
    },
    get streams() {
      return [...entries.values()].map(({ relayed }) => relayed);
    },
    ended,
    closeAll(code) {
      for (const streamName of entries.keys()) end(streamName, code);
    },
  };
}
