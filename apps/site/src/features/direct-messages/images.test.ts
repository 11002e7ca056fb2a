import { readFile } from 'node:fs/promises';
import { uuidv7 } from '@klieg/kernel';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, type JoinOptions, type Member, useTestSite } from '../../app/testing-site.ts';
import { imageFormat } from '../../platform/images/image-format.ts';
import { orientedJpeg, pngOf } from '../../platform/images/testing-images.ts';
import { read, write } from './testing-talks.ts';

const site = await useTestSite();
const open: JoinOptions = { settings: { pm_allow: 'all' } };
const pair = async () => [await site.join(open), await site.join(open)] as const;
const scene = await readFile(new URL('../../../../demo/scenes/s01.jpg', import.meta.url));

const formOf = (bytes: Uint8Array, field = 'file'): FormData => {
  const form = new FormData();
  form.append(field, new File([new Uint8Array(bytes)], 'holiday.jpg', { type: 'image/jpeg' }));
  return form;
};
const upload = async (from: Member, to: Member, form = formOf(scene)) =>
  (await from.call('uploadMessagePicture', { params: { username: to.username }, form })).image_id;

describe('an image', () => {
  test('is sent with a message and shown to its two people, without what the file said besides', async () => {
    const [anna, ben] = await pair();
    const page = await ben.openLobby();
    const imageId = await upload(anna, ben, formOf(orientedJpeg(scene, 1, 'Lisbon 4711')));
    const id = await write(anna, ben, '', imageId);
    const { media } = await page.waitFor('v3.pm.message');
    expect(media).toMatchObject({ kind: 'image', width: expect.any(Number), height: expect.any(Number) });
    const [message] = (await read(ben, anna)).items;
    expect(message).toMatchObject({ id, text: '', image_url: (media as { url: string }).url });
    for (const member of [anna, ben]) {
      const answer = await member.fetch(message!.image_url!);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('image/jpeg');
      expect(answer.headers.get('cache-control')).toMatch(/^private/);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(imageFormat(bytes)).toBe('jpeg');
      expect(bytes.includes('Lisbon')).toBe(false);
    }
  });

  test('is part of what a client id stands for: a repeat with another one is no repeat', async () => {
    const [anna, ben] = await pair();
    const [first, second] = [await upload(anna, ben), await upload(anna, ben)];
    const client_id = uuidv7();
    const send = (image_id: string) =>
      codeOf(
        anna.call('sendMessage', {
          params: { username: ben.username },
          body: { text: 'look', client_id, image_id },
        }),
      );
    expect(await send(first)).toBe('not refused');
    expect(await send(first)).toBe('not refused');
    expect(await send(second)).toBe('common.idempotency_key_reused');
  });

  test('is not there for anybody else, nor after it was taken back', async () => {
    const [anna, ben] = await pair();
    const stranger = await site.join();
    const imageId = await upload(anna, ben);
    const early = `/files/pm/${imageId}-1x1.jpg`;
    expect((await anna.fetch(early)).status).toBe(200);
    expect((await ben.fetch(early)).status).toBe(404);
    const id = await write(anna, ben, 'look', imageId);
    const url = (await read(ben, anna)).items[0]!.image_url!;
    expect((await ben.fetch(url)).status).toBe(200);
    for (const visitor of [stranger, await site.visit(), await site.join({ roles: ['site_mod'] })])
      expect((await visitor.fetch(url)).status).toBe(404);
    await anna.call('deleteMessages', { params: { username: ben.username }, body: { ids: [id] } });
    for (const visitor of [anna, ben]) expect((await visitor.fetch(url)).status).toBe(404);
    expect((await anna.fetch('/files/pm/..%2f..%2fsecret')).status).toBe(404);
  });

  test('of somebody ignored is not seen, and the sender does not notice: F3', async () => {
    const [anna, ben] = await pair();
    await ben.call('ignorePerson', { params: { username: anna.username }, body: { ignored: true } });
    await write(anna, ben, 'look', await upload(anna, ben));
    const url = (await read(anna, ben)).items[0]!.image_url!;
    expect((await anna.fetch(url)).status).toBe(200);
    expect((await ben.fetch(url)).status).toBe(404);
  });

  test('goes with one message to the one partner; any other id is absent (common.not_found)', async () => {
    const [anna, ben] = await pair();
    const cara = await site.join(open);
    const imageId = await upload(anna, ben);
    expect(await codeOf(write(anna, cara, 'look', imageId))).toBe('common.not_found');
    expect(await codeOf(write(ben, anna, 'look', imageId))).toBe('common.not_found');
    expect(await codeOf(write(anna, ben, 'look', uuidv7()))).toBe('common.not_found');
    expect((await read(ben, anna)).items).toEqual([]);
    await write(anna, ben, 'look', imageId);
    expect(await codeOf(write(anna, ben, 'look again', imageId))).toBe('common.not_found');
  });

  test.runIf(isFullRun)('that nobody sends on is removed after a day', async () => {
    const [anna, ben] = await pair();
    const [loose, sent] = [await upload(anna, ben), await upload(anna, ben)];
    await write(anna, ben, 'look', sent);
    await sql`update message_pictures set created_at = now() - interval '25 hours'
      where owner_id = ${anna.id}`.execute(site.database.kysely);
    await site.site.doChores();
    expect((await anna.fetch(`/files/pm/${loose}-1x1.jpg`)).status).toBe(404);
    expect((await anna.fetch(`/files/pm/${sent}-1x1.jpg`)).status).toBe(200);
  });
});

