import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { internalMediaKey } from '@klieg/contract/media';
import { silentLog, type Uuid, uuidv7 } from '@klieg/kernel';
import { assertPlaylist, playlistText } from '@klieg/testing/hls';
import { beforeAll, describe, expect, test } from 'vitest';
import { useRecordings } from '#site/app/testing-recording-store.ts';
import { type Member, useTestSite } from '#site/app/testing-site.ts';
import type { BlobStore } from '#site/platform/blobs/index.ts';
import { makeRecordingStore } from './recording-store.ts';
import { recordingBlob } from '../recordings/recordings.ts';
import { makeJoinRecordings } from './join-recordings.ts';
import { makePieceStore } from './piece-store.ts';
import { pieceBlob } from './place-pieces.ts';
import { headersOf, type MadePiece, makePieces } from './testing-pieces.ts';

/* Recordings whose machine does not come back, and what is cleared away. */

const site = await useTestSite();
const { begun, over, quiet, due, listed, forget } = useRecordings(site);
const RUN = 1_800_000_000_000;
const LOST_MS = 3_600_000;

let made: readonly MadePiece[];
let model: Member;
beforeAll(async () => {
  made = await makePieces({ seconds: 4 });
  model = await site.join({ type: 'model' });
});

const put = async (id: string, piece: MadePiece) => {
  const answer = await fetch(`${site.url}/internal/media/pieces/${id}/${RUN}/${piece.nth}`, {
    method: 'PUT',
    headers: {
      ...headersOf(piece, RUN),
      'x-internal-secret': internalMediaKey(site.site.mediaSecret),
    },
    body: new Uint8Array(piece.data),
  });
  expect(answer.status).toBe(204);
};

/** What a node does that has been there for so long. */
function nodeOf(more: { readonly blobs?: BlobStore } = {}) {
  const told: string[] = [];
  let nowMs = 0;
  const joining = makeJoinRecordings({
    pieces: makePieceStore(site.database),
    recordings: makeRecordingStore(site.database),
    blobs: site.site.blobs,
    fileOf: recordingBlob,
    notify: async (_id, code) => void told.push(code),
    monotonic: () => nowMs,
    lostMs: LOST_MS,
    log: silentLog,
    ...more,
  });
  return { joining, told, waits: (ms: number) => (nowMs += ms) };
}
const rowOf = async (id: Uuid) => (await listed(model)).find((one) => one.id === id);
const keptOf = async (id: Uuid) => {
  const names: string[] = [];
  for await (const name of site.site.blobs.list()) if (name.includes(id)) names.push(name);
  return names;
};

describe('a recording whose media process does not come back', () => {
  test('is joined of what came, once a node could have taken more for long enough', async () => {
    const id = await begun(model, { state: 'recording' });
    await put(id, made[0]!);
    await over(id);
    await quiet(id);
    const node = nodeOf();
    await node.joining.look();
    expect(await rowOf(id)).toMatchObject({ state: 'processing', written: 2 });
    node.waits(LOST_MS + 1);
    await node.joining.look();
    expect(await rowOf(id)).toMatchObject({ state: 'ready', duration: 2 });
    expect(await keptOf(id)).toEqual([recordingBlob(id, 0, 'video')]);
  });

  test('has failed where nothing came, and its performer is told', async () => {
    const id = await begun(model, { state: 'recording' });
    await over(id);
    const node = nodeOf();
    node.waits(LOST_MS + 1);
    await node.joining.look();
    expect((await rowOf(id))?.state).toBe('processing');
    await quiet(id);
    await node.joining.look();
    expect((await rowOf(id))?.state).toBe('failed');
    expect(node.told).toEqual(['recording_unreadable']);
  });

  test('waits on while the node could not reach its files or its database', async () => {
    const id = await begun(model, { state: 'recording' });
    await put(id, made[0]!);
    await over(id);
    await quiet(id);
    const failing = () => Promise.reject(new Error('no such place'));
    const node = nodeOf({
      blobs: {
        ...site.site.blobs,
        sizeOf: failing,
        read: () => {
          throw new Error('no');
        },
      },
    });
    node.waits(LOST_MS + 1);
    await node.joining.look();
    // It is tried again later, and nothing of it is lost.
    expect(await rowOf(id)).toMatchObject({ state: 'processing', written: 2 });
    expect(await keptOf(id)).toEqual([pieceBlob({ originId: id, run: RUN, nth: 0 })]);
  });
});

