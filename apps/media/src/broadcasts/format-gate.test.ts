import { expect, test } from 'vitest';
import { OPUS } from '../packaging/audio-format.ts';
import type { AudioFormat } from '../packaging/units.ts';
import { PPS, slice, SPS_360 } from '../testing/rtp-packets.ts';
import { makeFormatGate } from './format-gate.ts';

function setup() {
  let nowMs = 5_000;
  const gate = makeFormatGate(() => nowMs);
  const take = (isKey: boolean, sps?: Buffer, audio?: AudioFormat) =>
    gate.take({ ticks: 0, isKey, sps, pps: sps && PPS, nals: [slice(isKey ? 5 : 1)] }, audio);
  return { take, passMs: (ms: number) => (nowMs += ms) };
}
const setOf = (nth: number): Buffer => Buffer.concat([SPS_360, Buffer.from([nth])]);

test('the same format passes as often as it comes', () => {
  const { take } = setup();
  for (let i = 0; i < 1_000; i++) {
    expect(take(true, SPS_360, OPUS)).toBeDefined();
    expect(take(false)).toBeDefined();
  }
});

test('another format with each keyframe passes as often as an encoder asks for it, twice a second', () => {
  const { take, passMs } = setup();
  for (let i = 0; i < 200; i++) {
    expect(take(true, setOf(i % 32))).toBeDefined();
    expect(take(false)).toBeDefined();
    passMs(500);
  }
});

test('another format with each picture passes no more often, whether it is that of the picture or of the sound', () => {
  for (const formatOf of [
    (i: number) => [setOf(i % 250), undefined] as const,
    (i: number) => [SPS_360, i % 2 === 0 ? OPUS : undefined] as const,
  ]) {
    const { take, passMs } = setup();
    let changes = 0;
    let last: string | undefined;
    for (let i = 0; i < 600; i++) {
      const [sps, audio] = formatOf(i);
      const format = `${sps.toString('hex')} ${audio?.codec}`;
      if (take(true, sps, audio) && format !== last) {
        changes += 1;
        last = format;
      }
      passMs(1_000 / 60);
    }
    expect(changes).toBeGreaterThanOrEqual(30);
    expect(changes).toBeLessThanOrEqual(42);
  }
});

test('what needs a keyframe that was left out is left out, and the next one that passes brings the sets', () => {
  const { take, passMs } = setup();
  for (let i = 0; i < 20; i++) take(true, setOf(i));
  expect(take(true, setOf(99))).toBeUndefined();
  expect(take(false)).toBeUndefined();
  passMs(600);
  expect(take(false)).toBeUndefined();
  expect(take(true)).toMatchObject({ sps: setOf(99), pps: PPS });
  expect(take(false)).toMatchObject({ sps: undefined });
});
