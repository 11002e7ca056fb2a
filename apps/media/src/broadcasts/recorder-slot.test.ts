import { expect, test } from 'vitest';
import type { Fragment, StreamInit } from '../packaging/units.ts';
import { makeRecorderSlot } from './recorder-slot.ts';

const INIT: StreamInit = {
  codecs: 'avc1.42C016',
  format: { width: 640, height: 360, codec: 'avc1.42C016' },
  hasAudio: false,
  data: Buffer.from('init'),
};
const chunk = (startMs: number, isKey: boolean): Fragment => ({
  data: Buffer.from('chunk'),
  isKey,
  startMs,
  durationMs: 80,
});

function recorded() {
  const got: (string | number)[] = [];
  const sink = {
    setInit: () => void got.push('init'),
    append: (fragment: Fragment) => void got.push(fragment.startMs),
  };
  return { got, sink };
}

test('a recording begins with the group of pictures that runs when it is ordered', () => {
  const slot = makeRecorderSlot();
  const { got, sink } = recorded();
  slot.setInit(INIT);
  for (const [startMs, isKey] of [
    [0, true],
    [80, false],
    [160, true],
    [240, false],
  ] as const)
    slot.append(chunk(startMs, isKey), 0);
  expect(slot.attach(sink)).toBe(true);
  slot.append(chunk(320, false), 0);
  expect(got).toEqual(['init', 160, 240, 320]);
  slot.attach(undefined);
  slot.append(chunk(400, false), 0);
  expect(got).toHaveLength(4);
});

test('what ran under another name of the stream is in no recording: it waits for a keyframe', () => {
  const slot = makeRecorderSlot();
  const { got, sink } = recorded();
  slot.setInit(INIT);
  slot.append(chunk(0, true), 0);
  slot.forgetGroup();
  slot.append(chunk(80, false), 0);
  expect(slot.attach(sink)).toBe(false);
  slot.append(chunk(160, false), 0);
  expect(got).toEqual([]);
  slot.append(chunk(240, true), 0);
  expect(got).toEqual(['init', 240]);
});
