import { randomBytes } from 'node:crypto';
import type { MeterClaim } from '@klieg/contract/media';
import type { ClockedSpan, DeliveryMeter } from '../../control/delivery-meter.ts';
import { readPictureChunk, readTimescales, type Timescales } from '../../packaging/read-chunk.ts';
import { spansOfChunk } from './chunk-media.ts';
import type { FrameReader } from '../feed.ts';
import type { StreamClock } from '../live-stream.ts';
import { FROZEN_MS } from '../webrtc/still-picture.ts';
import type { Viewer } from './viewer.ts';
import { payloadOf } from './websocket-frame.ts';

/** What a socket can be asked: whether all that was written before has been read. */
export interface Questions {
  /** Sends a ping of the WebSocket protocol, after everything written so far. */
  ask(key: Buffer): void;
  onAnswer(listener: (key: Buffer) => void): void;
}

export interface MeteredReader extends FrameReader {
  /** The connection has ended; nothing more will be acknowledged. */
  end(): void;
}

export interface MeteredReaderOptions {
  readonly viewer: Viewer;
  readonly questions: Questions;
  readonly meter: MeterClaim;
  readonly deliveries: Pick<DeliveryMeter, 'count' | 'lose'>;
  /** Of the stream that is watched. */
  readonly clock: () => StreamClock;
  /** Until when the stream has pictures, for audio-only viewers. */
  readonly pictureEndMs: () => number | undefined;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

/** Description and header precede the chunks of a start. */
const HEAD_FRAMES = 2;
const KEY_BYTES = 8;
/** A long start is acknowledged piece by piece. */
const ASK_BYTES = 64 * 1024;
/** Questions on their way at once. */
const ASKED_MAX = 8;
/** A viewer who has read nothing of what was written this long ago gets nothing more until it has. */
const UNREAD_MS = 4_000;

interface Question {
  readonly key: Buffer;
  readonly askedMs: number;
  readonly spans: readonly ClockedSpan[];
}

/**
 * A viewer whose time is paid for. Media counts once the client has read that far, which it proves by answering a ping
 * with a key that only a reader of the connection knows: the queue here proves nothing, since the kernel accepts
 * megabytes for a page that never reads. The page's own reports do not count. A viewer that does not answer is sent
 * nothing more, and then closed as slow.
 */
export function makeMeteredReader(options: MeteredReaderOptions): MeteredReader {
  const { viewer, questions, meter, deliveries, now } = options;
  let timescales: Timescales = new Map();
  let unasked: ClockedSpan[] = [];
  let asked: readonly Question[] = [];

  questions.onAnswer((key) => {
    // An answer to a later ping confirms the earlier ones.
    const at = asked.findIndex((question) => question.key.equals(key));
    if (at < 0) return;
    const answered = asked.slice(0, at + 1);
    asked = asked.slice(at + 1);
    for (const { spans } of answered) for (const span of spans) deliveries.count(meter, span);
    ask();
  });

  function ask(): void {
    if (unasked.length === 0 || asked.length >= ASKED_MAX) return;
    const key = randomBytes(KEY_BYTES);
    asked = [...asked, { key, askedMs: now(), spans: unasked }];
    unasked = [];
    questions.ask(key);
  }

  /** Audio alone counts only until the broadcast's picture has been frozen for too long. */
  const isFrozen = (chunk: Buffer, startMs: number): boolean =>
    readPictureChunk(chunk) === undefined && startMs - (options.pictureEndMs() ?? 0) >= FROZEN_MS;

  const spansOf = (frame: Buffer): readonly ClockedSpan[] => {
    const { name, aheadMs } = options.clock();
    const chunk = payloadOf(frame);
    return spansOfChunk(chunk, timescales)
      .filter(({ startMs }) => !isFrozen(chunk, startMs))
      .map(({ startMs, endMs }) => ({ clock: name, startMs: startMs - aheadMs, endMs: endMs - aheadMs }));
  };

  const writeSome = (frames: readonly Buffer[], isStart: boolean): void => {
    viewer.write(frames, isStart);
    for (const frame of isStart ? frames.slice(HEAD_FRAMES) : frames) unasked.push(...spansOf(frame));
    ask();
  };

  return {
    get queuedBytes() {
      const oldest = asked[0];
      return oldest && now() - oldest.askedMs > UNREAD_MS ? Infinity : viewer.queuedBytes;
    },
    write(frames, isStart) {
      if (isStart && frames[1]) timescales = readTimescales(payloadOf(frames[1]));
      let from = 0;
      let bytes = 0;
      frames.forEach((frame, i) => {
        bytes += frame.length;
        const isLast = i === frames.length - 1;
        if (!isLast && (bytes < ASK_BYTES || (isStart && i < HEAD_FRAMES))) return;
        writeSome(frames.slice(from, i + 1), isStart && from === 0);
        from = i + 1;
        bytes = 0;
      });
    },
    close: (code) => viewer.close(code),
    end() {
      // Data written after unanswered pings was sent in vain as well.
      deliveries.lose(meter, [...asked.flatMap(({ spans }) => spans), ...unasked]);
      asked = [];
      unasked = [];
    },
  };
}
