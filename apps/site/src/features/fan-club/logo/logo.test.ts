import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uuidv7 } from '@klieg/kernel';
import type { VisitorSocket } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { useComplaints } from '#site/app/testing-complaints-store.ts';
import { codeOf, type Member, useTestSite } from '#site/app/testing-site.ts';
import { imageFormat } from '#site/platform/images/image-format.ts';
import { orientedJpeg, pngOf } from '#site/platform/images/testing-images.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'klieg-logos-'));
const site = await useTestSite({ env: { DATA_DIR: dataDir } });
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const { kysely } = site.database;
const scene = await readFile(new URL('../../../../../demo/scenes/s01.jpg', import.meta.url));
const prices = { supporter: 100, insider: 200, legend: 400 };
const keeper = await site.join({ roles: ['model_admin'] });
const viewer = await site.join();
const settings = { fanclub_enabled: true, fanclub_prices: prices };
const joinModel = () => site.join({ type: 'model', settings });
let model: Member;
beforeEach(async () => {
  model = await joinModel();
});

const formOf = (...files: readonly Uint8Array[]) => {
  const form = new FormData();
  for (const bytes of files)
    form.append('file', new File([new Uint8Array(bytes)], 'logo', { type: 'image/jpeg' }));
  return form;
};
const upload = (bytes: Uint8Array = scene, by = model) => by.call('uploadFanLogo', { form: formOf(bytes) });
const own = (by = model) => by.call('getFanLogo');
const shownTo = async (reader: Pick<Member, 'call'> = viewer) =>
  (await reader.call('getFanClub', { params: { username: model.username }, query: {} })).logo_url;
const statusOf = async (url: string, by?: Member) =>
  (by ? await by.fetch(url) : await fetch(`${site.url}${url}`)).status;
const waiting = async () =>
  (await keeper.call('listReviews', { query: { kind: 'fan_logo' } })).items.filter(
    ({ user }) => user.username === model.username,
  );
const decide = (id: string, body: object, by: Member = keeper) =>
  by.call('decideReview', { params: { id }, body: body as never });
const approve = async () => decide((await waiting())[0]!.id, { decision: 'approve' });
/** Uploads one, and has staff approve it. @returns its address */
const show = async (bytes: Uint8Array = scene) => {
  await upload(bytes);
  await approve();
  return (await own()).logo_url!;
};
const become = async () => {
  const member = await site.join({ tokens: 200 });
  const body = { level: 'supporter' as const, price: prices.supporter };
  await member.call('joinFanClub', { params: { username: model.username }, body, idempotencyKey: uuidv7() });
  return member;
};
const folder = join(dataDir, 'blobs', 'fan-logos');
const filesThere = () => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};
const isGone = (url: string) =>
  eventually(() => expect(filesThere()).not.toContain(url.slice('/files/fan-logos/'.length)));
const logosOf = ({ received }: VisitorSocket) =>
  received.filter(({ name }) => name === 'v3.fans.logo').map(({ payload }) => payload['logo_url']);

