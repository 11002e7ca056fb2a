import { expect, test } from 'vitest';
import { makeAudioFragmenter } from './audio-fragmenter.ts';
import { OPUS } from './audio-format.ts';
import { makeStreamPace } from './stream-pace.ts';

/** Sound for a minute, each packet with the time that it is told to have. @returns milliseconds of chunks */
function playMinute(eachMs: number, durationTicks: number, timeOf: (i: number) => number): number {
  let nowMs = 0;
  let playedMs = 0;
  const sound = makeAudioFragmenter({
    audio: OPUS,
    fragmentMs: 80,
    pace: makeStreamPace(() => nowMs),
    sink: { setInit() {}, append: ({ durationMs }) => void (playedMs += durationMs) },
  });
  for (let i = 0; i * eachMs < 60_000; i++) {
    sound.push({ onVideoMs: timeOf(i), durationTicks, data: Buffer.from([0xfc, 1]) }, nowMs);
    nowMs += eachMs;
  }
  return playedMs;
}

test('sound alone lasts as long as its packets say', () => {
  expect(Math.abs(playMinute(20, 960, (i) => i * 20) - 60_000)).toBeLessThan(100);
});

test.each([
  ['twice as fast', 10, 960, (i: number) => i * 20],
  ['six times as long, from a time that went back', 20, 5_760, (i: number) => (i === 0 ? 60_000 : i)],
  ['with holes between its packets', 20, 960, (i: number) => i * 1_000],
])('sound that comes %s fills no more time than passes (S11)', (_how, eachMs, durationTicks, timeOf) => {
  expect(playMinute(eachMs, durationTicks, timeOf)).toBeLessThan(60_000 * 1.01 + 15_200);
});
