import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestDesk } from '../../app/testing-desk-store.ts';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { imageFormat } from '../../platform/images/image-format.ts';
import { gifPixel, orientedJpeg, pngOf } from '../../platform/images/testing-images.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'klieg-avatars-'));
const site = await useTestSite({ env: { DATA_DIR: dataDir } });
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const { kysely } = site.database;
const scene = await readFile(new URL('../../../../demo/scenes/s01.jpg', import.meta.url));
const [viewer, model, keeper] = await Promise.all([
  site.join(),
  site.join({ type: 'model' }),
  site.join({ roles: ['model_admin'] }),
]);
const boss = await openTestDesk(site).joinSuperAdmin();

const formOf = (bytes: Uint8Array, type = 'image/jpeg') => {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(bytes)], 'me', { type }));
  return form;
};
const upload = (member: Member, bytes: Uint8Array = scene) =>
  member.call('uploadAvatar', { form: formOf(bytes) });
const folder = join(dataDir, 'blobs', 'avatars');
const filesThere = () => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};
const statusOf = async (url: string, by?: Member) =>
  (by ? await by.fetch(url) : await fetch(`${site.url}${url}`)).status;
const waiting = async () => (await keeper.call('listReviews', { query: { kind: 'avatar' } })).items;
const pendingOf = async (member: Member) =>
  (await member.call('getProfile')).pending['avatar'] as string | undefined;
const decide = (id: string, body: object, by: Member = keeper) =>
  by.call('decideReview', { params: { id }, body: body as never });

describe('the own picture of a viewer', () => {
  test('is drawn anew without what was hidden in the file, shown at once, and served to everybody (SETTINGS-004)', async () => {
    const answer = await upload(viewer, orientedJpeg(scene, 6, 'GPS 38.7 -9.1 of my home'));
    expect(answer).toEqual({
      status: 1,
      user: { avatar: expect.stringMatching(/^\/files\/avatars\/[0-9a-f-]{36}\.jpg$/) },
      message: '',
    });
    const url = answer.user.avatar!;
    expect((await viewer.call('getCurrentUser')).user.avatar).toBe(url);
    const served = await fetch(`${site.url}${url}`);
    expect(served.headers.get('cache-control')).toMatch(/^public/);
    const bytes = Buffer.from(await served.arrayBuffer());
    expect(imageFormat(bytes)).toBe('jpeg');
    expect(bytes.includes('GPS 38.7')).toBe(false);
  });

  test('appears in the lists of friends and conversations of others', async () => {
    const friend = await site.join({ settings: { pm_allow: 'all' } });
    const { user } = await upload(viewer);
    await viewer.call('requestFriend', { params: { username: friend.username }, body: {} });
    expect((await friend.call('listFriends', { query: {} })).items).toMatchObject([
      { username: viewer.username, avatarUrl: user.avatar },
    ]);
  });

  test.runIf(isFullRun)(
    'takes the place of the one before, whose file goes, and goes with its removal',
    async () => {
      const { user: first } = await upload(viewer);
      const { user: second } = await upload(viewer, pngOf(40, 30));
      await eventually(async () => expect(await statusOf(first.avatar!)).toBe(404));
      expect(await statusOf(second.avatar!)).toBe(200);
      await eventually(() => expect(filesThere()).toHaveLength(1));
      expect(await viewer.call('deleteAvatar', { body: {} })).toEqual({ status: 1, user: { avatar: null } });
      await eventually(() => expect(filesThere()).toEqual([]));
      expect(await viewer.call('deleteAvatar', { body: {} })).toEqual({ status: 1, user: { avatar: null } });
      expect((await viewer.call('getCurrentUser')).user.avatar).toBeNull();
    },
  );

  test('of two that are sent at once one is shown and the file of the other goes', async () => {
    const urls = (await Promise.all([upload(viewer), upload(viewer, gifPixel)])).map(
      ({ user }) => user.avatar!,
    );
    const shown = (await viewer.call('getCurrentUser')).user.avatar!;
    expect(urls).toContain(shown);
    await eventually(() => expect(filesThere()).toHaveLength(1));
    expect(await statusOf(shown)).toBe(200);
  });
});

