import { randomToken } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isLongRun } from '@klieg/testing/run-length';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ClusterNode, startCluster } from './testing/cluster-harness.ts';
import { prepareTestLoop } from './testing/live-harness.ts';
import { countedMs, FRAGMENT_MS, lengthOn, toldOf as toldIn } from './testing/metered-media.ts';
import type { TestViewer } from './testing/watch-stream.ts';

/* Somebody who pays by the minute watches at several media processes at once: what the site adds up is right. */

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

const toldOf = (meterId: string) => toldIn(cluster.facts, meterId);
const nodesOf = (meterId: string) => new Set(toldOf(meterId).map(({ node }) => node));

/** Closes pages and waits until nothing more is told of their meter. */
async function leave(meterId: string, pages: readonly TestViewer[]): Promise<void> {
  for (const page of pages) page.close();
  let before = -1;
  await eventually(async () => {
    const isSame = toldOf(meterId).length === before;
    before = toldOf(meterId).length;
    if (!isSame) await new Promise((resolve) => setTimeout(resolve, 1_600));
    expect(isSame).toBe(true);
  });
}

test.runIf(isLongRun)(
  'pages of one payer at three processes count once by what is told of the stretches: S11',
  async () => {
    const { streamName } = await cluster.publish(a, 'anna');
    const meterId = randomToken();
    const pages = [a, b, c].map((node) =>
      cluster.watchBy(node, streamName, cluster.payerToken(streamName, meterId)),
    );
    await eventually(() => expect(nodesOf(meterId).size).toBe(3));
    await eventually(() => expect(toldOf(meterId).length).toBeGreaterThan(12));
    // What comes while a page closes is no longer acknowledged.
    const leastMs = lengthOn(pages);
    await leave(meterId, pages);
    expect(countedMs(toldOf(meterId))).toBeGreaterThanOrEqual(leastMs - FRAGMENT_MS);
    expect(countedMs(toldOf(meterId))).toBeLessThanOrEqual(lengthOn(pages) + FRAGMENT_MS);
    expect(new Set(toldOf(meterId).map(({ clock }) => clock)).size).toBe(1);
  },
);

test('a page at an edge counts by HLS and WebSocket on the clock of the origin: S11', async () => {
  const { streamName } = await cluster.publish(a, 'anna');
  const meterId = randomToken();
  const token = cluster.payerToken(streamName, meterId);
  const page = cluster.watchBy(b, streamName, token);
  const below = `${c.base}/live/hls/${streamName}/source`;
  let bytes = 0;
  await eventually(async () => {
    const list = await (await fetch(`${below}/media.m3u8?token=${token}`)).text();
    const segment = list.match(/^seg-.*\.m4s$/gm)?.at(-1);
    const piece = await fetch(`${below}/${segment}?token=${token}`);
    expect(piece.headers.get('x-stream-clock')).toBeNull();
    bytes = piece.ok ? (await piece.arrayBuffer()).byteLength : 0;
    expect(bytes).toBeGreaterThan(0);
  });
  await eventually(() => expect(nodesOf(meterId).size).toBe(2));
  await leave(meterId, [page]);
  expect(new Set(toldOf(meterId).map(({ clock }) => clock)).size).toBe(1);
});

test.runIf(isLongRun)(
  'an edge that is killed and started again counts under another name, and nothing twice: S11',
  async () => {
    const { streamName } = await cluster.publish(a, 'anna');
    const meterId = randomToken();
    const first = cluster.watchBy(b, streamName, cluster.payerToken(streamName, meterId));
    await eventually(() => expect(toldOf(meterId).length).toBeGreaterThan(3));
    b.kill();
    await eventually(() => expect(first.closeCode).toBeDefined());
    const again = await cluster.restart('b');
    const pages = [first];
    // It learns a moment after its start where the stream is.
    await eventually(() => {
      if (pages.length === 1 || pages.at(-1)?.closeCode !== undefined)
        pages.push(cluster.watchBy(again, streamName, cluster.payerToken(streamName, meterId)));
      expect(nodesOf(meterId).size).toBe(2);
    });
    const before = toldOf(meterId).length;
    await eventually(() => expect(toldOf(meterId).length).toBeGreaterThan(before + 2));
    await leave(meterId, pages);
    const gotMs = lengthOn(pages);
    const counted = countedMs(toldOf(meterId));
    // What was not told yet when the process died is lost, in favour of who pays.
    expect(counted).toBeLessThanOrEqual(gotMs + FRAGMENT_MS);
    expect(counted).toBeGreaterThan(gotMs - 1_500);
  },
);

test('a token that overtakes the new name is held at an edge too: S305', async () => {
  const { streamName } = await cluster.publish(a, 'anna');
  const next = randomToken();
  await eventually(async () => {
    const old = cluster.watch(b, streamName);
    await eventually(() => expect(old.frames.length > 0 || old.closeCode !== undefined).toBe(true));
    expect(old.frames.length).toBeGreaterThan(0);
  });
  const page = cluster.watchBy(b, next, cluster.payerToken(next, randomToken()));
  await new Promise((resolve) => setTimeout(resolve, 200));
  cluster.order({ kind: 'rename', broadcastId: 'anna', streamName: next });
  await eventually(() => expect(page.frames.length).toBeGreaterThan(1));
  expect(page.closeCode).toBeUndefined();
});
