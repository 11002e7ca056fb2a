import type { FragmentSink, StreamInit } from '../packaging/units.ts';
import { readChunk, readTimescales, shiftChunk, type Timescales } from '../packaging/read-chunk.ts';
import { parseRelayMessage } from './relay-messages.ts';

/**
 * The time of a stream at an edge. It continues when the stream comes from another origin, whose clock started again,
 * so that players see one stream.
 */
export interface RelayClock {
  /** The origin's clock that the time is made of now. */
  readonly epoch: string | undefined;
  /** To be added to the origin's times, in milliseconds. */
  readonly shiftMs: number;
  /** Continues with another origin's clock, whose first moment this is. */
  begin(epoch: string, startMs: number): void;
  /** The stream has reached this time. */
  reach(endMs: number): void;
}

/** A multiple of whole samples in every usual clock, so that all tracks move by the same time. */
const STEP_MS = 20;

export function makeRelayClock(): RelayClock {
  let epoch: string | undefined;
  let shiftMs = 0;
  let reachedMs: number | undefined;
  return {
    get epoch() {
      return epoch;
    },
    get shiftMs() {
      return shiftMs;
    },
    begin(next, startMs) {
      epoch = next;
      shiftMs = reachedMs === undefined ? 0 : Math.ceil((reachedMs - startMs) / STEP_MS) * STEP_MS;
    },
    reach(endMs) {
      reachedMs = Math.max(reachedMs ?? -Infinity, endMs);
    },
  };
}

/** Receives one rendition from an origin, over any number of connections. */
export interface RenditionIntake {
  onText(text: string): void;
  onData(data: Buffer): void;
}

export interface RenditionIntakeOptions {
  readonly sink: FragmentSink;
  readonly clock: RelayClock;
  /** The source decides where the time continues; the others follow it. */
  readonly isLeading: boolean;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** A chunk has been taken. */
  readonly onChunk: () => void;
}

/** Chunks of a repeated group begin where they began; their times differ by rounding only. */
const SAME_MS = 1;

export function makeRenditionIntake(options: RenditionIntakeOptions): RenditionIntake {
  const { sink, clock } = options;
  let epoch: string | undefined;
  let announced: Omit<StreamInit, 'data'> | undefined;
  let header: Buffer | undefined;
  let timescales: Timescales = new Map();
  let isWaitingForKey = true;
  let lastStartMs = -Infinity;

  const onHeader = (description: Omit<StreamInit, 'data'>, data: Buffer): void => {
    // A new connection repeats the header; players need not restart for that.
    if (header?.equals(data)) return;
    header = data;
    timescales = readTimescales(data);
    isWaitingForKey = true;
    sink.setInit({ ...description, data });
  };

  const onEpoch = (next: string): void => {
    if (next === epoch) return;
    epoch = next;
    isWaitingForKey = true;
    lastStartMs = -Infinity;
  };

  const onChunk = (data: Buffer): void => {
    const times = readChunk(data, timescales);
    if (!times || epoch === undefined || (isWaitingForKey && !times.isKey)) return;
    const isFirst = clock.epoch !== epoch;
    if (isFirst && !options.isLeading) return;
    if (isFirst) clock.begin(epoch, times.startMs);
    const startMs = times.startMs + clock.shiftMs;
    // Already received, repeated by a new connection.
    if (startMs < lastStartMs + SAME_MS) return;
    isWaitingForKey = false;
    lastStartMs = startMs;
    clock.reach(startMs + times.durationMs);
    if (clock.shiftMs !== 0) shiftChunk(data, timescales, clock.shiftMs);
    sink.append({ ...times, data, startMs }, options.now());
    options.onChunk();
  };

  return {
    onText(text) {
      const message = parseRelayMessage(text);
      if (message?.kind === 'epoch') onEpoch(message.epoch);
      else announced = message?.description;
    },
    onData(data) {
      const description = announced;
      announced = undefined;
      if (description) onHeader(description, data);
      else onChunk(data);
    },
  };
}