describe('a piece that cannot be read', () => {
  /** A recording that is over, and a node where the files of these numbers cannot be read, or none at all. */
  const brokenDisk = async (id: Uuid, pieces: readonly MadePiece[]) => {
    for (const piece of pieces) await put(id, piece);
    await over(id);
    await quiet(id);
    const broken = new Set<string>();
    const { blobs } = site.site;
    const node = nodeOf({
      blobs: {
        ...blobs,
        read: (name) => (broken.has(name) ? Readable.from(failing()) : blobs.read(name)),
      },
    });
    node.waits(LOST_MS + 1);
    const look = async (): Promise<void> => {
      await due(id);
      await node.joining.look();
    };
    const fail = (nth: number) => void broken.add(pieceBlob({ originId: id, run: RUN, nth }));
    return { ...node, look, fail, heal: () => broken.clear() };
  };
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('x');
    throw new Error('a disk that fails');
  }

  test('as what it says it is, is a hole', async () => {
    const id = await begun(model, { state: 'recording' });
    const [first, second, third] = await makePieces({ seconds: 6 });
    const data = Buffer.from(second!.data);
    // Its samples stand behind its end.
    data.writeUInt32BE(0x7fff_ffff, data.indexOf('trun') + 12);
    const sum = createHash('sha256').update(data).digest('hex');
    for (const piece of [first!, { ...second!, data, sum }, third!]) await put(id, piece);
    await over(id);
    await quiet(id);
    const node = nodeOf();
    node.waits(LOST_MS + 1);
    await node.joining.look();
    expect(await rowOf(id)).toMatchObject({ state: 'ready', duration: 6, gaps: [{ from: 2, to: 4 }] });
  });

  test('from its disk is waited for, and a hole where others can be read for an hour', async () => {
    const id = await begun(model, { state: 'recording' });
    const node = await brokenDisk(id, await makePieces({ seconds: 6 }));
    node.fail(1);
    await node.look();
    expect((await rowOf(id))?.state).toBe('processing');
    node.waits(LOST_MS - 1);
    await node.look();
    expect((await rowOf(id))?.state).toBe('processing');
    node.waits(2);
    await node.look();
    expect(await rowOf(id)).toMatchObject({ state: 'ready', duration: 6, gaps: [{ from: 2, to: 4 }] });
    expect(node.told).toEqual([]);
  });

  test('any more, as all of its recording, has its performer told after a day; before, nothing of it is lost', async () => {
    const id = await begun(model, { state: 'recording' });
    const node = await brokenDisk(id, made);
    for (const { nth } of made) node.fail(nth);
    for (const ms of [0, 2 * LOST_MS, 20 * LOST_MS]) {
      node.waits(ms);
      await node.look();
      expect((await rowOf(id))?.state).toBe('processing');
      expect(await keptOf(id)).toHaveLength(made.length);
    }
    node.waits(3 * LOST_MS);
    await node.look();
    expect((await rowOf(id))?.state).toBe('failed');
    expect(node.told).toEqual(['recording_unreadable']);
    expect(await keptOf(id)).toEqual([]);
  });

  test('for an hour and can be again is in its file', async () => {
    const id = await begun(model, { state: 'recording' });
    const node = await brokenDisk(id, made);
    for (const { nth } of made) node.fail(nth);
    for (const ms of [0, 2 * LOST_MS]) {
      node.waits(ms);
      await node.look();
    }
    node.heal();
    await node.look();
    expect(await rowOf(id)).toMatchObject({ state: 'ready', duration: 4, gaps: [] });
  });
});

test('a recording that became a file between the two halves of a backup is that file after it', async () => {
  const id = await begun(model, { state: 'recording' });
  for (const piece of made) await put(id, piece);
  await over(id);
  await quiet(id);
  const node = nodeOf();
  node.waits(LOST_MS + 1);
  await site.site.blobs.put(
    recordingBlob(id, 0, 'video'),
    (async function* () {
      yield Buffer.from('the whole file');
    })(),
  );
  await site.site.blobs.remove(pieceBlob({ originId: id, run: RUN, nth: 1 }));
  await node.joining.look();
  expect(await rowOf(id)).toMatchObject({ state: 'ready', duration: 4, size_bytes: 14, gaps: [] });
});

describe('pieces that nobody needs', () => {
  test('go with a recording that is gone by any way, and with the files that a join has left', async () => {
    const id = await begun(model, { state: 'recording' });
    for (const piece of made) await put(id, piece);
    const left = [recordingBlob(id, 0, 'video'), recordingBlob(id, 0, 'poster')];
    for (const name of left)
      await site.site.blobs.put(
        name,
        (async function* () {
          yield Buffer.from('left');
        })(),
      );
    expect(await keptOf(id)).toHaveLength(made.length + 2);
    // As the erasure of an account does it.
    await forget(id);
    await nodeOf().joining.look();
    expect(await keptOf(id)).toEqual([]);
  });

  test('are not taken for those of a recording that is still waited for', async () => {
    const id = await begun(model, { state: 'recording' });
    await put(id, made[0]!);
    await nodeOf().joining.sweep();
    await nodeOf().joining.sweep(uuidv7());
    expect(await keptOf(id)).toHaveLength(1);
  });

  test('are seen by nobody once somebody in them has withdrawn', async () => {
    const broadcastId = uuidv7();
    const id = await begun(model, { state: 'recording', broadcastId });
    await put(id, made[0]!);
    const playlist = () => model.fetch(`/files/recordings/${id}/index.m3u8`);
    assertPlaylist(await playlistText(await playlist()));
    await makeRecordingStore(site.database).withdraw([broadcastId]);
    expect((await playlist()).status).toBe(404);
    expect((await model.fetch(`/files/recordings/${id}/${RUN}-0.m4s`)).status).toBe(404);
    await over(id);
    await quiet(id);
    const node = nodeOf();
    node.waits(LOST_MS + 1);
    await node.joining.look();
    // It is put together all the same, and opens for nobody.
    expect(await rowOf(id)).toMatchObject({ state: 'withdrawn', thumbnail_url: null });
    expect(await keptOf(id)).toEqual([recordingBlob(id, 0, 'video')]);
  });
});
