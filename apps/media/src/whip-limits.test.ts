import { eventually } from '@klieg/testing/eventually';
import { isFullRun, isLongRun } from '@klieg/testing/run-length';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startHarness } from './testing/live-harness.ts';
import { type PacketPublisher, publishPackets } from './testing/publish-packets.ts';
import { PPS, SPS_360 } from './testing/rtp-packets.ts';

/* What a publisher by WHIP may send at most, through a real connection. */

/** Parameter set of a stream of 3840x2160 pictures, constrained baseline, as x264 writes it. */
const SPS_2160 = Buffer.from('6742c033d9003c0043ec044000000300400000030083c60c92', 'hex');

let harness: Awaited<ReturnType<typeof startHarness>>;
const publishers: PacketPublisher[] = [];

beforeAll(async () => {
  harness = await startHarness('', { transcodeCores: 0, maxKbps: 2_500 });
});
afterEach(() => {
  for (const publisher of publishers.splice(0)) publisher.close();
});
afterAll(() => harness.close());

async function publish(broadcastId: string, more: { sps?: Buffer; fps?: number; kbps?: number }) {
  const token = harness.publishToken(broadcastId, `stream_${broadcastId}`);
  const publisher = await publishPackets({ base: harness.base, token, sps: SPS_360, pps: PPS, ...more });
  publishers.push(publisher);
  return publisher;
}

test('a publisher is told in the answer how much is taken', async () => {
  expect(await publish('told', {})).toMatchObject({ kbpsTaken: 2_500 });
});

const LIMITS = [
  ['a picture of 4K', 'picture_size', { sps: SPS_2160 }, /more than 2560x1440.*Settings, Video/],
  ['120 pictures a second', 'picture_rate', { fps: 120 }, /more than 60 pictures.*Common FPS Values/],
  ['25,000 kbit/s', 'bitrate_limit', { kbps: 25_000 }, /more than 12,000 kbit\/s.*Bitrate/],
] as const;
test.runIf(isFullRun).each(LIMITS.filter(([, name]) => isLongRun || name !== 'picture_rate'))(
  '%s ends that broadcast with a reason for the model, and no other',
  async (_what, name, sent, text) => {
    const usual = await publish(`usual_${name}`, {});
    await publish(name, sent);
    await eventually(() =>
      expect(harness.factsOf('refused', name)).toMatchObject([
        { code: name, text: expect.stringMatching(text) },
      ]),
    );
    // What had been live is told as gone; what was too large never was.
    const [wasLive] = harness.factsOf('live', name);
    expect(harness.factsOf('gone', name)).toHaveLength(wasLive ? 1 : 0);
    expect(usual.isConnected).toBe(true);
    expect(harness.factsOf('refused', `usual_${name}`)).toEqual([]);
    expect(harness.factsOf('live', `usual_${name}`).length).toBeGreaterThan(0);
  },
);
