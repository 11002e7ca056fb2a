import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { BROWSER_OFFER } from './testing/browser-offer.ts';
import { startCluster } from './testing/cluster-harness.ts';
import { connectPage, isReady, type PageClient, sendPictures } from './ws-ingest/testing/page-client.ts';

/* A media process that ends when all whom it serves have gone on at another one. */

let cluster: Awaited<ReturnType<typeof startCluster>>;
afterEach(() => cluster.close());

const LIMIT_MS = 60_000;

function publishPage(port: number, token: string): PageClient {
  const page = connectPage(port, token);
  page.say({ hello: { sound: false } });
  const pictures = sendPictures(page);
  onTestFinished(() => {
    pictures.stop();
    page.close();
  });
  return page;
}

const moveTokenOf = ({ told }: PageClient): string | undefined =>
  told.flatMap((one) => ('move' in one ? [one.move] : []))[0];

test('a drained process sends viewers to others, then their publisher, and is empty without a cut for anybody', async () => {
  cluster = await startCluster('', ['leaves', 'stays']);
  const [leaves, stays] = cluster.nodes as [(typeof cluster.nodes)[0], (typeof cluster.nodes)[0]];
  const first = publishPage(leaves.port, cluster.publishToken('anna', 'stream-of-anna'));
  await eventually(() => expect(cluster.liveAt(leaves, 'stream-of-anna').length).toBeGreaterThan(0));
  const here = cluster.watch(leaves, 'stream-of-anna');
  const there = cluster.watch(stays, 'stream-of-anna');
  await eventually(() => {
    expect(here.frames.length).toBeGreaterThan(10);
    expect(there.frames.length).toBeGreaterThan(10);
  });

  const drained = cluster.drain(leaves, LIMIT_MS);
  await eventually(() => expect(here.texts).toContain('{"move":true}'));
  // Viewers first: a publisher that went before them would take their picture along.
  expect(moveTokenOf(first)).toBeUndefined();
  expect(there.texts).not.toContain('{"move":true}');
  // Nobody new comes in.
  const refused = cluster.watch(leaves, 'stream-of-anna');
  await eventually(() => expect(refused.closeCode).toBe(1006));
  const other = connectPage(leaves.port, cluster.publishToken('bela', 'stream-of-bela'));
  other.say({ hello: { sound: false } });
  await eventually(() => expect(other.closeCode).toBe(1006));
  const whep = await fetch(`${leaves.base}/live/whep/stream-of-anna`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${cluster.token('stream-of-anna', 'w')}`,
      'content-type': 'application/sdp',
    },
    body: 'v=0',
  });
  expect(whep.status).toBe(503);

  const moved = cluster.watch(stays, 'stream-of-anna');
  await eventually(() => expect(moved.frames.length).toBeGreaterThan(3));
  expect(here.closeCode).toBeUndefined();
  here.close();
  await eventually(() => expect(moveTokenOf(first)).toBeDefined());
  const second = publishPage(stays.port, moveTokenOf(first)!);
  await eventually(() => expect(isReady(second)).toBe(true));
  await eventually(() => expect(cluster.liveAt(stays, 'stream-of-anna').length).toBeGreaterThan(0));
  // The first connection has served its time, and is closed by the process that leaves.
  await eventually(() => expect(first.closeCode).toBe(4409));
  expect(await drained).toBe('empty');
  const before = [moved.frames.length, there.frames.length];
  leaves.kill();
  await eventually(() => {
    expect(moved.frames.length).toBeGreaterThan(before[0]! + 20);
    expect(there.frames.length).toBeGreaterThan(before[1]! + 20);
  });
  expect([moved.closeCode, there.closeCode]).toEqual([undefined, undefined]);
  const gone = cluster.facts.flatMap((fact) => (fact.kind === 'gone' ? [fact.reason] : []));
  expect(gone).toEqual(['replaced']);
});

test('a publisher who is sent on while the stream gets another name comes in under the new one', async () => {
  cluster = await startCluster('', ['leaves', 'stays']);
  const [leaves, stays] = cluster.nodes as [(typeof cluster.nodes)[0], (typeof cluster.nodes)[0]];
  const first = publishPage(leaves.port, cluster.publishToken('anna', 'stream-of-anna'));
  await eventually(() => expect(cluster.liveAt(leaves, 'stream-of-anna').length).toBeGreaterThan(0));
  void cluster.drain(leaves, LIMIT_MS);
  await eventually(() => expect(moveTokenOf(first)).toBeDefined());
  // A private begins between the token and its use.
  cluster.order({ kind: 'rename', broadcastId: 'anna', streamName: 'in-private' });
  await eventually(() => expect(cluster.liveAt(leaves, 'in-private').length).toBeGreaterThan(0));
  const before = cluster.facts.length;
  publishPage(stays.port, moveTokenOf(first)!);
  await eventually(() => expect(cluster.liveAt(stays, 'in-private').length).toBeGreaterThan(0));
  expect(cluster.liveAt(stays, 'stream-of-anna')).toEqual([]);
  const names = cluster.facts
    .slice(before)
    .flatMap((fact) => (fact.kind === 'live' ? [fact.streamName] : []));
  expect(new Set(names)).toEqual(new Set(['in-private']));
});

test('a publisher by WHIP is given the right to go on elsewhere when it shows the one by which it came', async () => {
  cluster = await startCluster('', ['leaves', 'stays']);
  const [leaves] = cluster.nodes as [(typeof cluster.nodes)[0]];
  const token = cluster.publishToken('anna', 'stream-of-anna');
  const contentType = { 'content-type': 'application/sdp' };
  const authorization = { authorization: `Bearer ${token}` };
  const posted = await fetch(`${leaves.base}/live/whip`, {
    method: 'POST',
    headers: { ...contentType, ...authorization },
    body: BROWSER_OFFER,
  });
  expect(posted.status).toBe(201);
  const place = `${leaves.base}${posted.headers.get('location')}`;
  const ask = async (headers: Record<string, string> = {}) => {
    const given = { 'content-type': 'application/trickle-ice-sdpfrag', ...headers };
    const answer = await fetch(place, { method: 'PATCH', headers: given, body: '' });
    expect(answer.status).toBe(204);
    return answer.headers.get('klieg-move');
  };
  expect(await ask(authorization)).toBeNull();
  void cluster.drain(leaves, LIMIT_MS);
  await eventually(async () => expect(await ask(authorization)).toMatch(/^st_/u));
  // Nor does the address alone, which stands in logs, or a right to something else.
  const others = [cluster.publishToken('bela', 'stream-of-bela'), cluster.token('stream-of-anna', 'v'), 'x'];
  for (const other of others) expect(await ask({ authorization: `Bearer ${other}` })).toBeNull();
  expect(await ask()).toBeNull();
});

test.runIf(isFullRun)(
  'of two that are asked at the same time one stays until the other has been started anew',
  async () => {
    cluster = await startCluster('', ['one', 'two']);
    const { nodes } = cluster;
    const page = publishPage(nodes[0]!.port, cluster.publishToken('anna', 'stream-of-anna'));
    await eventually(() => expect(cluster.liveAt(nodes[0]!, 'stream-of-anna').length).toBeGreaterThan(0));
    for (const node of nodes) cluster.signal(node, 'SIGUSR2');
    await eventually(() => {
      const token = moveTokenOf(page);
      if (nodes.every((node) => !cluster.hasEnded(node)) && token === undefined)
        throw new Error('nobody leaves');
    });
    const gone = nodes.find(cluster.hasEnded);
    const stays = nodes.find((node) => node !== (gone ?? nodes[0]))!;
    // The publisher was served by the one that leaves, and is asked; or by the one that stays, and goes on.
    if (!gone) {
      const moved = publishPage(stays.port, moveTokenOf(page)!);
      await eventually(() => expect(isReady(moved)).toBe(true));
      await eventually(() => expect(cluster.hasEnded(nodes[0]!)).toBe(true));
    }
    const viewer = cluster.watch(stays, 'stream-of-anna');
    await eventually(() => expect(viewer.frames.length).toBeGreaterThan(3));
    expect(cluster.hasEnded(stays)).toBe(false);
    const next = await cluster.restart(gone?.name ?? nodes[0]!.name);
    // Now there is somebody to go to.
    await eventually(() => expect(viewer.texts).toContain('{"move":true}'));
    viewer.close();
    expect(cluster.hasEnded(next)).toBe(false);
  },
);

test('who does not go stays until the limit, and comes back elsewhere when the process has ended', async () => {
  cluster = await startCluster('', ['leaves', 'stays']);
  const [leaves, stays] = cluster.nodes as [(typeof cluster.nodes)[0], (typeof cluster.nodes)[0]];
  const page = publishPage(leaves.port, cluster.publishToken('anna', 'stream-of-anna'));
  const viewer = cluster.watch(leaves, 'stream-of-anna');
  await eventually(() => expect(viewer.frames.length).toBeGreaterThan(3));
  // Neither goes, whatever they are told.
  expect(await cluster.drain(leaves, 1_500)).toBe('late');
  expect([page.closeCode, viewer.closeCode]).toEqual([undefined, undefined]);
  leaves.kill();
  await eventually(() => expect(viewer.closeCode).toBe(1006));
  const second = publishPage(stays.port, cluster.publishToken('anna', 'stream-of-anna'));
  await eventually(() => expect(isReady(second)).toBe(true));
});

test('a process that is alone asks nobody to go, and takes nobody new', async () => {
  cluster = await startCluster('', ['alone']);
  const [alone] = cluster.nodes as [(typeof cluster.nodes)[0]];
  const page = publishPage(alone.port, cluster.publishToken('anna', 'stream-of-anna'));
  const viewer = cluster.watch(alone, 'stream-of-anna');
  await eventually(() => expect(viewer.frames.length).toBeGreaterThan(3));
  expect(await cluster.drain(alone, LIMIT_MS)).toBe('alone');
  expect([page.closeCode, viewer.closeCode]).toEqual([undefined, undefined]);
  expect(viewer.texts).not.toContain('{"move":true}');
});
