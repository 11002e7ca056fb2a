import { expect, test } from 'vitest';
import { makeStreamPace } from './stream-pace.ts';
import { makeVideoTimeline } from './video-timeline.ts';

const FRAME = 3_000;

test('pictures lie end to end and last as long as the sender says', () => {
  const timeline = makeVideoTimeline(0);
  expect([0, FRAME, 2 * FRAME, 4 * FRAME].map((ticks) => timeline.begin(500 + ticks))).toEqual([
    0,
    FRAME,
    FRAME,
    2 * FRAME,
  ]);
  expect(timeline.endTicks).toBe(4 * FRAME);
});

test('what an estimate was off is made up for by the pictures after it', () => {
  const timeline = makeVideoTimeline(0);
  timeline.begin(0);
  expect(timeline.end()).toBe(FRAME);
  expect(timeline.begin(FRAME + 900)).toBe(0);
  expect(timeline.endTicks).toBe(FRAME);
  expect(timeline.begin(2 * FRAME + 900)).toBe(FRAME + 900);
  expect(timeline.endTicks).toBe(2 * FRAME + 900);
});

test('with every picture ended by estimate the track does not drift from the sender', () => {
  const timeline = makeVideoTimeline(0);
  for (let i = 0; i < 500; i++) {
    timeline.begin(i * 9_100 + (i % 3) * 400);
    timeline.end();
  }
  expect(Math.abs(timeline.endTicks - 500 * 9_100)).toBeLessThan(2_000);
});

test('a picture out of order is not begun', () => {
  const timeline = makeVideoTimeline(0);
  timeline.begin(FRAME);
  expect(timeline.begin(0)).toBeUndefined();
  expect(timeline.begin(FRAME)).toBeUndefined();
  expect(timeline.begin(2 * FRAME)).toBe(FRAME);
});

test('a clock that jumps ahead or back goes on one picture later', () => {
  const timeline = makeVideoTimeline(0);
  timeline.begin(0);
  timeline.begin(FRAME);
  expect(timeline.begin(FRAME + 90_000 * 60)).toBe(FRAME);
  expect(timeline.begin(0)).toBe(FRAME);
  expect(timeline.endTicks).toBe(3 * FRAME);
});

test('it continues where another stream ended', () => {
  const timeline = makeVideoTimeline(777);
  timeline.begin(123_456);
  expect(timeline.endTicks).toBe(777);
  expect(timeline.place(123_456)).toBe(777);
});

/** A track whose pictures come when they are told to, by a clock that only counts. */
function setupPaced() {
  let nowMs = 1_000_000;
  const timeline = makeVideoTimeline(
    0,
    makeStreamPace(() => nowMs),
  );
  /** @param isShipped each picture is sent at once, its length by estimate */
  const send = (ticks: number, isShipped: boolean): void => {
    timeline.begin(ticks);
    if (isShipped) timeline.end();
  };
  return { timeline, send, passMs: (ms: number) => (nowMs += ms), endMs: () => timeline.endTicks / 90 };
}

for (const isShipped of [false, true]) {
  const how = isShipped ? 'sent at once' : 'sent with the next one';
  test.each([
    ['runs twice as fast', (i: number) => i * 2 * FRAME],
    ['goes ahead by nine seconds with each picture', (i: number) => i * 810_000],
    ['jumps to and fro', (i: number) => (i % 2) * 90_000_000 + i * 18_000],
  ])(`a sender whose clock %s fills no more time than passes, each picture ${how} (S11)`, (_how, at) => {
    const { send, passMs, endMs } = setupPaced();
    for (let i = 0; i < 60 * 30; i++) {
      send(at(i), isShipped);
      passMs(1_000 / 30);
    }
    expect(endMs()).toBeGreaterThan(50_000);
    expect(endMs()).toBeLessThan(60_000 * 1.01 + 15_200);
  });

  test(`a line that stands still and catches up, and a clock that is a little fast, change no length, each picture ${how}`, () => {
    const { send, passMs, endMs } = setupPaced();
    let ticks = 0;
    for (let minute = 0; minute < 10; minute++) {
      for (let i = 0; i < 50 * 30; i++) {
        send((ticks += FRAME), isShipped);
        passMs((1_000 / 30) * 0.9995);
      }
      passMs(10_000);
      for (let i = 0; i < 10 * 30; i++) send((ticks += FRAME), isShipped);
    }
    expect(Math.abs(endMs() - 600_000)).toBeLessThan(40);
  });
}
