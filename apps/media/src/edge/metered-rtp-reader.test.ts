import { expect, test } from 'vitest';
import { joinSpans, lengthOf, type MediaSpan } from '../control/media-spans.ts';
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
      lose: (_meter, spans) => void (lostMs += lengthOf(spans)),
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
