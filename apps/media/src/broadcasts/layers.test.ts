import { expect, test } from 'vitest';
import { OPUS } from '../packaging/audio-format.ts';
import { parseSps } from '../packaging/sps.ts';
import type { StreamInit, VideoUnit } from '../packaging/units.ts';
import { makeSps } from '../testing/make-sps.ts';
import { PPS, slice } from '../testing/rtp-packets.ts';
import { makeLayers } from './layers.ts';

const SOURCE = parseSps(makeSps(1_280, 720))!;

function setup() {
  const inits = new Map<string, StreamInit[]>();
  const changes: [heights: readonly number[], ids: readonly string[]][] = [];
  const ended: string[] = [];
  const asked: number[] = [];
  const layers = makeLayers({
    fragmentMs: 80,
    now: () => 0,
    sinkOf: (id) => ({
      setInit: (init) => void inits.set(id, [...(inits.get(id) ?? []), init]),
      append() {},
    }),
    onChange: (heights, ids) => void changes.push([heights, ids]),
    onRenditionEnd: (id) => ended.push(id),
    onRenditions() {},
    onVideo() {},
    requestKeyframe: (layer) => asked.push(layer),
  });
  let ticks = 0;
  const key = (layer: number, width: number, height: number): void => {
    ticks += 3_000;
    const unit: VideoUnit = { ticks, isKey: true, sps: makeSps(width, height), pps: PPS, nals: [slice(5)] };
    layers.pushVideo(layer, unit, SOURCE, OPUS);
    layers.pushVideo(layer, { ...unit, ticks: ticks + 100, isKey: false, nals: [slice(1)] }, SOURCE, OPUS);
  };
  return { layers, key, inits, changes, ended, asked };
}

test('a size stands in the place of the rendition that it is nearest to, with the sound', () => {
  const { key, layers, inits, changes } = setup();
  key(1, 854, 480);
  key(2, 480, 270);
  expect(layers.renditions).toEqual(['480p', '240p']);
  expect(inits.get('240p')).toMatchObject([{ format: { width: 480, height: 270 }, hasAudio: true }]);
  expect(changes.at(-1)).toEqual([
    [480, 270],
    ['480p', '240p'],
  ]);
});

test('what is near to none, too large, or as another one is not taken', () => {
  const { key, layers } = setup();
  key(1, 854, 480);
  for (const [layer, width, height] of [
    [2, 900, 506],
    [3, 160, 90],
    [0, 1_280, 720],
    [4, 1_920, 1_080],
  ] as const)
    key(layer, width, height);
  expect(layers.renditions).toEqual(['480p']);
});

test('one that changes its size moves, and one that ends leaves its place to another', () => {
  const { key, layers, ended, asked, changes } = setup();
  key(1, 854, 480);
  key(1, 640, 360);
  expect([layers.renditions, ended]).toEqual([['360p'], ['480p']]);
  expect(layers.requestKeyframe('360p')).toBe(true);
  expect(layers.requestKeyframe('240p')).toBe(false);
  expect(asked).toEqual([1]);
  layers.end(1);
  layers.end(1);
  expect([layers.renditions, ended]).toEqual([[], ['480p', '360p']]);
  expect(changes.at(-1)).toEqual([[], []]);
  key(2, 640, 360);
  layers.clear();
  layers.clear();
  expect(ended).toEqual(['480p', '360p', '360p']);
});
