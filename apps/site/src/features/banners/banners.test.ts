import { readFile } from 'node:fs/promises';
import { toInstant, uuidv7 } from '@klieg/kernel';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openTestDesk } from '../../app/testing-desk-store.ts';
import { codeOf, useTestSite } from '../../app/testing-site.ts';
import { imageFormat } from '../../platform/images/image-format.ts';

const site = await useTestSite({ env: { BANNER_HOSTS: 'example.org' } });
const desk = openTestDesk(site);
const admin = await desk.joinAdmin();
const boss = await desk.joinSuperAdmin();
const { kysely } = site.database;
const scene = await readFile(new URL('../../../../demo/scenes/banner-week.png', import.meta.url));

const inMinutes = (minutes: number) => toInstant(Date.now() + minutes * 60_000);
const banner = (alt: string, more: object = {}) => ({
  image_url: '/scenes/banner-week.png',
  image_mobile_url: null,
  url: '/top',
  alt,
  audience: 'all' as const,
  position: 5,
  starts_at: inMinutes(-1),
  ends_at: null,
  ...more,
});
const save = (body: ReturnType<typeof banner> & { id?: string }) => admin.call('saveDeskBanner', { body });
const seenBy = async (visitor: { call: typeof admin.call }) =>
  (await visitor.call('listBanners')).data.map(({ alt }) => alt);
const clear = () => sql`delete from banners`.execute(kysely).then(() => site.site.reloadBanners());

describe('banners', () => {
  test('are listed with their picture, link, text, times and audience while they run, in their order (SHELL-009)', async () => {
    await clear();
    const guest = await site.visit();
    expect(await seenBy(guest)).toEqual([]);
    expect((await guest.call('getSiteConfig')).switches.banner).toBe(false);
    await save(banner('second'));
    const ends = inMinutes(60);
    await save(banner('first', { position: 1, url: 'https://shop.example.org/x', ends_at: ends }));
    await save(banner('begins later', { starts_at: inMinutes(5) }));
    await save(banner('is over', { starts_at: inMinutes(-10), ends_at: inMinutes(-5) }));
    const { data } = await guest.call('listBanners');
    expect(data.map(({ alt }) => alt)).toEqual(['first', 'second']);
    expect(data[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      image_url: '/scenes/banner-week.png',
      image_mobile_url: null,
      url: 'https://shop.example.org/x',
      alt: 'first',
      starts_at: expect.stringMatching(/Z$/),
      ends_at: ends,
      audience: 'all',
    });
    expect((await guest.call('getSiteConfig')).switches.banner).toBe(true);
  });

  test('are for guests, for viewers or for both; members with a membership and models are shown none', async () => {
    await clear();
    for (const audience of ['all', 'guest', 'viewer', 'model'] as const)
      await save(banner(audience, { audience }));
    const viewer = await site.join();
    const premium = await site.join();
    await sql`update accounts set membership = 'premium' where id = ${premium.id}`.execute(kysely);
    expect((await seenBy(await site.visit())).toSorted()).toEqual(['all', 'guest']);
    expect((await seenBy(viewer)).toSorted()).toEqual(['all', 'viewer']);
    expect(await seenBy(premium)).toEqual([]);
    expect(await seenBy(await site.join({ type: 'model' }))).toEqual([]);
  });
});

