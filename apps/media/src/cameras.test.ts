import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LiveBroadcast, MEDIA_COMMANDS } from '@klieg/contract/media';
import { randomToken } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ClusterPublisher, startCluster } from './testing/cluster-harness.ts';
import { prepareTestLoop, startHarness } from './testing/live-harness.ts';

/* Cameras that one person shows to few: what is made of them, and who gets them in a session of five on two processes. */

let loop: Awaited<ReturnType<typeof prepareTestLoop>>;
beforeAll(async () => {
  loop = await prepareTestLoop();
});
afterAll(() => loop.remove());

const silent = { hasSound: false };

describe('of a camera', () => {
  let harness: Awaited<ReturnType<typeof startHarness>>;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'klieg-camera-'));
    harness = await startHarness(
      loop.dataDir,
      { thumbnailMs: 100, healthMs: 500, transcodeCores: 2 },
      { recording: { folder, handOver: () => Promise.resolve(true), retryMs: 1_000 } as never },
    );
  });
  afterAll(async () => {
    await harness.close();
    await rm(folder, { recursive: true, force: true });
  });

  const renditionsOf = (id: string) => (harness.factsOf('live', id).at(-1) as LiveBroadcast).renditions;

  test('no smaller rendition, live picture or recording is made, and every fact says what it is (LIVE-VIDEO-028)', async () => {
    const { streamName: room } = await harness.publish('room');
    const { streamName } = await harness.publish('camera', undefined, silent);
    const viewers = [harness.watch(streamName), harness.watch(room)];
    harness.bus.publish(MEDIA_COMMANDS, { kind: 'record', broadcastId: 'camera', recordingId: 'tape' });
    harness.bus.publish(MEDIA_COMMANDS, { kind: 'await_viewer', streamName });
    // The room beside it has all of that by now.
    await eventually(async () => {
      expect(renditionsOf('room')).toContain('240p');
      expect((await harness.internal(`/internal/thumb/${room}`)).status).toBe(200);
      expect(viewers[0]!.frames.length).toBeGreaterThan(10);
      expect(harness.factsOf('health', 'camera').length).toBeGreaterThan(0);
    });
    expect(renditionsOf('camera')).toEqual(['source']);
    for (const fact of harness.factsOf('live', 'camera')) expect(fact).toMatchObject({ isCamera: true });
    for (const fact of harness.factsOf('health', 'camera')) expect(fact).toMatchObject({ isCamera: true });
    expect(harness.factsOf('live', 'room')[0]).not.toHaveProperty('isCamera');
    expect((await harness.internal(`/internal/thumb/${streamName}`)).status).toBe(404);
    expect((await readdir(folder, { recursive: true })).filter((name) => name.includes('tape'))).toEqual([]);
    harness.bus.publish(MEDIA_COMMANDS, { kind: 'stop', broadcastId: 'camera' });
    expect(harness.factsOf('gone', 'camera')).toMatchObject([{ isCamera: true, reason: 'stopped' }]);
    await eventually(() => expect(viewers[0]!.closeCode).toBeDefined());
  });

  test('sound goes on only where it was agreed', async () => {
    await harness.publish('mute', undefined, silent);
    await harness.publish('heard', undefined, { hasSound: true });
    expect(harness.factsOf('live', 'mute')).toMatchObject([{ hasAudio: false }]);
    expect(harness.factsOf('live', 'heard')).toMatchObject([{ hasAudio: true }]);
  });
});

test('cameras and broadcasts have places of their own: neither keeps the other out', async () => {
  const harness = await startHarness(loop.dataDir, { publishersMax: 1 });
  try {
    await harness.publish('camera', undefined, silent);
    await harness.publish('room');
    expect(harness.factsOf('live', 'room')).toHaveLength(1);
  } finally {
    await harness.close();
  }
});

test('in a session of five on two processes each gets the cameras that are shown to them, and not a byte of others', async () => {
  const cluster = await startCluster(loop.dataDir, ['a', 'b']);
  try {
    const people = ['anna', 'berta', 'clara', 'dora', 'edith'];
    // Who is shown to whom: a circle in one direction, all to the first, and the second to nobody but her.
    const rights = people.map((_, from) =>
      people.map((__, to) => from !== to && (to === 0 || (from !== 1 && (from + 1) % 5 === to))),
    );
    const cameras: ClusterPublisher[] = [];
    for (const [at, person] of people.entries())
      cameras.push(await cluster.publish(cluster.nodes[at % 2]!, person, randomToken(), silent));
    const tokensOf = (to: number) =>
      cameras.flatMap(({ streamName }, from) =>
        rights[from]![to] ? [{ from, token: cluster.token(streamName, people[to]!) }] : [],
      );
    for (const node of cluster.nodes)
      for (const to of people.keys()) {
        const tokens = tokensOf(to);
        for (const [from, { streamName }] of cameras.entries()) {
          // With every right that this person has, that of this camera among them or not.
          const tries = tokens.length > 0 ? tokens : [{ from: -1, token: '' }];
          for (const own of tries) {
            const viewer = cluster.watchBy(node, streamName, own.token);
            const isShown = own.from === from;
            if (isShown) await eventually(() => expect(viewer.frames.length).toBeGreaterThan(1));
            else {
              await eventually(() => expect(viewer.closeCode).toBeDefined());
              expect([...viewer.frames, ...viewer.texts]).toEqual([]);
            }
            viewer.close();
          }
        }
      }
  } finally {
    cluster.close();
  }
});
