import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { internalMediaKey } from '@klieg/contract/media';
import { type Uuid, uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { playlistText, watchPlaylists } from '@klieg/testing/hls';
import { isFullRun } from '@klieg/testing/run-length';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useComplaints } from '#site/app/testing-complaints-store.ts';
import { useRecordings } from '#site/app/testing-recording-store.ts';
import { codeOf, type Member, useTestSite } from '#site/app/testing-site.ts';
import { headersOf, type MadePiece, makePieces, picturesFrom, probe } from './testing-pieces.ts';

/* Pieces as media processes bring them, and what their performer sees of them. */

const site = await useTestSite();
const { begun, over, listed, publish, prepared } = useRecordings(site);
const { file } = useComplaints(site);
const RUN = 1_800_000_000_000;
const folder = mkdtempSync(join(tmpdir(), 'klieg-pieces-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let made: readonly MadePiece[];
let model: Member;
beforeAll(async () => {
  made = await makePieces({ seconds: 8 });
  model = await site.join({ type: 'model' });
});

const ask = async (path: string, headers: Record<string, string> = {}, body: Uint8Array = new Uint8Array()) =>
  (
    await fetch(`${site.url}/internal/media/pieces/${path}`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/octet-stream',
        'x-internal-secret': internalMediaKey(site.site.mediaSecret),
        ...headers,
      },
      body: new Uint8Array(body),
    })
  ).status;
const put = (id: string, piece: MadePiece, run = RUN, headers = headersOf(piece, run)) =>
  ask(`${id}/${run}/${piece.nth}`, headers, piece.data);
const end = (id: string, run = RUN) => ask(`${id}/${run}/end`);
const running = () => begun(model, { state: 'recording' });
const rowOf = async (id: Uuid, by = model) => (await listed(by)).find((one) => one.id === id);
const get = (by: Member, path: string, headers: Record<string, string> = {}) => by.fetch(path, { headers });
const watches = watchPlaylists();
/** Each version of each list, by the rules of RFC 8216bis. */
const playlistOf = async (id: Uuid, by = model) => {
  const answer = await get(by, `/files/recordings/${id}/index.m3u8`);
  if (answer.ok) watches.see(id, await playlistText(answer.clone()));
  return answer;
};

