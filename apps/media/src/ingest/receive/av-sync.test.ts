import { expect, test } from 'vitest';
import { makeAvSync } from './av-sync.ts';
import type { SenderReport } from '../rtp/rtcp.ts';

const report = (ntpMs: number): SenderReport => ({ ssrc: 1, ntpMs, ntpMiddle: 0, rtpTimestamp: 0 });

test('before reports the order of arrival decides', () => {
  const sync = makeAvSync();
  sync.onPacket('video', 90_000, 5_000);
  sync.onPacket('audio', 48_000, 5_030);
  expect(sync.audioOnVideoMs(48_000)).toBeCloseTo(1_030);
  expect(sync.audioOnVideoMs(48_960)).toBeCloseTo(1_050);
});

test("with reports of both tracks the sender's own clock decides", () => {
  const sync = makeAvSync();
  sync.onPacket('video', 90_000, 5_000);
  sync.onPacket('audio', 48_000, 5_030);
  sync.onReport('video', report(700_000), 90_000);
  expect(sync.audioOnVideoMs(48_000)).toBeCloseTo(1_030);
  sync.onReport('audio', report(699_920), 48_000);
  expect(sync.audioOnVideoMs(48_000)).toBeCloseTo(920);
});

test('reports that put the tracks seconds apart are not believed', () => {
  const sync = makeAvSync();
  sync.onPacket('video', 0, 0);
  sync.onPacket('audio', 0, 0);
  sync.onReport('video', report(0), 0);
  sync.onReport('audio', report(60_000), 0);
  expect(sync.audioOnVideoMs(0)).toBe(0);
});

test('with one track only there is nothing to relate', () => {
  const sync = makeAvSync();
  sync.onPacket('audio', 0, 0);
  expect(sync.audioOnVideoMs(0)).toBeUndefined();
  sync.onPacket('video', 0, 0);
  sync.reset('audio');
  expect(sync.audioOnVideoMs(0)).toBeUndefined();
});