describe('the desk', () => {
  test('adds, changes and removes one; each step stands in the audit log', async () => {
    await clear();
    const { items } = await save(banner('Old words'));
    const { id } = items[0]!;
    await save({ ...banner('New words', { position: 7 }), id });
    expect((await admin.call('listDeskBanners')).items).toMatchObject([
      { id, alt: 'New words', position: 7, state: 'open' },
    ]);
    await admin.call('removeDeskBanner', { params: { id } });
    expect((await admin.call('listDeskBanners')).items).toEqual([]);
    expect(await seenBy(await site.visit())).toEqual([]);
    const deeds = (await boss.call('listAudit', { query: { target: `banner:${id}` } })).items;
    expect(deeds.map(({ action }) => action)).toEqual([
      'banners.removed',
      'banners.changed',
      'banners.added',
    ]);
    expect(deeds[1]!.detail).toMatchObject({ alt: 'New words', position: '7' });
    // Somebody else has removed it meanwhile.
    expect(await codeOf(admin.call('removeDeskBanner', { params: { id } }))).toBe('common.not_found');
    expect(await codeOf(save({ ...banner('Late'), id }))).toBe('common.not_found');
  });

  test.runIf(isFullRun)(
    'takes a picture, draws it anew and serves it to everybody; what is no picture is refused',
    async () => {
      const formOf = (bytes: Uint8Array, type: string) => {
        const form = new FormData();
        form.append('file', new File([new Uint8Array(bytes)], 'b', { type }));
        return form;
      };
      const { image_url: url } = await admin.call('uploadBannerPicture', {
        form: formOf(scene, 'image/png'),
      });
      const answer = await fetch(`${site.url}${url}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toMatch(/^public/);
      expect(imageFormat(Buffer.from(await answer.arrayBuffer()))).toBe('jpeg');
      await save(banner('With a picture', { image_url: url }));
      const nonsense = formOf(Buffer.from('no picture'), 'image/png');
      expect(await codeOf(admin.call('uploadBannerPicture', { form: nonsense }))).toMatch(/^common\.file_/);
      expect((await fetch(`${site.url}/files/banners/${uuidv7()}.jpg`)).status).toBe(404);
      expect((await fetch(`${site.url}/files/banners/..%2f..%2fsecret`)).status).toBe(404);
      // A day later only pictures that a banner shows are still there.
      const { image_url: loose } = await admin.call('uploadBannerPicture', {
        form: formOf(scene, 'image/png'),
      });
      await sql`update banner_pictures set created_at = now() - interval '2 days'`.execute(kysely);
      await site.site.doChores();
      expect((await fetch(`${site.url}${url}`)).status).toBe(200);
      expect((await fetch(`${site.url}${loose}`)).status).toBe(404);
    },
  );

  test('refuses links elsewhere, an end before the start, foreign pictures and too many', async () => {
    await clear();
    for (const url of ['https://evil.example', '//evil.example', 'javascript:alert(1)', 'http://example.org'])
      expect(await codeOf(save(banner('Link', { url }))), url).toBe('banners.link_refused');
    expect(await codeOf(save(banner('Dates', { ends_at: inMinutes(-2) })))).toBe('banners.dates_invalid');
    for (const wrong of [
      { image_url: 'https://elsewhere.example/x.png' },
      { image_url: '/files/pm/x.jpg' },
      { alt: '' },
      { position: -1 },
      { audience: 'everybody' },
    ])
      expect(await codeOf(save(banner('Wrong', wrong))), JSON.stringify(wrong)).toBe('common.invalid_input');
    await sql`insert into banners (id, image_url, url, alt, audience, starts_at)
      select gen_random_uuid(), '/scenes/banner-week.png', '/', 'x', 'all', now() from generate_series(1, 50)`.execute(
      kysely,
    );
    expect(await codeOf(save(banner('One more')))).toBe('banners.full');
    await sql`delete from banners where id in (select id from banners limit 3)`.execute(kysely);
    await Promise.all(Array.from({ length: 12 }, () => codeOf(save(banner('At once')))));
    expect((await admin.call('listDeskBanners')).items).toHaveLength(50);
    await clear();
  });

  test('is open to admins with their password given lately alone', async () => {
    const [guest, viewer, late] = [await site.visit(), await site.join(), await desk.joinAdmin()];
    await sql`update sessions set sudo_until = null where account_id = ${late.id}`.execute(kysely);
    for (const [name, given] of [
      ['listDeskBanners', {}],
      ['saveDeskBanner', { body: banner('Mine') }],
      ['removeDeskBanner', { params: { id: uuidv7() } }],
    ] as const) {
      expect(await codeOf(guest.call(name, given as never)), name).toBe('common.unauthenticated');
      expect(await codeOf(viewer.call(name, given as never)), name).toBe('common.forbidden');
      expect(await codeOf(late.call(name, given as never)), name).toBe('common.sudo_required');
    }
  });
});
