import { expect, test } from 'vitest';
import { makeAudioTimeline } from './audio-timeline.ts';

const PACKET = 960;

const makeTimeline = (startTicks = 0) => makeAudioTimeline({ hz: 48_000, startTicks, silenceTicks: PACKET });

test('packets that come a little early or late follow each other without a hole', () => {
  const timeline = makeTimeline();
  for (const target of [0, PACKET + 500, 2 * PACKET - 700])
    expect(timeline.place(target, PACKET)).toEqual({ kind: 'append', silences: 0 });
  expect(timeline.endTicks).toBe(3 * PACKET);
});

test('what was lost is filled with silence, so that the sound stays with the picture', () => {
  const timeline = makeTimeline();
  timeline.place(0, PACKET);
  expect(timeline.place(6 * PACKET, PACKET)).toEqual({ kind: 'append', silences: 5 });
  expect(timeline.endTicks).toBe(7 * PACKET);
});

test('sound that is ahead of its place is left out until the picture has caught up', () => {
  const timeline = makeTimeline(10 * PACKET);
  expect(timeline.place(5 * PACKET, PACKET)).toEqual({ kind: 'leave_out' });
  expect(timeline.place(10 * PACKET, PACKET)).toEqual({ kind: 'append', silences: 0 });
});

test('a place that is many seconds off is not believed', () => {
  const timeline = makeTimeline();
  expect(timeline.place(48_000 * 3_600, PACKET)).toEqual({ kind: 'append', silences: 0 });
  expect(timeline.place(-48_000 * 3_600, PACKET)).toEqual({ kind: 'append', silences: 0 });
});

test('a track without packets is filled up to a time', () => {
  const timeline = makeTimeline();
  expect(timeline.fillTo(5 * PACKET + 10)).toBe(5);
  expect(timeline.fillTo(PACKET)).toBe(0);
  expect(timeline.endTicks).toBe(5 * PACKET);
});
