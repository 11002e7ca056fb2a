import { expect, test } from 'vitest';
import { joinSpans, lengthOf, type MediaSpan } from '../../control/media-spans.ts';
import { makeUnanswered } from '../../control/unanswered.ts';
import { makeMeteredRtpReader } from './metered-rtp-reader.ts';
import { makeMediaPacket } from './media-packet.ts';
import { VIDEO_SSRC } from './rtp-outlet.ts';

const NO_REPORT = { lastReport: 0, delaySinceReport: 0 };

function setup() {
  let nowMs = 0;
  let spans: readonly MediaSpan[] = [];
  let sent = 0;
  let isClosed = false;
  let lostMs = 0;
  const unanswered = makeUnanswered(() => nowMs);
  const packets = [makeMediaPacket(Buffer.alloc(10), true)];
  let sequence = 65_500;
  const reader = makeMeteredRtpReader({
    viewer: {
      hasVideo: true,
      hasAudio: true,
      line: undefined,
      isReady: () => true,
      figures: () => ({ packetsRepeated: 0, picturesDropped: 0 }),
      report: () => {},
      send(track, { streamMs }) {
        sent += 1;
        reader.onSent(track, sequence, streamMs);
      },
      close: () => void (isClosed = true),
    },
    meter: { meterId: 'm' },
    deliveries: {
      lose({ meterId }, spans) {
        lostMs += lengthOf(spans);
        unanswered.add(meterId, lengthOf(spans));
      },
      mayBegin: ({ meterId }) => !unanswered.isTooMuch(meterId),
      count: (_meter, { startMs, endMs }) => void (spans = joinSpans(spans, { startMs, endMs })),
    },
    clock: () => ({ name: 'c', aheadMs: 0 }),
    now: () => nowMs,
  });
  return {
    reader,
    /** Sends pictures for so long, each as one packet. */
    play(ms: number) {
      for (let at = 0; at < ms; at += 40) {
        reader.send('video', { packets, ticks: nowMs * 90, streamMs: nowMs, isKey: false });
        sequence = (sequence + 1) & 0xffff;
        nowMs += 40;
      }
    },
    report: (lostShare = 0, back = 1) =>
      reader.onReport({ ...NO_REPORT, ssrc: VIDEO_SSRC, lostShare, sequence: (sequence - back) & 0xffff }),
    countedMs: () => lengthOf(spans),
    sent: () => sent,
    lostMs: () => lostMs,
    isClosed: () => isClosed,
  };
}

test('what was sent counts once a report has reached it, also where the numbers begin anew: S11', () => {
  const { play, report, countedMs } = setup();
  play(2_000);
  expect(countedMs()).toBe(0);
  report(0, 11);
  expect(countedMs()).toBe(1_560);
  report();
  expect(countedMs()).toBe(1_960);
  play(400);
  report();
  report();
  expect(countedMs()).toBe(2_360);
});

test('a viewer that says that most was lost is not charged for it, and is sent nothing more after a while', () => {
  const { play, report, countedMs, isClosed } = setup();
  for (let i = 0; i < 6; i++) {
    play(1_000);
    report(0.9);
  }
  expect(countedMs()).toBe(0);
  expect(isClosed()).toBe(true);
});

test('what a viewer says was lost was sent in vain, so that coming again each time plays no longer: S11', () => {
  const { reader, play, report, lostMs } = setup();
  for (let i = 0; i < 4; i++) {
    play(1_000);
    report(1);
  }
  play(400);
  reader.end();
  expect(lostMs()).toBeGreaterThan(4_200);
  expect(lostMs()).toBeLessThanOrEqual(4_400);
});

test('a viewer that says of nearly all that it was lost, and of a little that it came, is closed: S11', () => {
  const { play, report, countedMs, isClosed } = setup();
  let ms = 0;
  for (; ms < 120_000 && !isClosed(); ms += 1_000) {
    play(960);
    report(1);
    play(40);
    report();
  }
  expect(isClosed()).toBe(true);
  expect(ms).toBeLessThan(30_000);
  expect(countedMs()).toBeLessThan(2_000);
});

test('one line in which half a second was lost now and then goes on: S11', () => {
  const { play, report, isClosed } = setup();
  for (let i = 0; i < 120; i++) {
    play(500);
    report(i % 20 === 0 ? 0.8 : 0);
  }
  expect(isClosed()).toBe(false);
});

test('a viewer without reports is closed, and nothing counts: S11', () => {
  const { reader, play, countedMs, lostMs, sent, isClosed } = setup();
  play(8_000);
  reader.end();
  expect(lostMs()).toBeGreaterThan(4_000);
  expect(countedMs()).toBe(0);
  expect(isClosed()).toBe(true);
  expect(sent()).toBeLessThan(130);
});

test('reports of what was not sent and of other sources count nothing', () => {
  const { reader, play, countedMs } = setup();
  play(400);
  reader.onReport({ ...NO_REPORT, ssrc: 99, lostShare: 0, sequence: 65_505 });
  reader.onReport({ ...NO_REPORT, ssrc: VIDEO_SSRC, lostShare: 0, sequence: 30_000 });
  expect(countedMs()).toBe(0);
});
