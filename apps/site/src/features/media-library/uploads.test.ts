import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UPLOAD_PART_BYTES } from '@klieg/contract/features/media-library/limits';
import { scenePath, writeClip } from '@klieg/demo';
import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun, isLongRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { codeOf, useTestSite } from '../../app/testing-site.ts';
import {
  begin,
  finish,
  itemOf,
  picture,
  sendPart,
  sha256Of,
  upload,
  uploadReady,
} from '../../app/testing-media-store.ts';
import { isWhole, partBytes } from './upload-files.ts';

const site = await useTestSite();
const { kysely } = site.database;
const folder = mkdtempSync(join(tmpdir(), 'klieg-clips-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const clipOf = async (codec: 'h264' | 'mpeg4', hasSound: boolean) => {
  const path = join(folder, `${codec}-${hasSound}.mp4`);
  await writeClip({ path, scenePath: scenePath('s02'), seed: 2, seconds: 2, hasSound, codec });
  return readFileSync(path);
};
const VIDEO = { type_id: 2, file_name: 'a.mp4' };
const joinModel = () => site.join({ type: 'model' });
const becomes = (model: Awaited<ReturnType<typeof joinModel>>, id: number, wanted: object) =>
  eventually(async () => expect(await itemOf(model, id)).toMatchObject(wanted));

test('a picture comes in parts, is drawn anew, and its pages are told when it is ready (MEDIA-LIBRARY-021)', async () => {
  const model = await joinModel();
  const lobby = await model.openLobby();
  const { upload_id: id, part_size: size } = await begin(model, picture);
  expect(size).toBe(UPLOAD_PART_BYTES);
  expect(await sendPart(model, id, 1, picture)).toEqual({ status: 1, received: picture.length });
  // The same part again takes the place of the first.
  expect(await sendPart(model, id, 1, picture)).toEqual({ status: 1, received: picture.length });
  const { item } = await finish(model, id);
  expect((await finish(model, id)).item.id).toBe(item.id);
  const told = await lobby.waitFor('v3.media.encoded');
  expect(told).toMatchObject({
    type: 'sell_all_media_picture',
    media_id: String(item.id),
    status: 'ready',
  });
  const kept = (await itemOf(model, item.id))!;
  expect(kept).toMatchObject({ state: 'ready', type_id: 1, file_name: 'a.jpg', duration: null, error: null });
  expect(kept.width).toBeGreaterThan(100);
  const shown = await model.fetch(String(told.url));
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  // Nobody else opens it by the same address.
  const stranger = await joinModel();
  expect((await stranger.fetch(String(told.url))).status).toBe(404);
  // What came is not kept.
  await eventually(async () => {
    const { rows } = await sql`select 1 from media_upload_parts where upload_id = ${id}`.execute(kysely);
    expect(rows).toEqual([]);
  });
});

test.runIf(isLongRun)(
  'a file of several parts may come in any order; one that is missing, too long or another is refused (media_library.file_refused)',
  async () => {
    const model = await joinModel();
    const bytes = Buffer.concat([picture, Buffer.alloc(UPLOAD_PART_BYTES + 10 - picture.length)]);
    const { upload_id: id } = await begin(model, bytes);
    const second = bytes.subarray(UPLOAD_PART_BYTES);
    expect(await sendPart(model, id, 2, second)).toMatchObject({ received: 10 });
    expect(await codeOf(finish(model, id))).toBe('media_library.file_refused');
    expect(await codeOf(sendPart(model, id, 1, second))).toBe('media_library.file_refused');
    expect(await codeOf(sendPart(model, id, 3, second))).toBe('media_library.file_refused');
    const first = bytes.subarray(0, UPLOAD_PART_BYTES);
    // Bytes that are not those of their sum are not taken.
    expect(await codeOf(sendPart(model, id, 1, first, 'A'.repeat(22) + '=='))).toBe('common.invalid_input');
    expect(await codeOf(sendPart(model, id, 1, first, 'no sum'))).toBe('common.invalid_input');
    expect(await codeOf(sendPart(model, id, 1, Buffer.alloc(UPLOAD_PART_BYTES + 1)))).toBe(
      'common.too_large',
    );
    await sendPart(model, id, 1, first);
    const { item } = await finish(model, id);
    expect(await codeOf(sendPart(model, id, 1, first))).toBe('media_library.upload_gone');
    await becomes(model, item.id, { state: 'ready' });
  },
);

test('the whole is held against its sum (media_library.file_refused)', async () => {
  const model = await joinModel();
  const { upload_id: id } = await begin(model, picture, { sha256: sha256Of(Buffer.from('another')) });
  await sendPart(model, id, 1, picture);
  expect(await codeOf(finish(model, id))).toBe('media_library.file_refused');
});

test.runIf(isLongRun)('what is no picture, or no video of ours, is told so', async () => {
  const model = await joinModel();
  const lobby = await model.openLobby();
  const id = await upload(model, Buffer.from('this is no picture at all, whatever its name says'));
  await becomes(model, id, { state: 'failed', error: 'This file is not a picture' });
  expect(await lobby.waitFor('v3.media.encoded')).toMatchObject({
    media_id: String(id),
    status: 'failed',
    error: 'This file is not a picture',
  });
  const junk = await upload(model, Buffer.alloc(5_000, 7), VIDEO);
  await becomes(model, junk, { state: 'failed', error: 'This file could not be read' });
  const other = await upload(model, await clipOf('mpeg4', false), VIDEO);
  await becomes(model, other, {
    state: 'failed',
    error: 'Videos have to be MP4 with H.264 pictures and AAC sound',
  });
  // A video does not pass for a picture, nor a picture for a video.
  const wrong = await upload(model, picture, VIDEO);
  await becomes(model, wrong, { state: 'failed' });
});

test('a video is written anew and tells its length and whether it has sound (MEDIA-LIBRARY-024)', async () => {
  const model = await joinModel();
  const loud = await clipOf('h264', true);
  const id = await uploadReady(model, loud, VIDEO);
  expect(await itemOf(model, id)).toMatchObject({ type_id: 2, width: 640, height: 360, duration: 2 });
  const { rows } = await sql<{ file: string; muted: boolean }>`
    select file_id as file, is_muted as muted from media_items where item_id = ${id}`.execute(kysely);
  expect(rows[0]!.muted).toBe(false);
  const silent = await uploadReady(model, await clipOf('h264', false), VIDEO);
  const { rows: other } = await sql<{ muted: boolean }>`
    select is_muted as muted from media_items where item_id = ${silent}`.execute(kysely);
  expect(other[0]!.muted).toBe(true);
});

test('guests send and make nothing', async () => {
  const guest = await site.visit();
  const params = { upload_id: uuidv7() };
  const body = { type_id: 1, file_name: 'a.jpg', size_bytes: 9, sha256: sha256Of(picture) } as const;
  const media = { name: 'Sea', type_id: 1, items: [1], token_price: 1, consent_ids: [] } as const;
  expect(await codeOf(guest.call('beginUpload', { body }))).toBe('common.unauthenticated');
  const bytes = { content: new Blob(['x']), md5: 'x' };
  expect(await codeOf(guest.call('sendUploadPart', { params: { ...params, part: '1' }, bytes }))).toBe(
    'common.unauthenticated',
  );
  expect(await codeOf(guest.call('finishUpload', { params, body: {} }))).toBe('common.unauthenticated');
  expect(await codeOf(guest.call('addMedia', { body: { ...media, items: [1], consent_ids: [] } }))).toBe(
    'common.unauthenticated',
  );
  expect(await guest.call('getMedia', { params: { id: '999999' } })).toEqual({
    result: false,
    media: null,
    access_type: 'locked',
  });
});

test('what is too much is refused before anything comes (media_library.quota) (media_library.file_refused)', async () => {
  const model = await joinModel();
  expect(await codeOf(begin(model, picture, { size_bytes: 26 * 2 ** 20 }))).toBe(
    'media_library.file_refused',
  );
  expect(await codeOf(begin(model, picture, { type_id: 2, file_name: 'a.avi' }))).toBe(
    'media_library.file_refused',
  );
  expect(await codeOf(begin(model, picture, { ...VIDEO, size_bytes: 4 * 2 ** 30 + 1 }))).toBe(
    'common.invalid_input',
  );
  await sql`insert into media_items (file_id, model_id, type_id, state, file_name, size_bytes, created_at)
    values (${uuidv7()}, ${model.id}, 2, 'ready', 'a.mp4', ${200 * 2 ** 30}, now())`.execute(kysely);
  expect(await codeOf(begin(model, picture))).toBe('media_library.quota');
});

test.runIf(isFullRun)(
  'somebody else’s upload, one that is over and one that never was are the same (media_library.upload_gone)',
  async () => {
    const [model, other] = await Promise.all([joinModel(), joinModel()]);
    const { upload_id: id } = await begin(model, picture);
    expect(await codeOf(sendPart(other, id, 1, picture))).toBe('media_library.upload_gone');
    expect(await codeOf(finish(other, id))).toBe('media_library.upload_gone');
    expect(await codeOf(finish(model, uuidv7()))).toBe('media_library.upload_gone');
    await sendPart(model, id, 1, picture);
    await sql`update media_uploads set expires_at = now() - interval '1 second' where upload_id = ${id}`.execute(
      kysely,
    );
    expect(await codeOf(finish(model, id))).toBe('media_library.upload_gone');
    const { rows } = await sql<{ blob: string }>`
    select blob from media_upload_parts where upload_id = ${id}`.execute(kysely);
    const leftOf = async (table: string, of: string) =>
      (await sql`select 1 from ${sql.table(table)} where ${sql.raw(of)}`.execute(kysely)).rows.length;
    await site.site.doChores();
    expect(await leftOf('media_uploads', `upload_id = '${id}'`)).toBe(0);
    // Its bytes go a day later.
    const loose = `blob = '${rows[0]!.blob}'`;
    expect(await leftOf('media_loose_files', loose)).toBe(1);
    await sql`update media_loose_files set noted_at = noted_at - interval '25 hours' where ${sql.raw(loose)}`.execute(
      kysely,
    );
    await site.site.doChores();
    expect(await leftOf('media_loose_files', loose)).toBe(0);
  },
);

test.runIf(isLongRun)('what a node that died has left is prepared by the next look', async () => {
  const model = await joinModel();
  const { upload_id: id } = await begin(model, picture);
  await sendPart(model, id, 1, picture);
  // As if it had died after it had taken the file, and before it was ready.
  const fileId = uuidv7();
  await sql`with made as (
      insert into media_items (file_id, model_id, type_id, state, file_name, size_bytes, created_at, claimed_until, tries)
      values (${fileId}, ${model.id}, 1, 'encoding', 'a.jpg', ${picture.length}, now(), now() - interval '1 minute', 1)
      returning item_id)
    update media_uploads set item_id = (select item_id from made) where upload_id = ${id}`.execute(kysely);
  await eventually(async () => {
    const { items } = await model.call('listOwnItems', { query: {} });
    expect(items).toMatchObject([{ state: 'ready' }]);
  });
});

test.runIf(isFullRun)('only approved performers send files; lists tell each their own', async () => {
  const [viewer, applicant, model] = await Promise.all([
    site.join(),
    site.join({ type: 'model', isApproved: false }),
    joinModel(),
  ]);
  expect(await codeOf(begin(viewer, picture))).toBe('common.forbidden');
  expect(await codeOf(begin(applicant, picture))).toBe('broadcast.not_approved');
  const [first, second] = [await uploadReady(model), await uploadReady(model)];
  const page = await model.call('listOwnItems', { query: { limit: '1' } });
  expect([page.items.map(({ id }) => id), page.next_cursor]).toEqual([[second], String(second)]);
  const rest = await model.call('listOwnItems', { query: { limit: '1', cursor: page.next_cursor! } });
  expect(rest.items.map(({ id }) => id)).toEqual([first]);
  const other = await joinModel();
  expect((await other.call('listOwnItems', { query: {} })).items).toEqual([]);
});

test('a file is whole when its parts are all there in their sizes', () => {
  const size = UPLOAD_PART_BYTES * 2 + 5;
  expect([1, 2, 3, 4].map((part) => partBytes(size, part))).toEqual([
    UPLOAD_PART_BYTES,
    UPLOAD_PART_BYTES,
    5,
    undefined,
  ]);
  const parts = [1, 2, 3].map((part) => ({ part, sizeBytes: partBytes(size, part)! }));
  expect(isWhole(size, parts)).toBe(true);
  expect(isWhole(size, parts.slice(1))).toBe(false);
  expect(isWhole(size, [...parts.slice(0, 2), { part: 3, sizeBytes: 6 }])).toBe(false);
  expect(isWhole(size, [])).toBe(false);
});
