import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ClusterNode, startCluster } from './testing/cluster-harness.ts';
import { prepareTestLoop } from './testing/live-harness.ts';

/* LL-HLS and WHEP of streams that another process publishes: what the edge answers is what the origin would. */

/** Lists that have a certain part are given to others for so long. */
const LIST_KEPT_MS = 500;

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

const below = (node: ClusterNode, streamName: string) => `${node.base}/live/hls/${streamName}/source`;
const listOf = async (node: ClusterNode, streamName: string, token: string, query = '') =>
  fetch(`${below(node, streamName)}/media.m3u8?token=${token}${query}`);

/** A playlist with parts and two segments. */
async function readList(node: ClusterNode, streamName: string, token: string): Promise<string> {
  let list = '';
  await eventually(async () => {
    const answer = await listOf(node, streamName, token);
    list = answer.ok ? await answer.text() : '';
    expect(list.match(/^seg-.*\.m4s$/gm)?.length ?? 0).toBeGreaterThanOrEqual(2);
    expect(list).toMatch(/PRELOAD-HINT/);
  });
  return list;
}

const hintOf = (list: string) => /PRELOAD-HINT:TYPE=PART,URI="(part-(\d+)\.(\d+)\.m4s)"/.exec(list)!;

/** What an answer says of itself, without what is of the connection. */
const headersOf = (answer: Response) =>
  Object.fromEntries([...answer.headers].filter(([name]) => !/^(date|connection|keep-alive)$/.test(name)));

test('a part that 50 players of an edge wait for is asked of the origin once, with the bytes, numbers and headers of the origin: LIVE-VIDEO-033', async () => {
  const { streamName } = await cluster.publish(a, 'anna');
  const tokens = Array.from({ length: 50 }, (_, i) => cluster.token(streamName, `viewer ${i}`));
  const list = await readList(b, streamName, tokens[0]!);
  const [, hint, msn, part] = hintOf(list);
  const before = (await cluster.stats(b)).relayedHls.asked;
  const sinceMs = performance.now();
  const parts = tokens.map((token) => fetch(`${below(b, streamName)}/${hint}?token=${token}`));
  const lists = tokens.map((token) => listOf(b, streamName, token, `&_HLS_msn=${msn}&_HLS_part=${part}`));
  const bodies = await Promise.all(parts.map(async (one) => Buffer.from(await (await one).arrayBuffer())));
  for (const answer of await Promise.all(lists)) expect(await answer.text()).toContain(`"${hint}"`);
  const own = await fetch(`${below(a, streamName)}/${hint}?token=${tokens[0]}`);
  const bytes = Buffer.from(await own.arrayBuffer());
  expect(bytes.length).toBeGreaterThan(500);
  for (const body of bodies) expect(body.equals(bytes)).toBe(true);
  expect(headersOf(await (await parts[0])!)).toEqual(headersOf(own));
  // A part is kept for longer than this takes; a list is asked for again where the last player came later than it is kept.
  const again = Math.floor((performance.now() - sinceMs) / LIST_KEPT_MS);
  const { asked } = (await cluster.stats(b)).relayedHls;
  expect(asked).toBeGreaterThanOrEqual(before + 2);
  expect(asked).toBeLessThanOrEqual(before + 2 + again);
  // Every name of a list is the same thing at all processes, so that a player may go from one to another.
  for (const name of [/URI="(init-[^"]+)"/.exec(list)![1]!, ...list.match(/^seg-.*\.m4s$/gm)!.slice(-2)]) {
    const got = [a, b, c].map(async (node) => {
      const answer = await fetch(`${below(node, streamName)}/${name}?token=${tokens[0]}`);
      return Buffer.from(await answer.arrayBuffer()).toString('base64');
    });
    expect(new Set(await Promise.all(got)).size).toBe(1);
  }
});

test.runIf(isFullRun)(
  'strange questions are answered by an edge as by the origin, and nothing is held for them',
  async () => {
    const { streamName } = await cluster.publish(a, 'anna');
    const token = cluster.token(streamName, 'one');
    await readList(b, streamName, token);
    const questions = [
      'media.m3u8?_HLS_msn=999999999999',
      'media.m3u8?_HLS_msn=-1',
      'media.m3u8?_HLS_msn=soon',
      'media.m3u8?_HLS_msn=1&_HLS_part=99999',
      'media.m3u8?_HLS_part=1',
      `media.m3u8?_HLS_msn=${'7'.repeat(3_000)}`,
      'part-999999999999.1.m4s?x=1',
      'part-1.-1.m4s?x=1',
      'seg-0.m4s?x=1',
      'init-1.mp4?x=1',
      'nothing?x=1',
    ];
    for (const question of questions) {
      const [own, edge] = await Promise.all(
        [a, b].map(async (node) => {
          const answer = await fetch(`${below(node, streamName)}/${question}&token=${token}`);
          return [answer.status, headersOf(answer), await answer.text()];
        }),
      );
      expect({ question, answer: edge }).toEqual({ question, answer: own });
    }
    for (const node of [a, b])
      expect((await listOf(node, 'unknown', cluster.token('unknown', 'one'))).status).toBe(404);
    await eventually(async () =>
      expect((await cluster.stats(b)).relayedHls).toMatchObject({ waiting: 0, bytes: 0 }),
    );
  },
);

