import { eventually } from '@klieg/testing/eventually';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ClusterNode, startCluster } from './testing/cluster-harness.ts';
import { type ForeignSite, readVideo, startForeignSite } from './testing/foreign-page.ts';
import { prepareTestLoop } from './testing/live-harness.ts';
import { playWhepHere } from './testing/whep-plain-page.ts';

/* Players of a real Chromium, on a page of another origin, that reach an edge alone. */

let loop: Awaited<ReturnType<typeof prepareTestLoop>>;
let cluster: Awaited<ReturnType<typeof startCluster>>;
let site: ForeignSite;
let a: ClusterNode;
let b: ClusterNode;

beforeAll(async () => {
  loop = await prepareTestLoop();
  site = await startForeignSite();
  cluster = await startCluster(loop.dataDir, ['a', 'b'], { MEDIA_ORIGINS: site.origin });
  [a, b] = cluster.nodes as [ClusterNode, ClusterNode];
});
afterAll(async () => {
  cluster?.close();
  await site?.close();
  await loop?.remove();
});

test('a real Chromium plays WHEP, and hls.js plays LL-HLS, from an edge: LIVE-VIDEO-033', async () => {
  const { streamName } = await cluster.publish(a, 'anna');
  const address = `${b.base}/live/hls/${streamName}/index.m3u8`;
  await eventually(async () => {
    const answer = await fetch(`${address}?token=${cluster.token(streamName, 'first')}`);
    expect(answer.status).toBe(200);
  });
  const whep = await site.openEmpty();
  await playWhepHere(whep, `${b.base}/live/whep/${streamName}`, cluster.token(streamName, 'whep'));
  const plays = (page: typeof whep) =>
    eventually(async () => {
      const played = await readVideo(page);
      expect(played.failure).toBeUndefined();
      expect(played.frames).toBeGreaterThan(20);
      expect(played.width).toBeGreaterThan(0);
    });
  await plays(whep);
  // Looked at now: nobody renews the right of this page.
  expect((await cluster.stats(b)).viewers).toBe(1);
  expect((await cluster.stats(a)).viewers).toBe(0);
  await plays(await site.open('hls.js', `${address}?token=${cluster.token(streamName, 'hls')}`));
});