describe('a recording that runs', () => {
  test.runIf(isFullRun)(
    'is seen by its owner as far as it is written, whole and by ranges, and by nobody else',
    async () => {
      const id = await running();
      expect(await rowOf(id)).toMatchObject({
        state: 'recording',
        written: null,
        playlist_url: null,
        gaps: [],
      });
      expect((await playlistOf(id)).status).toBe(404);
      expect(await put(id, made[0]!)).toBe(204);
      expect(await put(id, made[1]!)).toBe(204);
      const row = await rowOf(id);
      expect(row).toMatchObject({ state: 'recording', duration: null, written: 4 });
      expect(row!.playlist_url).toBe(`/files/recordings/${id}/index.m3u8`);
      const list = await (await playlistOf(id)).text();
      expect(list).toContain('#EXT-X-PLAYLIST-TYPE:EVENT');
      expect(list).not.toContain('ENDLIST');
      const [segment] = /^\d+-1\.m4s$/mu.exec(list)!;
      const [, init] = /URI="([^"]+)"/u.exec(list)!;
      const bytesOf = async (name: string) =>
        Buffer.from(await (await get(model, `/files/recordings/${id}/${name}`)).arrayBuffer());
      const header = await bytesOf(init!);
      const body = await bytesOf(segment);
      expect(Buffer.concat([header, body]).equals(made[1]!.data)).toBe(true);
      writeFileSync(join(folder, 'segment.mp4'), Buffer.concat([header, body]));
      expect(await picturesFrom(join(folder, 'segment.mp4'), 0, 100)).toHaveLength(30);
      const part = await get(model, `/files/recordings/${id}/${segment}`, { range: 'bytes=10-19' });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${body.length}`]);
      expect(Buffer.from(await part.arrayBuffer()).equals(body.subarray(10, 20))).toBe(true);
      const behind = await get(model, `/files/recordings/${id}/${segment}`, {
        range: `bytes=${body.length}-`,
      });
      expect(behind.status).toBe(416);
      const others = [
        await site.visit(),
        await site.join({ type: 'model' }),
        await site.join(),
        await site.join({ roles: ['site_mod'] }),
      ];
      for (const other of others)
        for (const name of ['index.m3u8', segment, init!])
          expect((await other.fetch(`/files/recordings/${id}/${name}`)).status).toBe(404);
      for (const name of ['9-9.m4s', 'x.m4s', '..%2f..%2fa', 'index.m3u9'])
        expect((await get(model, `/files/recordings/${id}/${name}`)).status).toBe(404);
      expect((await get(model, `/files/recordings/${uuidv7()}/index.m3u8`)).status).toBe(404);
      expect((await get(model, '/files/recordings/no-id/index.m3u8')).status).toBe(404);
      // What cannot be bought, opened or published yet still cannot.
      expect(await codeOf(model.call('getRecordingUrl', { params: { id } }))).toBe('common.not_found');
      expect(await codeOf(publish(model, id))).toBe('broadcast.recording_not_ready');
      // More of it comes: the list has the same entries, and further ones.
      await put(id, made[2]!);
      expect((await (await playlistOf(id)).text()).startsWith(list)).toBe(true);
    },
  );

  test.runIf(isFullRun)(
    'is one file when it is over, whatever came twice, late or in another order',
    async () => {
      const id = await running();
      for (const nth of [2, 0, 0, 3, 1, 2]) expect(await put(id, made[nth]!)).toBe(204);
      expect(await Promise.all([put(id, made[1]!), put(id, made[1]!)])).toEqual([204, 204]);
      expect(await ask(`${id}/${RUN}/0/poster`, {}, Buffer.from('jpeg'))).toBe(204);
      expect(await end(id)).toBe(204);
      await site.site.settled();
      expect((await rowOf(id))?.state).toBe('recording');
      await over(id);
      expect(await (await playlistOf(id)).text()).toContain('#EXT-X-ENDLIST');
      expect(await end(id)).toBe(204);
      await eventually(async () => expect(await rowOf(id)).toMatchObject({ state: 'ready' }));
      const row = (await rowOf(id))!;
      expect(row).toMatchObject({ duration: 8, written: null, playlist_url: null, gaps: [] });
      const { url } = await model.call('getRecordingUrl', { params: { id } });
      const bytes = Buffer.from(await (await fetch(`${site.url}${url}`)).arrayBuffer());
      expect(bytes).toHaveLength(row.size_bytes!);
      writeFileSync(join(folder, 'joined.mp4'), bytes);
      expect(
        (await probe(join(folder, 'joined.mp4'))).streams.find(({ codec_type: type }) => type === 'video')!
          .nb_frames,
      ).toBe('120');
      expect(await (await fetch(`${site.url}${row.thumbnail_url}`)).text()).toBe('jpeg');
      expect((await playlistOf(id)).status).toBe(404);
      // Media that has not heard the answer asks again, and is told to forget it.
      expect(await put(id, made[1]!)).toBe(410);
      expect(await end(id)).toBe(410);
      // It is sold as every other recording is.
      const { media_id: mediaId } = await publish(model, id);
      await prepared(model, mediaId);
    },
  );

  test.runIf(isFullRun)('tells what of it was lost', async () => {
    const id = await running();
    for (const nth of [0, 1, 3]) {
      await put(id, made[nth]!);
      expect((await playlistOf(id)).status).toBe(200);
    }
    await end(id);
    await over(id);
    expect(await (await playlistOf(id)).text()).toContain('#EXT-X-ENDLIST');
    await end(id);
    await eventually(async () => expect(await rowOf(id)).toMatchObject({ state: 'ready' }));
    expect(await rowOf(id)).toMatchObject({ duration: 8, gaps: [{ from: 4, to: 6 }] });
  });

  test.runIf(isFullRun)(
    'has another file where its picture is another, and is ready when all are',
    async () => {
      const id = await running();
      const other = await makePieces({ seconds: 4, size: '128x96' });
      for (const piece of made) await put(id, piece);
      for (const piece of other) {
        await put(id, piece, RUN + 10_000);
        expect((await playlistOf(id)).status).toBe(200);
      }
      await end(id);
      await end(id, RUN + 10_000);
      await over(id);
      await end(id);
      await eventually(async () => expect(await rowOf(id)).toMatchObject({ state: 'ready', duration: 8 }));
      const files = (await listed(model)).filter(
        ({ state, duration }) => state === 'ready' && duration === 4,
      );
      expect(files.length).toBeGreaterThan(0);
    },
  );

  test.runIf(isFullRun)('waits for a run whose end nobody has told', async () => {
    const id = await running();
    await put(id, made[0]!);
    await put(id, made[1]!, RUN + 60_000);
    await end(id);
    await over(id);
    await end(id);
    await site.site.settled();
    expect(await rowOf(id)).toMatchObject({ state: 'processing' });
    await end(id, RUN + 60_000);
    await eventually(async () => expect(await rowOf(id)).toMatchObject({ state: 'ready' }));
  });
});

describe('a piece', () => {
  test('that is not what it says, has the place of another, or comes from a stranger is refused', async () => {
    const id = await running();
    const [piece, other] = [made[0]!, made[1]!];
    const headers = headersOf(piece, RUN);
    for (const wrong of [
      { ...headers, 'x-sha256': 'f'.repeat(63) },
      { ...headers, 'x-init-bytes': '99999999' },
      { ...headers, 'x-init-bytes': '1.5' },
      { ...headers, 'x-from-ms': '-1' },
      { ...headers, 'x-duration-ms': '' },
      { ...headers, 'x-started-ms': 'soon' },
    ])
      expect(await put(id, piece, RUN, wrong)).toBe(400);
    // Its bytes are others than its sum says, and the right ones are taken after it.
    expect(await ask(`${id}/${RUN}/0`, headers, other.data)).toBe(400);
    expect((await playlistOf(id)).status).toBe(404);
    expect(await put(id, piece)).toBe(204);
    expect(await ask(`${id}/${RUN}/0`, headersOf(other, RUN), other.data)).toBe(409);
    for (const path of [`${id}/${RUN}/0`, `${id}/${RUN}/0/poster`, `${id}/${RUN}/end`])
      expect(await ask(path, { ...headers, 'x-internal-secret': 'x' }, piece.data)).toBe(404);
    for (const path of [`no-id/${RUN}/0`, `${id}/run/0`, `${id}/${RUN}/x`, `no-id/${RUN}/end`])
      expect(await ask(path, headers, piece.data)).toBe(404);
    expect(await put(uuidv7(), piece)).toBe(410);
  });

  test('of a recording that was deleted is taken no more, and nothing stays of those that came', async () => {
    const id = await running();
    await put(id, made[0]!);
    await ask(`${id}/${RUN}/0/poster`, {}, Buffer.from('jpeg'));
    const kept = async () => {
      const names: string[] = [];
      for await (const name of site.site.blobs.list()) if (name.includes(id)) names.push(name);
      return names;
    };
    expect(await kept()).toHaveLength(2);
    await model.call('deleteRecording', { params: { id }, body: {} });
    expect(await put(id, made[1]!)).toBe(410);
    expect(await ask(`${id}/${RUN}/1/poster`, {}, Buffer.from('jpeg'))).toBe(410);
    expect(await end(id)).toBe(410);
    await eventually(async () => expect(await kept()).toEqual([]));
  });

  test.runIf(isFullRun)(
    'of a recording that a complaint has taken off is seen by nobody, and the recording is joined when it is given back',
    async () => {
      const desk = await site.join({ roles: ['site_mod'] });
      const id = await running();
      await put(id, made[0]!);
      const { id: complaint } = await file('take_it_down', [`/files/recordings/${id}/index.m3u8`]);
      expect((await playlistOf(id)).status).toBe(404);
      expect(await rowOf(id)).toBeUndefined();
      // What comes meanwhile is kept.
      expect(await put(id, made[1]!)).toBe(204);
      await end(id);
      await over(id);
      await end(id);
      await site.site.settled();
      const note = 'Looked at it with another person.';
      await desk.call('decideComplaint', { params: { id: complaint }, body: { action: 'reject', note } });
      await eventually(async () =>
        expect(await rowOf(id)).toMatchObject({ state: 'ready', duration: 4, gaps: [] }),
      );
    },
  );
});