describe('the logo of a fan club', () => {
  test('is drawn anew and waits for staff, whom alone and the performer it is shown; approved, everybody sees it (FANCLUB-009)', async () => {
    const sent = await upload(orientedJpeg(scene, 6, 'GPS 38.7 -9.1 of my home'));
    expect(sent).toMatchObject({ status: 1, logo_url: null });
    const url = sent.waiting_url!;
    expect(url).toMatch(/^\/files\/fan-logos\/[0-9a-f-]{36}\.jpg$/);
    expect(await own()).toEqual({ logo_url: null, waiting_url: url });
    expect([await statusOf(url), await statusOf(url, viewer)]).toEqual([404, 404]);
    expect([await statusOf(url, model), await statusOf(url, keeper)]).toEqual([200, 200]);
    expect([await shownTo(), await shownTo(model)]).toEqual([null, null]);
    expect((await model.call('getPending', { query: {} })).custom_media).toBe(1);
    expect((await keeper.call('readStanding')).queues.find(({ queue }) => queue === 'media')?.open).toBe(1);

    const [review] = await waiting();
    expect(review).toMatchObject({ kind: 'fan_logo', payload: { picture_url: url, current_url: null } });
    expect(await decide(review!.id, { decision: 'approve' })).toEqual({ status: 1, state: 'approved' });
    const served = await fetch(`${site.url}${url}`);
    expect(served.headers.get('cache-control')).toMatch(/^public/);
    const bytes = Buffer.from(await served.arrayBuffer());
    expect([imageFormat(bytes), bytes.includes('GPS 38.7')]).toEqual(['jpeg', false]);
    expect([await shownTo(), await own()]).toEqual([url, { logo_url: url, waiting_url: null }]);
    const room = await viewer.call('getRoom', { params: { username: model.username }, query: {} });
    expect(room.user.fanclub_logo_url).toBe(url);
    expect((await model.call('listNotifications', { query: {} })).items[0]).toMatchObject({
      kind: 'review_result',
      title: 'The logo of your fan club was approved',
      url: '/model-desk/fan-club',
    });
    expect(await codeOf(decide(review!.id, { decision: 'reject', note: 'too late' }))).toBe(
      'moderation.stale',
    );
    const { rows } = await sql`select action from audit_entries where target = ${`account:${model.id}`}
      and actor = ${keeper.username}`.execute(kysely);
    expect(rows).toEqual([{ action: 'fan_logo.approved' }]);
  });

  test('is told to members and to the room when what others see has changed, and to nobody else (S2107)', async () => {
    const [member, banned] = [await become(), await become()];
    await model.call('moderate', {
      params: { username: model.username },
      body: { action: 'ban', username: banned.username },
    });
    const lobby = await viewer.openLobby();
    const [room, members, out] = [
      await viewer.openRoom(lobby, model.username),
      await member.openLobby(),
      await banned.openLobby(),
    ];
    await upload();
    const { waiting_url: url } = await own();
    await approve();
    const told = { username: model.username, logo_url: url };
    expect(await members.waitFor('v3.fans.logo')).toMatchObject(told);
    expect(await room.waitFor('v3.fans.logo')).toMatchObject(told);
    await model.call('deleteFanLogo');
    for (const page of [members, room])
      await page.waitFor('v3.fans.logo', ({ logo_url: now }) => now === null);
    // One that waits changes nothing for others.
    expect([members, room, lobby, out].map(logosOf)).toEqual([[url, null], [url, null], [], []]);
    for (const page of [room, lobby, members, out]) page.close();
  });

  test('goes with its file when the performer takes it away, and one that waits goes with it', async () => {
    const url = await show();
    const { waiting_url: next } = await upload(pngOf(40, 30));
    expect(await own()).toEqual({ logo_url: url, waiting_url: next });
    expect(await model.call('deleteFanLogo')).toEqual({ status: 1, logo_url: null, waiting_url: null });
    expect([await shownTo(), await waiting()]).toEqual([null, []]);
    for (const one of [url, next!]) await isGone(one);
    expect(await statusOf(url)).toBe(404);
    expect(await model.call('deleteFanLogo')).toMatchObject({ logo_url: null });
    const room = await viewer.call('getRoom', { params: { username: model.username }, query: {} });
    expect(room.user.fanclub_logo_url).toBeNull();
  });

  test('that is not accepted goes with its file, and the one before stays; the performer reads why', async () => {
    const before = await show();
    const { waiting_url: url } = await upload(pngOf(50, 50));
    const [review] = await waiting();
    expect(review!.payload).toMatchObject({ picture_url: url, current_url: before });
    await decide(review!.id, { decision: 'reject', reason_code: 'contact', note: 'No numbers, please.' });
    await isGone(url!);
    expect([await shownTo(), await statusOf(before)]).toEqual([before, 200]);
    expect((await model.call('listNotifications', { query: {} })).items[0]).toMatchObject({
      title: 'The logo of your fan club was not accepted',
      body: 'No numbers, please.',
    });
  });

  test('takes the place of one that waits, and once approved of the one before, whose files go', async () => {
    const before = await show();
    const { waiting_url: first } = await upload(pngOf(20, 20));
    const [old] = await waiting();
    const { waiting_url: second } = await upload(pngOf(30, 30));
    await isGone(first!);
    expect(['moderation.stale', 'common.not_found']).toContain(
      await codeOf(decide(old!.id, { decision: 'approve' })),
    );
    await approve();
    await isGone(before);
    expect([await shownTo(), await own()]).toEqual([second, { logo_url: second, waiting_url: null }]);
  });

  test('is shown by no club that is closed, and again by one that opens', async () => {
    const url = await show();
    await model.call('saveSettings', { body: { fanclub_enabled: false } });
    const roomOf = async () =>
      (await viewer.call('getRoom', { params: { username: model.username }, query: {} })).user;
    expect((await roomOf()).fanclub_logo_url).toBeNull();
    expect(await own()).toMatchObject({ logo_url: url });
    await model.call('saveSettings', { body: { fanclub_enabled: true } });
    expect([await shownTo(), (await roomOf()).fanclub_logo_url]).toEqual([url, url]);
  });
});