test.runIf(isFullRun)(
  'a right that ends, ends at the edge for what it keeps as well; a new name begins there without what was before',
  async () => {
    const { streamName } = await cluster.publish(a, 'anna');
    const [leaving, staying] = ['leaving', 'staying'].map((session) => cluster.token(streamName, session));
    const list = await readList(b, streamName, staying!);
    const segment = `${below(b, streamName)}/${list.match(/^seg-.*\.m4s$/gm)!.at(-1)}`;
    const whep = [leaving, staying].map((token) => cluster.receiveWhep(b, streamName, token!));
    await eventually(() => {
      for (const { pictures } of whep) expect(pictures).toBeGreaterThan(5);
    });
    const get = async (token: string) => (await fetch(`${segment}?token=${token}`)).status;
    expect([await get(leaving!), await get(staying!)]).toEqual([200, 200]);
    cluster.order({ kind: 'revoke', session: 'leaving' });
    await eventually(async () => expect(await get(leaving!)).toBe(403));
    expect(await get(staying!)).toBe(200);
    await eventually(async () => expect((await cluster.stats(b)).viewers).toBe(1));
    cluster.order({ kind: 'rename', broadcastId: 'anna', streamName: 'private' });
    await eventually(async () => expect(await get(staying!)).toBe(404));
    await eventually(async () => expect((await cluster.stats(b)).viewers).toBe(0));
    expect((await listOf(b, streamName, staying!)).status).toBe(404);
    const fresh = await readList(b, 'private', cluster.token('private', 'payer'));
    expect(fresh.match(/^seg-.*\.m4s$/gm)!.some((name) => list.includes(name))).toBe(false);
    const payer = cluster.receiveWhep(b, 'private', cluster.token('private', 'payer'));
    await eventually(() => expect(payer.pictures).toBeGreaterThan(5));
  },
);

test.runIf(isFullRun)(
  'viewers by WebRTC at an edge share its copy, and stay while their origin is lost and its publisher comes back elsewhere',
  async () => {
    const publisher = await cluster.publish(a, 'anna');
    const { streamName } = publisher;
    const viewers = Array.from({ length: 3 }, (_, i) =>
      cluster.receiveWhep(b, streamName, cluster.token(streamName, `viewer ${i}`)),
    );
    await eventually(() => {
      for (const { pictures, soundPackets } of viewers) {
        expect(pictures).toBeGreaterThan(20);
        expect(soundPackets).toBeGreaterThan(20);
      }
    });
    const [relayed] = (await cluster.stats(b)).relayed;
    expect(relayed!.viewers).toBe(3);
    expect((await cluster.stats(a)).relayLinks).toBe(relayed!.renditions.length);
    publisher.target = c;
    a.kill();
    await eventually(() => expect(cluster.liveAt(c, streamName)).not.toHaveLength(0));
    const seen = viewers.map(({ pictures }) => pictures);
    await eventually(() => {
      for (const [i, { pictures }] of viewers.entries()) expect(pictures).toBeGreaterThan(seen[i]! + 20);
    });
    // By HLS the numbers go on above those of before.
    const token = cluster.token(streamName, 'reader');
    expect((await readList(b, streamName, token)).length).toBeGreaterThan(0);
  },
);

test.runIf(isFullRun)(
  'an edge that dies: its players go on at another, by the numbers that they had',
  async () => {
    const { streamName } = await cluster.publish(a, 'anna');
    const token = cluster.token(streamName, 'one');
    const [, , msn, part] = hintOf(await readList(b, streamName, token));
    const first = cluster.receiveWhep(b, streamName, token);
    await eventually(() => expect(first.pictures).toBeGreaterThan(5));
    b.kill();
    await eventually(async () => {
      const answer = await listOf(c, streamName, token, `&_HLS_msn=${msn}&_HLS_part=${part}`);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain(`part-${msn}.${part}.m4s`);
    });
    const again = cluster.receiveWhep(c, streamName, token);
    await eventually(() => expect(again.pictures).toBeGreaterThan(5));
  },
);
