import { eventually } from '@klieg/testing/eventually';
import { isLongRun } from '@klieg/testing/run-length';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ClusterNode, startCluster } from './testing/cluster-harness.ts';
import { BROWSER_OFFER } from './testing/browser-offer.ts';
import { decode, prepareTestLoop } from './testing/live-harness.ts';
import { readBoxes, readFragment } from './testing/read-boxes.ts';
import type { TestViewer } from './testing/watch-stream.ts';

/*
 * Three media processes behind one bus, of which some die.
 */

/** The goal for a lost origin and a lost edge. */
/** Goal of a quiet machine, held by a long run. */
const BACK_MS = 5_000;

let loop: Awaited<ReturnType<typeof prepareTestLoop>>;
let cluster: Awaited<ReturnType<typeof startCluster>>;
let a: ClusterNode;
let b: ClusterNode;
let c: ClusterNode;

beforeAll(async () => {
  loop = await prepareTestLoop();
});
beforeEach(async () => {
  cluster = await startCluster(loop.dataDir, ['a', 'b', 'c']);
  [a, b, c] = cluster.nodes as [ClusterNode, ClusterNode, ClusterNode];
});
afterEach(() => cluster.close());
afterAll(() => loop.remove());

const plays = (viewer: TestViewer, more = 10): Promise<void> => {
  const before = viewer.frames.length;
  return eventually(() => expect(viewer.frames.length).toBeGreaterThan(before + more));
};

/** Decode times of the pictures in ticks, chunk by chunk. */
const pictureTimes = (viewer: TestViewer): number[] =>
  viewer.frames
    .filter((frame) => readBoxes(frame)[0]?.type === 'moof')
    .flatMap((frame) => readFragment(frame).find(({ trackId }) => trackId === 1)?.startTicks ?? []);

/** Announcements of a stream reach the others a moment after it is live. */
const known = (node: ClusterNode, streamName: string): Promise<TestViewer> => {
  let viewer: TestViewer | undefined;
  return eventually(async () => {
    if (!viewer || viewer.closeCode !== undefined) viewer = cluster.watch(node, streamName);
    await new Promise((resolve) => setImmediate(resolve));
    expect(viewer.frames.length).toBeGreaterThan(0);
  }).then(() => viewer!);
};

const publishOnce = (node: ClusterNode, broadcastId: string, streamName: string): Promise<Response> =>
  fetch(`${node.base}/live/whip`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${cluster.publishToken(broadcastId, streamName)}`,
      'content-type': 'application/sdp',
    },
    body: BROWSER_OFFER,
  });

test.runIf(isLongRun)(
  'a lost origin: nobody else may publish while it delivers; when its publisher is back at another process, viewers see it, at that process too',
  async () => {
    const publisher = await cluster.publish(a, 'anna');
    const { streamName } = publisher;
    const atB = await known(b, streamName);
    const atC = await known(c, streamName);
    await plays(atB);
    expect((await publishOnce(c, 'anna', streamName)).status).toBe(409);
    publisher.target = c;
    a.kill();
    await eventually(() => expect(cluster.liveAt(c, streamName)).not.toHaveLength(0));
    const { atMs } = cluster.liveAt(c, streamName)[0]!;
    const seen = [atB.frames.length, atC.frames.length];
    await eventually(() => {
      expect(atB.frames.length).toBeGreaterThan(seen[0]! + 2);
      expect(atC.frames.length).toBeGreaterThan(seen[1]! + 2);
    });
    if (isLongRun) expect(performance.now() - atMs).toBeLessThan(BACK_MS);
    await plays(atB, 25);
    for (const viewer of [atB, atC]) {
      expect(viewer.closeCode).toBeUndefined();
      expect(await decode(viewer.frames)).toMatchObject({ broken: 0, width: 640 });
      // For players it is one stream: its time goes on where it stood.
      const times = pictureTimes(viewer);
      expect(times).toEqual([...times].sort((one, other) => one - other));
      expect(times.at(-1)! - times[0]!).toBeLessThan(60 * 90_000);
    }
  },
);

test('a publisher that comes back to another process than the one that waits for it: all viewers see it', async () => {
  const { streamName, child } = await cluster.publish(a, 'anna');
  const atA = cluster.watch(a, streamName);
  const atC = await known(c, streamName);
  await plays(atA);
  child.kill('SIGKILL');
  await eventually(async () => {
    const answer = await publishOnce(b, 'anna', streamName);
    expect(answer.status).toBe(201);
    await fetch(b.base + answer.headers.get('location')!, { method: 'DELETE' });
  });
  await cluster.publish(b, 'anna', streamName);
  // Those who waited at the old origin are asked to come anew, and come to the same process.
  await eventually(() => expect(atA.closeCode).toBe(1001));
  await plays(await known(a, streamName));
  await plays(atC);
  expect(atC.closeCode).toBeUndefined();
});

test('a lost edge: its viewers play at another', async () => {
  const { streamName } = await cluster.publish(a, 'anna');
  const viewer = await known(b, streamName);
  await plays(viewer);
  const killedMs = performance.now();
  b.kill();
  await eventually(() => expect(viewer.closeCode).toBeDefined());
  const again = await known(c, streamName);
  await plays(again, 2);
  if (isLongRun) expect(performance.now() - killedMs).toBeLessThan(BACK_MS);
});
