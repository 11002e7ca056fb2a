import { expect, test } from 'vitest';
import type { VideoUnit } from '../../packaging/units.ts';
import { makeSps } from '../../testing/make-sps.ts';
import { PPS, slice } from '../../testing/rtp-packets.ts';
import { makeLayerSwitch } from './layer-switch.ts';

const HIGH = makeSps(1_280, 720);
const MIDDLE = makeSps(854, 480);
const LOW = makeSps(426, 240);
const STEP_MS = 100;

function setup() {
  const source: VideoUnit[] = [];
  const beside: [layer: number, unit: VideoUnit][] = [];
  const ended: number[] = [];
  const asked: number[] = [];
  const choice = makeLayerSwitch({
    onSource: (unit) => source.push(unit),
    onLayer: (layer, unit) => beside.push([layer, unit]),
    onLayerEnd: (layer) => ended.push(layer),
    requestKeyframe: (layer) => asked.push(layer),
  });
  let nowMs = 0;
  const picture = (layer: number, sps: Buffer, isKey: boolean, ticks = nowMs * 90) =>
    choice.onVideo(
      layer,
      {
        ticks,
        isKey,
        sps: isKey ? sps : undefined,
        pps: isKey ? PPS : undefined,
        nals: [slice(isKey ? 5 : 1)],
      },
      nowMs,
    );
  /** So many pictures of these layers; the first of each, and those after it that are asked for, are keyframes. */
  const play = (ms: number, ...layers: readonly (readonly [layer: number, sps: Buffer])[]): void => {
    for (let i = 0; i < ms / STEP_MS; i++) {
      nowMs += STEP_MS;
      for (const [layer, sps] of layers) {
        const isKey = i === 0 || asked.includes(layer);
        if (asked.includes(layer)) asked.splice(0, asked.length, ...asked.filter((one) => one !== layer));
        picture(layer, sps, isKey);
      }
      choice.tick(nowMs);
    }
  };
  const sizeOf = ({ sps }: Pick<VideoUnit, 'sps'>) =>
    [HIGH, MIDDLE, LOW].findIndex((one) => sps && one.equals(sps));
  return {
    choice,
    source,
    beside,
    ended,
    play,
    picture,
    /** Sizes of the keyframes of the source, in their order. */
    keys: () => source.filter(({ isKey }) => isKey).map(sizeOf),
    now: () => nowMs,
  };
}

test('the picture begins with what comes first, and becomes the largest that goes on coming', () => {
  const { play, choice, keys, beside, source } = setup();
  play(300, [2, LOW]);
  expect(choice.source).toBe(2);
  play(3_000, [2, LOW], [0, HIGH], [1, MIDDLE]);
  expect(choice.source).toBe(0);
  expect(new Set(keys())).toEqual(new Set([2, 0]));
  expect(new Set(beside.map(([layer]) => layer))).toEqual(new Set([1, 2]));
  // Each begins with a keyframe that carries its parameter sets.
  for (const layer of [1, 2])
    expect(beside.find(([one]) => one === layer)![1]).toMatchObject({ isKey: true, pps: PPS });
  expect(source.map(({ ticks }) => ticks)).toEqual(
    source.map(({ ticks }) => ticks).toSorted((a, b) => a - b),
  );
});

test('when the largest stops the next takes its place at a keyframe; when it is back it is taken again', () => {
  const { play, choice, ended, source } = setup();
  play(3_000, [0, HIGH], [1, MIDDLE], [2, LOW]);
  expect(choice.source).toBe(0);
  play(3_000, [1, MIDDLE], [2, LOW]);
  expect(choice.source).toBe(1);
  expect(ended).toEqual([1]);
  play(4_000, [0, HIGH], [1, MIDDLE], [2, LOW]);
  expect(choice.source).toBe(0);
  expect(new Set(source.map(({ ticks }) => ticks)).size).toBe(source.length);
});

test('a smaller one that stops ends, and goes beside again at its next keyframe', () => {
  const { play, beside, ended } = setup();
  play(3_000, [0, HIGH], [2, LOW]);
  play(2_000, [0, HIGH]);
  expect(ended).toEqual([2]);
  const before = beside.length;
  play(500, [0, HIGH], [2, LOW]);
  expect(beside[before]![1].isKey).toBe(true);
});

test('one that stops again and again has to come for longer each time', () => {
  const { play, choice } = setup();
  play(3_000, [0, HIGH], [2, LOW]);
  const untilBack = (): number => {
    play(3_000, [2, LOW]);
    expect(choice.source).toBe(2);
    let ms = 0;
    for (; choice.source !== 0; ms += STEP_MS) play(STEP_MS, [0, HIGH], [2, LOW]);
    return ms;
  };
  const first = untilBack();
  untilBack();
  expect(untilBack()).toBeGreaterThan(first * 3);
});

test('another shape, and what is not smaller, never goes beside the picture', () => {
  const { play, choice, beside } = setup();
  play(4_000, [0, HIGH], [1, makeSps(320, 320)], [2, HIGH]);
  // Of two that are as large any is the source.
  expect([0, 2]).toContain(choice.source);
  expect(beside).toEqual([]);
});

test('a keyframe of the same moment as the last picture of the other size is shown just after it; a clock that begins anew is kept', () => {
  const { choice, picture, source, play, now } = setup();
  play(2_000, [2, LOW]);
  play(1_500, [2, LOW], [0, HIGH]);
  expect(choice.source).toBe(0);
  const last = source.at(-1)!.ticks;
  picture(0, HIGH, true, last);
  expect(source.at(-1)!.ticks).toBe(last + 90);
  picture(0, HIGH, true, 7);
  expect(source.at(-1)!.ticks).toBe(7);
  expect(now()).toBe(3_500);
});
