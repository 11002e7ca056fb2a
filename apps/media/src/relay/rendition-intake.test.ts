import { beforeEach, expect, test } from 'vitest';
import { OPUS } from '../packaging/audio-format.ts';
import { fragment } from '../packaging/fragment.ts';
import { initSegment } from '../packaging/init-segment.ts';
import type { Fragment, FragmentSink } from '../packaging/units.ts';
import { readFragment } from '../testing/read-boxes.ts';
import { epochText, parseRelayMessage } from './relay-messages.ts';
import { makeRelayClock, makeRenditionIntake, type RenditionIntake } from './rendition-intake.ts';

const headerOf = (level: number): Buffer =>
  initSegment({
    format: { width: 640, height: 360, codec: 'avc1.42C016' },
    sps: Buffer.from([0x67, 0x42, 0xc0, level]),
    pps: Buffer.from('68ce3c80', 'hex'),
    audio: OPUS,
  });
const DESCRIPTION = JSON.stringify({
  codecs: 'avc1.42C016,opus',
  width: 640,
  height: 360,
  rendition: 'source',
});
const CHUNK_MS = 80;

const chunk = (isKey: boolean, startMs: number): Buffer => {
  const data = Buffer.alloc(10);
  const one = { parts: [data], bytes: data.length, durationTicks: CHUNK_MS * 90, isSync: isKey };
  return fragment(1, [{ trackId: 1, startTicks: startMs * 90, samples: [one] }]);
};

let taken: (Fragment | 'header')[];
let sink: FragmentSink;
beforeEach(() => {
  taken = [];
  sink = { setInit: () => void taken.push('header'), append: (one) => void taken.push(one) };
});

const times = (): (number | 'header')[] => taken.map((one) => (one === 'header' ? one : one.startMs));
const make = (clock = makeRelayClock(), isLeading = true): RenditionIntake =>
  makeRenditionIntake({ sink, clock, isLeading, now: () => 0, onChunk: () => {} });

/** What an origin sends to one who connects: its clock, the header and the group of pictures from its key on. */
const connect = (intake: RenditionIntake, epoch: string, from: number, to: number, level = 0x16): void => {
  intake.onText(epochText(epoch));
  intake.onText(DESCRIPTION);
  intake.onData(headerOf(level));
  for (let at = from; at <= to; at += CHUNK_MS) intake.onData(chunk(at === from, at));
};

test('a connection that is made anew repeats nothing to players, and leaves nothing out', () => {
  const intake = make();
  connect(intake, 'one', 800, 1_040);
  connect(intake, 'one', 800, 1_200);
  expect(times()).toEqual(['header', 800, 880, 960, 1_040, 1_120, 1_200]);
  connect(intake, 'one', 1_600, 1_680);
  expect(times().slice(7)).toEqual([1_600, 1_680]);
});

test('another origin’s clock goes on where the stream stood, in the bytes too', () => {
  const intake = make();
  connect(intake, 'one', 300_000, 300_160);
  connect(intake, 'two', 0, 160);
  expect(times()).toEqual(['header', 300_000, 300_080, 300_160, 300_240, 300_320, 300_400]);
  const last = taken.at(-1) as Fragment;
  expect(readFragment(last.data)[0]?.startTicks).toBe(300_400 * 90);
  connect(intake, 'three', 900_000, 900_000, 0x1f);
  expect(times().slice(7)).toEqual(['header', 300_480]);
});

test('a smaller rendition waits until the source says where the time goes on, and begins at a key', () => {
  const clock = makeRelayClock();
  const source = make(clock);
  const small = make(clock, false);
  connect(small, 'one', 0, 80);
  expect(times()).toEqual(['header']);
  connect(source, 'one', 0, 80);
  small.onData(chunk(false, 160));
  small.onData(chunk(true, 240));
  expect(times()).toEqual(['header', 'header', 0, 80, 240]);
});

test('what is malformed, comes before a header or has no clock is thrown away', () => {
  const intake = make();
  intake.onData(chunk(true, 0));
  intake.onText(DESCRIPTION);
  intake.onData(headerOf(0x16));
  intake.onData(chunk(true, 0));
  intake.onText(epochText('one'));
  intake.onData(Buffer.from('nothing of ours'));
  intake.onData(chunk(false, 0));
  for (const text of [
    '',
    '{',
    '[]',
    'null',
    '{"epoch":"<>"}',
    'x'.repeat(2_000),
    '{"codecs":"a b","width":1}',
  ])
    intake.onText(text);
  expect(times()).toEqual(['header']);
  intake.onData(chunk(true, 80));
  expect(times()).toEqual(['header', 80]);
  expect(parseRelayMessage('{"codecs":"avc1","width":-1,"height":9}')).toBeUndefined();
});
