import { eventually, EVENTUALLY_MS } from '@klieg/testing/eventually';
import { isLongRun } from '@klieg/testing/run-length';
import { assertPlaylist, playlistText } from '@klieg/testing/hls';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ClusterNode, startCluster } from './testing/cluster-harness.ts';
import { BROWSER_OFFER } from './testing/browser-offer.ts';
import { isNginxInstalled, startLiveNginx } from './testing/live-nginx.ts';
import { decode, prepareTestLoop } from './testing/live-harness.ts';
import type { TestViewer } from './testing/watch-stream.ts';

/*
 * Three media processes behind one bus: one is the origin of a stream, the others are its edges.
 */

/** The goal for a right that is taken away. */
/** Goal of a quiet machine, held by a long run. */
const REVOKED_MS = 2_000;

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

test('a stream published to one process plays at the others, fetched once per rendition for all of their viewers', async () => {
  const { streamName } = await cluster.publish(a, 'anna');
  await known(b, streamName);
  const atB = Array.from({ length: 5 }, () => cluster.watch(b, streamName));
  const atC = [await known(c, streamName), cluster.watch(c, streamName)];
  await Promise.all([...atB, ...atC].map((viewer) => plays(viewer, 25)));
  for (const viewer of [atB[4]!, atC[1]!]) {
    const decoded = await decode(viewer.frames);
    expect(decoded).toMatchObject({ width: 640, height: 360, broken: 0 });
    expect(decoded['pictures']).toBeGreaterThanOrEqual(40);
    expect(decoded['soundMs']).toBeGreaterThanOrEqual(1_500);
  }
  // Edges fetch what the origin has: the source, a smaller one and the sound.
  await eventually(async () => {
    const { renditions } = cluster.liveAt(a, streamName).at(-1)!;
    expect(renditions).toEqual(['source', '240p', 'audio']);
    expect((await cluster.stats(a)).relayLinks).toBe(2 * renditions.length);
    expect((await cluster.stats(b)).relayed).toEqual([{ viewers: 6, renditions }]);
  });
  const small = cluster.watch(b, streamName, 'small', '&rendition=240p');
  await plays(small);
  expect(await decode(small.frames)).toMatchObject({ height: 240, broken: 0 });
  expect((await cluster.stats(a)).relayLinks).toBe(6);
  for (const viewer of [...atB, ...atC]) expect(viewer.closeCode).toBeUndefined();
});

test.runIf(isLongRun)(
  'HLS and WHEP play through a process that is not the origin, and show nothing of where that is (LIVE-VIDEO-033)',
  async () => {
    const { streamName } = await cluster.publish(a, 'anna');
    const token = cluster.token(streamName, 'one');
    await known(b, streamName);
    const below = `${b.base}/live/hls/${streamName}`;
    let playlist = '';
    await eventually(async () => {
      const answer = await fetch(`${below}/source/media.m3u8?token=${token}`);
      playlist = answer.ok ? await answer.text() : '';
      expect(playlist.match(/^seg-.*\.m4s$/gm)?.length ?? 0).toBeGreaterThanOrEqual(2);
    });
    const master = await playlistText(await fetch(`${below}/index.m3u8?token=${token}`));
    assertPlaylist(master);
    expect(master).toContain('source/media.m3u8');
    const names = [/#EXT-X-MAP:URI="([^"]+)"/.exec(playlist)![1]!, ...playlist.match(/^seg-.*\.m4s$/gm)!];
    const bytes = await Promise.all(
      names.map(async (name) =>
        Buffer.from(await (await fetch(`${below}/source/${name}?token=${token}`)).arrayBuffer()),
      ),
    );
    expect(await decode(bytes)).toMatchObject({ width: 640, height: 360, broken: 0 });
    expect((await fetch(`${below}/source/media.m3u8?token=st_x.y`)).status).toBe(403);

    const whep = cluster.receiveWhep(b, streamName, token);
    await eventually(() => expect(whep.pictures).toBeGreaterThan(30));
    expect(whep.soundPackets).toBeGreaterThan(20);
    expect(whep.resource).toMatch(
      new RegExp(`^${b.base}/live/whep/${streamName}/[0-9a-f]{12}\\.[\\w-]{22}$`),
    );
    expect([master, playlist].join()).not.toContain(String(a.port));
    const stranger = cluster.receiveWhep(b, streamName, 'st_x.y');
    await eventually(() => expect(stranger.refused).toContain('401'));
    // The resource is at the process that was asked, and is left through any.
    expect([(await cluster.stats(a)).viewers, (await cluster.stats(b)).viewers]).toEqual([0, 2]);
    whep.leave();
    await eventually(async () => expect((await cluster.stats(b)).viewers).toBe(1));
    // Whoever has left is told so again, and nobody else.
    const leaveBy = async (resource: string) => (await fetch(resource, { method: 'DELETE' })).status;
    const atOther = whep.resource.replace(b.base, c.base);
    expect(await leaveBy(atOther)).toBe(200);
    expect(await leaveBy(atOther.replace(/.{4}$/, 'AAAA'))).toBe(404);
    expect(await leaveBy(atOther.replace(streamName, 'another'))).toBe(404);
  },
);

test.runIf(isLongRun)(
  'a publisher leaves through another process than the one that has it, and a picture is found there too',
  async () => {
    const { streamName } = await cluster.publish(a, 'anna');
    await known(c, streamName);
    await eventually(async () => {
      const answer = await cluster.internal(b, `/internal/thumb/${streamName}?w=320&kind=webp`);
      expect(answer.headers.get('content-type')).toBe('image/webp');
      expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 8, 12)).toBe('WEBP');
    });
    const posted = await publishOnce(b, 'bella', 'bella');
    const location = posted.headers.get('location')!;
    expect(location).toMatch(/^\/live\/whip\/[0-9a-f]{12}\.[\w-]{22}$/);
    expect((await fetch(c.base + location, { method: 'DELETE' })).status).toBe(200);
    expect((await fetch(c.base + location, { method: 'DELETE' })).status).toBe(200);
    const guess = location.replace(/.{4}$/, 'AAAA');
    expect((await fetch(c.base + guess, { method: 'DELETE' })).status).toBe(404);
    expect((await fetch(`${b.base}/internal/live${location}`, { method: 'DELETE' })).status).toBe(404);
    // Whoever else publishes is not touched.
    await plays(await known(c, streamName));
  },
);

