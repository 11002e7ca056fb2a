import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { UPLOAD_PART_BYTES } from '@klieg/contract/features/media-library/limits';
import type { Api, ArgumentsOf, MediaEdit } from '@klieg/contract';
import { scenePath } from '@klieg/demo';
import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Member, TestSite } from './testing-site.ts';

/* What tests of the media library do again and again, as pages do it. */

export const picture = await readFile(scenePath('s01'));
const md5Of = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('base64');
export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export const begin = (model: Member, bytes: Uint8Array, more: object = {}) =>
  model.call('beginUpload', {
    body: { type_id: 1, file_name: 'a.jpg', size_bytes: bytes.length, sha256: sha256Of(bytes), ...more },
  });
export const sendPart = (model: Member, id: string, part: number, bytes: Uint8Array, md5 = md5Of(bytes)) =>
  model.call('sendUploadPart', {
    params: { upload_id: id, part: String(part) },
    bytes: { content: new Blob([new Uint8Array(bytes)]), md5 },
  });
export const finish = (model: Member, id: string) =>
  model.call('finishUpload', { params: { upload_id: id }, body: {} });

/** Sends a file in parts. @returns the number of what comes of it */
export async function upload(model: Member, bytes: Uint8Array, more: object = {}): Promise<number> {
  const { upload_id: id } = await begin(model, bytes, more);
  for (let at = 0; at * UPLOAD_PART_BYTES < bytes.length; at++)
    await sendPart(model, id, at + 1, bytes.subarray(at * UPLOAD_PART_BYTES, (at + 1) * UPLOAD_PART_BYTES));
  return (await finish(model, id)).item.id;
}

export const itemOf = async (model: Member, id: number) =>
  (await model.call('listOwnItems', { query: { limit: '100' } })).items.find((item) => item.id === id);

/** The same, and waits until it is prepared. */
export async function uploadReady(
  model: Member,
  bytes: Uint8Array = picture,
  more: object = {},
): Promise<number> {
  const id = await upload(model, bytes, more);
  await eventually(async () => expect(await itemOf(model, id)).toMatchObject({ state: 'ready' }));
  return id;
}

type NewMedia = ArgumentsOf<Api['addMedia']>['body'];

/** What waits for staff of this media. */
export const waitingOf = async (staff: Member, id: number) =>
  (await staff.call('listReviews', { query: { kind: 'media', limit: '100' } })).items.find(
    ({ payload }) => payload.media?.id === id,
  );

export async function decide(staff: Member, id: number, decision: 'approve' | 'reject' = 'approve') {
  const review = await waitingOf(staff, id);
  return staff.call('decideReview', {
    params: { id: review!.id },
    body: { decision, ...(decision === 'reject' && { note: 'Too dark' }) },
  });
}

/** Media of files that have no bytes, which makes them quickly: tests that open files name uploaded ones. */
export const mediaMakers = ({ database }: TestSite) => {
  const storedItem = async (model: Member, more: { readonly type?: 1 | 2 } = {}): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      insert into media_items (file_id, model_id, type_id, state, file_name, size_bytes, width, height, duration_ms,
        created_at)
      values (${uuidv7()}, ${model.id}, ${more.type ?? 1}, 'ready', 'a.jpg', 9, 64, 48,
        ${more.type === 2 ? 61_000 : null}::int, now()) returning item_id as id`.execute(database.kysely);
    return rows[0]!.id;
  };
  const add = async (model: Member, wanted: Partial<NewMedia> = {}): Promise<MediaEdit> => {
    const type = wanted.type_id ?? 1;
    const items = wanted.items ?? [await storedItem(model, { type })];
    const body = {
      name: 'A walk by the sea',
      type_id: type,
      token_price: 100,
      consent_ids: [],
      ...wanted,
      items,
    };
    return (await model.call('addMedia', { body })).media;
  };
  return {
    storedItem,
    add,
    /** A media that others find. */
    async publish(model: Member, staff: Member, wanted: Partial<NewMedia> = {}): Promise<MediaEdit> {
      const media = await add(model, wanted);
      await decide(staff, media.id);
      return media;
    },
  };
};

export const get = (reader: Pick<Member, 'call'>, id: number, query: { playlist?: string } = {}) =>
  reader.call('getMedia', { params: { id: String(id) }, query });
export const buy = (buyer: Pick<Member, 'call'>, id: number, body: object = {}, key: string = uuidv7()) =>
  buyer.call('purchaseMedia', { params: { id: String(id) }, body, idempotencyKey: key });
export const tokensOf = async (member: Member) => (await member.call('getCurrentUser')).tokens;

/** Somebody who reviews what performers want to show. */
export const joinStaff = (site: TestSite) => site.join({ roles: ['model_admin'] });

/** Puts somebody into a performer's club, as if they had paid for it. */
export const joinClub = (
  member: Member,
  model: Member,
  level: 'supporter' | 'insider' | 'legend',
  price: number,
) =>
  member.call('joinFanClub', {
    params: { username: model.username },
    body: { level, price },
    idempotencyKey: uuidv7(),
  });