describe('a form is refused', () => {
  test('that holds no image, or one of another kind (common.file_not_image) (common.file_format) (SETTINGS-034)', async () => {
    const [anna, ben] = await pair();
    expect(await codeOf(upload(anna, ben, formOf(Buffer.from('<html>'))))).toBe('common.file_not_image');
    expect(await codeOf(upload(anna, ben, formOf(Buffer.from('BM bitmap'))))).toBe('common.file_format');
    expect(await codeOf(upload(anna, ben, formOf(pngOf(9_000, 10))))).toBe('common.file_not_image');
  });

  test('with no file, two files or another field (common.file_count) (SETTINGS-035)', async () => {
    const [anna, ben] = await pair();
    const two = formOf(scene);
    two.append('file', new File([new Uint8Array(scene)], 'b.jpg'));
    expect(await codeOf(upload(anna, ben, two))).toBe('common.file_count');
    expect(await codeOf(upload(anna, ben, formOf(new Uint8Array())))).toBe('common.file_count');
    expect(await codeOf(upload(anna, ben, formOf(scene, 'image')))).toBe('common.invalid_input');
    const words = new FormData();
    words.append('file', 'no file');
    expect(await codeOf(upload(anna, ben, words))).toBe('common.file_count');
  });

  test('that is larger than 5 MiB, before it is read (common.too_large)', async () => {
    const [anna, ben] = await pair();
    expect(await codeOf(upload(anna, ben, formOf(Buffer.alloc(6 * 1024 * 1024))))).toBe('common.too_large');
  });

  test('that is none, and JSON calls take no form (common.unsupported_media_type)', async () => {
    const [anna, ben] = await pair();
    const post = async (path: string, type: string, body: string) =>
      (
        (await (
          await anna.fetch(`/api/v1${path}`, {
            method: 'POST',
            headers: { 'content-type': type, 'x-csrf-token': anna.csrf },
            body,
          })
        ).json()) as { code: string }
      ).code;
    const image = `/pm/${ben.username}/image`;
    expect(await post(image, 'application/json', '{}')).toBe('common.unsupported_media_type');
    expect(await post(image, 'multipart/form-data; boundary=x', 'no form')).toBe('common.invalid_input');
    expect(await post(`/pm/${ben.username}`, 'multipart/form-data; boundary=x', '--x--')).toBe(
      'common.unsupported_media_type',
    );
  });

  test('of somebody who may not write, before it is read (direct_messages.not_allowed) (common.not_self)', async () => {
    const [anna, ben] = [await site.join(), await site.join()];
    expect(await codeOf(upload(anna, ben))).toBe('direct_messages.not_allowed');
    expect(await codeOf(upload(anna, anna))).toBe('common.not_self');
    expect(
      await codeOf(
        anna.call('uploadMessagePicture', { params: { username: 'nobody_here' }, form: formOf(scene) }),
      ),
    ).toBe('direct_messages.not_found');
  });
});
