import { eventually } from '@klieg/testing/eventually';
import { isLongRun } from '@klieg/testing/run-length';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type ClusterNode, startCluster } from './testing/cluster-harness.ts';
import { type ForeignSite, readVideo, startForeignSite } from './testing/foreign-page.ts';
import { prepareTestLoop } from './testing/live-harness.ts';

/*
 * Players of others read lists at one process, and the stream goes on at another one: they know it by its times alone,
 * and give it up where it is refused for some seconds.
 */

let loop: Awaited<ReturnType<typeof prepareTestLoop>>;
let cluster: Awaited<ReturnType<typeof startCluster>>;
let site: ForeignSite;

beforeAll(async () => {
  loop = await prepareTestLoop();
  site = await startForeignSite();
});
beforeEach(async () => {
  cluster = await startCluster(loop.dataDir, ['a', 'b', 'c'], { MEDIA_ORIGINS: site.origin });
});
afterEach(() => cluster.close());
afterAll(async () => {
  await site?.close();
  await loop?.remove();
});

const RENEWED_MS = 20_000;

/** A page with hls.js whose token is renewed as long as it is open; it keeps how long its picture stood. */
async function watch(node: ClusterNode, streamName: string) {
  const token = cluster.token(streamName, 'viewer');
  const renewing = setInterval(() => {
    const headers = { authorization: `Bearer ${cluster.token(streamName, 'viewer')}` };
    const address = `${node.base}/live/hls/t/${token}/${streamName}/token`;
    fetch(address, { method: 'POST', headers }).catch(() => undefined);
  }, RENEWED_MS);
  const page = await site.open('hls.js', `${node.base}/live/hls/${streamName}/index.m3u8?token=${token}`);
  onTestFinished(async () => {
    clearInterval(renewing);
    await page.close();
  });
  await eventually(async () => expect((await readVideo(page)).frames).toBeGreaterThan(60));
  await page.evaluate(() => {
    const video = document.querySelector('video')!;
    const stood = { longestMs: 0 };
    Object.assign(globalThis, { stood });
    let last = performance.now();
    const onPicture = () => {
      stood.longestMs = Math.max(stood.longestMs, performance.now() - last);
      last = performance.now();
      video.requestVideoFrameCallback(onPicture);
    };
    video.requestVideoFrameCallback(onPicture);
  });
  const longestMs = () =>
    page.evaluate(() => (globalThis as unknown as { stood: { longestMs: number } }).stood.longestMs);
  return { page, longestMs };
}

/** It shows what the other process has packaged, and goes on. */
async function expectGoesOn({ page, longestMs }: Awaited<ReturnType<typeof watch>>): Promise<void> {
  const before = await readVideo(page);
  // More than it can have kept of the process before, piece by piece where a machine shows it slowly.
  for (const seconds of [2, 4, 6, 8, 10])
    await eventually(async () => {
      const now = await readVideo(page);
      expect(now.failure).toBeUndefined();
      expect(now.seconds).toBeGreaterThan(before.seconds + seconds);
    });
  // A slow machine shows fewer pictures a second.
  await eventually(async () => expect((await readVideo(page)).frames).toBeGreaterThan(before.frames + 50));
  process.stdout.write(`the picture by hls.js stood for ${Math.round(await longestMs())} ms at most\n`);
}

test('hls.js goes on where a stream has come to another process that takes it over (LIVE-VIDEO-022)', async () => {
  const [a, b, c] = cluster.nodes as [ClusterNode, ClusterNode, ClusterNode];
  const { streamName } = await cluster.publish(a, 'anna');
  const viewer = await watch(c, streamName);
  void cluster.drain(a, 60_000);
  await cluster.publish(b, 'anna', streamName);
  await eventually(() => expect(cluster.liveAt(b, streamName)).toHaveLength(1));
  await expectGoesOn(viewer);
});

test.runIf(isLongRun)(
  'hls.js goes on where a stream comes to another process after its own was killed (LIVE-VIDEO-022)',
  async () => {
    const [a, b, c] = cluster.nodes as [ClusterNode, ClusterNode, ClusterNode];
    const publisher = await cluster.publish(a, 'anna');
    const viewer = await watch(c, publisher.streamName);
    publisher.target = b;
    a.kill();
    await eventually(() => expect(cluster.liveAt(b, publisher.streamName)).toHaveLength(1));
    await expectGoesOn(viewer);
  },
);
