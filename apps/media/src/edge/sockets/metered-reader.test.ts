import { expect, test } from 'vitest';
import { joinSpans, lengthOf, type MediaSpan } from '../../control/media-spans.ts';
import { makeTestSource } from '../../hls/testing/test-source.ts';
import { makeMeteredReader } from './metered-reader.ts';
import type { Viewer } from './viewer.ts';
import { BINARY_FRAME, frameOf, textFrame } from './websocket-frame.ts';

/** A payer by WebSocket who is sent a stream and answers when it is told to. */
function setup() {
  let counted: readonly MediaSpan[] = [];
  let lostMs = 0;
  let writtenMs = 0;
  const keys: Buffer[] = [];
  let answer: (key: Buffer) => void = () => {};
  const viewer = { queuedBytes: 0, write: () => {}, close: () => {} } as unknown as Viewer;
  const reader = makeMeteredReader({
    viewer,
    questions: { ask: (key) => void keys.push(key), onAnswer: (listener) => void (answer = listener) },
    meter: { meterId: 'm' },
    deliveries: {
      count: (_meter, { startMs, endMs }) => void (counted = joinSpans(counted, { startMs, endMs })),
      lose: (_meter, spans) => void (lostMs += lengthOf(spans)),
    },
    clock: () => ({ name: 'c', aheadMs: 0 }),
    pictureEndMs: () => writtenMs,
    now: () => 0,
  });
  let head: Buffer[] = [];
  const source = makeTestSource({
    sink: {
      setInit: ({ data }) => void (head = [textFrame('{}'), frameOf(BINARY_FRAME, data)]),
      append({ data, startMs, durationMs }) {
        reader.write([...head, frameOf(BINARY_FRAME, data)], head.length > 0);
        writtenMs = startMs + durationMs;
        head = [];
      },
    },
  });
  return {
    play: (ms: number) => source.play(ms),
    answerAll: () => {
      for (let key = keys.shift(); key; key = keys.shift()) answer(key);
    },
    end: () => reader.end(),
    countedMs: () => lengthOf(counted),
    lostMs: () => lostMs,
    writtenMs: () => writtenMs,
  };
}

test('what was read counts, and what was written since was lost by a line that is cut: S11', () => {
  const { play, answerAll, end, countedMs, lostMs, writtenMs } = setup();
  play(3_000);
  answerAll();
  expect(Math.abs(countedMs() - writtenMs())).toBeLessThanOrEqual(2);
  const before = countedMs();
  play(400);
  end();
  expect(countedMs()).toBe(before);
  expect(Math.abs(lostMs() - (writtenMs() - before))).toBeLessThanOrEqual(2);
});

test('all that was sent to somebody who answers nothing was sent in vain, not a part of it: S11', () => {
  const { play, end, countedMs, lostMs, writtenMs } = setup();
  play(4_000);
  expect(writtenMs()).toBeGreaterThan(3_500);
  end();
  expect(countedMs()).toBe(0);
  expect(Math.abs(lostMs() - writtenMs())).toBeLessThanOrEqual(2);
});