describe('what is no picture', () => {
  const another = Buffer.from('424d3a0000000000000036000000280000000100000001000000', 'hex');
  test.each([
    [
      'text',
      Buffer.from('<html>not a picture</html>'),
      'common.file_not_image',
      'Only image files are supported.',
    ],
    ['another format', another, 'common.file_format', 'Only PNG, JPG, WEBP or GIF files are supported.'],
  ])('%s is refused in these words (SETTINGS-034) (SETTINGS-035)', async (_what, bytes, code, message) => {
    const answer = await upload(viewer, bytes).then(
      () => undefined,
      (error: { code: string; message: string }) => error,
    );
    expect(answer).toMatchObject({ code, message });
  });

  test.runIf(isFullRun)(
    'a broken one, a bomb of pixels, one that is too large, none, and two are refused, and the picture stays (SETTINGS-033)',
    async () => {
      const { user } = await upload(viewer);
      expect(await codeOf(upload(viewer, scene.subarray(0, 200)))).toBe('common.file_not_image');
      expect(await codeOf(upload(viewer, pngOf(60_000, 60_000, 1)))).toBe('common.file_not_image');
      expect(await codeOf(upload(viewer, Buffer.alloc(9 * 2 ** 20, 'x')))).toBe('common.too_large');
      expect(await codeOf(upload(viewer, new Uint8Array()))).toBe('common.file_count');
      const two = formOf(scene);
      two.append('file', new File([new Uint8Array(scene)], 'b.jpg'));
      expect(await codeOf(viewer.call('uploadAvatar', { form: two }))).toBe('common.file_count');
      expect((await viewer.call('getCurrentUser')).user.avatar).toBe(user.avatar);
      expect(await statusOf(user.avatar!)).toBe(200);
    },
  );

  test('a file that cannot be kept is told as "An error occurred", and one left behind goes later (settings.avatar_failed)', async () => {
    await viewer.call('deleteAvatar', { body: {} });
    await eventually(() => expect(filesThere()).toEqual([]));
    rmSync(folder, { recursive: true, force: true });
    // A file where the folder has to be: nothing can be written into it.
    writeFileSync(folder, '');
    const answer = await upload(viewer).then(
      () => undefined,
      (error: { code: string; message: string }) => error,
    );
    expect(answer).toMatchObject({ code: 'settings.avatar_failed', message: 'An error occurred' });
    rmSync(folder);
    const rows = () => sql`select 1 from avatar_pictures`.execute(kysely);
    expect((await rows()).rows).toHaveLength(1);
    await sql`update avatar_pictures set created_at = now() - interval '2 days'`.execute(kysely);
    await site.site.doChores();
    expect((await rows()).rows).toEqual([]);
  });
});

describe('the own picture of a model', () => {
  test('waits for staff, whom alone and the model it is shown; approved, everybody sees it', async () => {
    const { user, message } = await upload(model);
    expect([user.avatar, message]).toEqual([null, 'Your picture is being reviewed.']);
    const url = (await pendingOf(model))!;
    expect(await statusOf(url)).toBe(404);
    expect(await statusOf(url, viewer)).toBe(404);
    expect([await statusOf(url, model), await statusOf(url, keeper)]).toEqual([200, 200]);
    const [review] = await waiting();
    expect(review).toMatchObject({
      kind: 'avatar',
      user: { username: model.username },
      payload: { picture_url: url, current_url: null, fields: [] },
    });
    expect(await decide(review!.id, { decision: 'approve' })).toEqual({ status: 1, state: 'approved' });
    expect(await statusOf(url)).toBe(200);
    expect((await viewer.call('getRoom', { params: { username: model.username } })).user.avatarUrl).toBe(url);
    expect((await model.call('listNotifications', { query: {} })).items[0]).toMatchObject({
      kind: 'review_result',
      title: 'Your picture was approved',
      url: '/account/settings/profile',
    });
    expect(await waiting()).toEqual([]);
    expect(await codeOf(decide(review!.id, { decision: 'reject', note: 'too late' }))).toBe(
      'moderation.stale',
    );
    const { items } = await boss.call('listAudit', { query: { target: `account:${model.id}` } });
    expect(items[0]).toMatchObject({ action: 'avatar.approved', actor: keeper.username });
  });

  test('that is rejected goes with its file and the one before stays; the model reads why', async () => {
    const before = (await model.call('getCurrentUser')).user.avatar!;
    await upload(model);
    const url = (await pendingOf(model))!;
    const [review] = await waiting();
    expect(await codeOf(decide(review!.id, { decision: 'reject' }))).toBe('common.invalid_input');
    await decide(review!.id, { decision: 'reject', reason_code: 'unclear', note: 'It is too dark.' });
    await eventually(async () => expect(await statusOf(url, model)).toBe(404));
    expect(await statusOf(before)).toBe(200);
    expect((await model.call('listNotifications', { query: {} })).items[0]).toMatchObject({
      title: 'Your picture was not accepted',
      body: 'It is too dark.',
    });
  });

  test.runIf(isFullRun)(
    'a newer one takes the place of one that waits, and of two people who decide one does',
    async () => {
      await upload(model);
      const [old] = await waiting();
      await upload(model, pngOf(50, 50));
      const items = await waiting();
      expect(items).toHaveLength(1);
      expect(await codeOf(decide(old!.id, { decision: 'approve' }))).toBe('moderation.stale');
      const answers = await Promise.all([
        codeOf(decide(items[0]!.id, { decision: 'approve' })),
        codeOf(decide(items[0]!.id, { decision: 'reject', note: 'not this one' }, boss)),
      ]);
      expect(answers.toSorted()).toEqual(['moderation.stale', 'not refused']);
      expect(await codeOf(decide('0198f1a2-0000-7000-8000-000000000000', { decision: 'approve' }))).toBe(
        'common.not_found',
      );
    },
  );
});