describe('a logo that others have seen', () => {
  test('is off the page while a complaint keeps it out of reach, and back when that is rejected; the room is told', async () => {
    const { file } = useComplaints(site);
    const mod = await site.join({ roles: ['site_mod'] });
    const url = await show(pngOf(70, 45));
    const lobby = await viewer.openLobby();
    const room = await viewer.openRoom(lobby, model.username);
    const reject = (id: string) =>
      mod.call('decideComplaint', {
        params: { id },
        body: { action: 'reject', note: 'Looked at it and compared the drawings.' },
      });
    const { id } = await file('illegal', [`/${model.username}/fanclub`]);
    expect([await shownTo(), await statusOf(url), await statusOf(url, model)]).toEqual([null, 404, 404]);
    await room.waitFor('v3.fans.logo', ({ logo_url: now }) => now === null);
    await reject(id);
    await room.waitFor('v3.fans.logo', ({ logo_url: now }) => now === url);
    expect([await shownTo(), await statusOf(url)]).toEqual([url, 200]);

    const again = await file('illegal', [url]);
    const { items } = await mod.call('getDeskComplaint', { params: { id: again.id } });
    expect(items).toMatchObject([{ kind: 'fan_logo', owner: model.username, state: 'quarantined' }]);
    // Whoever takes it away deletes nothing that somebody may have to see, and does not get it back.
    await model.call('deleteFanLogo');
    await site.site.doChores();
    expect((await mod.fetch(items[0]!.url!)).status).toBe(200);
    await reject(again.id);
    expect([await shownTo(), await own()]).toEqual([null, { logo_url: null, waiting_url: null }]);
    await site.site.doChores();
    await isGone(url);
    for (const page of [room, lobby]) page.close();
  });

  test('stands in the record of its performer from when it was shown until another takes its place', async () => {
    const contents = async () =>
      (
        await keeper.call('getPerformerRecord', {
          params: { id: `a${model.id}` },
          query: { reason: 'an inspector asks for the record' },
        })
      ).items;
    await upload();
    // Nobody has seen it yet.
    expect(await contents()).toEqual([]);
    await approve();
    const shown = { kind: 'fan_logo', url: `/${model.username}/fanclub`, ended_at: null, erased_at: null };
    expect(await contents()).toMatchObject([shown]);
    await show(pngOf(60, 60));
    const gone = { ended_at: expect.any(String) as string, erased_at: expect.any(String) as string };
    await eventually(async () => expect(await contents()).toMatchObject([shown, gone]));
  });
});

describe('what is no logo', () => {
  test('is refused in the words of own pictures, and the logo stays (common.file_not_image) (common.file_format) (common.file_count)', async () => {
    const url = await show();
    const another = Buffer.from('424d3a0000000000000036000000280000000100000001000000', 'hex');
    expect(await codeOf(upload(Buffer.from('<html>not a picture</html>')))).toBe('common.file_not_image');
    expect(await codeOf(upload(scene.subarray(0, 200)))).toBe('common.file_not_image');
    expect(await codeOf(upload(pngOf(60_000, 60_000, 1)))).toBe('common.file_not_image');
    expect(await codeOf(upload(another))).toBe('common.file_format');
    expect(await codeOf(upload(Buffer.alloc(9 * 2 ** 20, 'x')))).toBe('common.too_large');
    expect(await codeOf(upload(new Uint8Array()))).toBe('common.file_count');
    expect(await codeOf(model.call('uploadFanLogo', { form: formOf(scene, scene) }))).toBe(
      'common.file_count',
    );
    expect(await own()).toEqual({ logo_url: url, waiting_url: null });
  });

  test.runIf(isFullRun)(
    'a file that cannot be kept is told, and what is left of it goes later (common.unavailable)',
    async () => {
      await show();
      renameSync(folder, `${folder}.away`);
      // A file where the folder has to be: nothing can be written into it.
      writeFileSync(folder, '');
      expect(await codeOf(upload())).toBe('common.unavailable');
      rmSync(folder);
      renameSync(`${folder}.away`, folder);
      const statesOf = async () =>
        (
          await sql<{ state: string }>`select state from fan_logos where model_id = ${model.id}
            order by state`.execute(kysely)
        ).rows.map(({ state }) => state);
      expect(await statesOf()).toEqual(['new', 'shown']);
      expect((await own()).waiting_url).toBeNull();
      await sql`update fan_logos set created_at = now() - interval '2 days'`.execute(kysely);
      await site.site.doChores();
      expect(await statesOf()).toEqual(['shown']);
    },
  );
});