test('a revocation closes a viewer at an edge, and nobody else (LIVE-VIDEO-033)', async () => {
  const { streamName } = await cluster.publish(a, 'anna');
  await known(b, streamName);
  const revoked = cluster.watch(b, streamName, 'revoked');
  const stays = cluster.watch(b, streamName, 'stays');
  await plays(revoked);
  const orderedMs = performance.now();
  cluster.order({ kind: 'revoke', session: 'revoked' });
  await eventually(() => expect(revoked.closeCode).toBe(4401));
  if (isLongRun) expect(performance.now() - orderedMs).toBeLessThan(REVOKED_MS);
  await plays(stays);
  cluster.order({ kind: 'rename', broadcastId: 'anna', streamName: 'private' });
  await eventually(() => expect(stays.closeCode).toBe(4409));
  const renamed = await known(c, 'private');
  cluster.order({ kind: 'stop', broadcastId: 'anna' });
  await eventually(() => expect(renamed.closeCode).toBe(4404));
});

test('without the internal key nothing of another process is to be had', async () => {
  const { streamName } = await cluster.publish(a, 'anna');
  for (const path of [`/internal/relay/${streamName}?rendition=source`, `/internal/live/thumb/${streamName}`])
    expect((await fetch(a.base + path)).status).toBe(404);
  expect((await fetch(`${a.base}/internal/live/hls/${streamName}/index.m3u8`)).status).toBe(404);
  const forged = await fetch(`${a.base}/internal/live/whep/${streamName}`, {
    method: 'POST',
    headers: { 'x-internal-secret': 'x'.repeat(64) },
  });
  expect(forged.status).toBe(404);
});

test.runIf(isLongRun && isNginxInstalled)(
  'behind nginx readers of HLS get a stream from whichever process it chooses, also when one of them dies',
  async () => {
    const { streamName } = await cluster.publish(a, 'anna');
    // Both are edges, so that whatever is read has come over the relay.
    const nginx = await startLiveNginx(b.port, c.port);
    try {
      const ask = async (path: string) => {
        const token = cluster.token(streamName, 'reader');
        const answer = await fetch(
          `http://127.0.0.1:${nginx.port}/live/hls/${streamName}/source/${path}?token=${token}`,
          { signal: AbortSignal.timeout(EVENTUALLY_MS / 4) },
        );
        expect(answer.status).toBe(200);
        return Buffer.from(await answer.arrayBuffer());
      };
      const newest = async () => {
        const names = [...String(await ask('media.m3u8')).matchAll(/PART:[^\n]*URI="(part-[^"]+)"/g)];
        expect(names.length).toBeGreaterThan(0);
        return names.at(-1)![1]!;
      };
      let first = '';
      await eventually(async () => void (first = await newest()));
      expect((await ask(first)).length).toBeGreaterThan(500);
      b.kill();
      let later = first;
      await eventually(async () => {
        later = await newest();
        expect(later).not.toBe(first);
      });
      expect((await ask(later)).length).toBeGreaterThan(500);
    } finally {
      nginx.stop();
    }
  },
);
