import { toInstant } from '@klieg/kernel';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openTestDesk } from '#site/app/testing-desk-store.ts';
import { codeOf, useTestSite } from '#site/app/testing-site.ts';

const site = await useTestSite();
const desk = openTestDesk(site);
const admin = await desk.joinAdmin();
const boss = await desk.joinSuperAdmin();
const { kysely } = site.database;

const URL_OUT = 'https://shop.example.org:8443/path?q=1';
const NOTHING = { verified: false, url: null, host: null };
const inDays = (days: number) => toInstant(Date.now() + days * 86_400_000);
const add = async (more: { uses?: number; expires_at?: string } = {}) =>
  (await admin.call('addDeskLink', { body: { url: URL_OUT, expires_at: inDays(1), ...more } })).key;
const verify = (visitor: Pick<typeof admin, 'call'>, key: string) =>
  visitor.call('verifyOutsideLink', { params: { key } });

describe('a link to another site', () => {
  test('is verified by its key: the address and its host, or nothing for one that is unknown, expired or removed (CONTENT-PAGES-021, CONTENT-PAGES-027)', async () => {
    const guest = await site.visit();
    const key = await add();
    expect(key).toMatch(/^[A-Za-z0-9_-]{22,43}$/);
    expect(await verify(guest, key)).toEqual({ verified: true, url: URL_OUT, host: 'shop.example.org:8443' });
    expect(await verify(guest, 'x'.repeat(22))).toEqual(NOTHING);
    expect(await codeOf(verify(guest, 'x'.repeat(21)))).toBe('common.invalid_input');
    expect(await codeOf(verify(guest, 'x'.repeat(44)))).toBe('common.invalid_input');
    await sql`update outside_links set expires_at = now() - interval '1 second' where key = ${key}`.execute(
      kysely,
    );
    expect(await verify(guest, key)).toEqual(NOTHING);
    const other = await add();
    await admin.call('removeDeskLink', { params: { key: other } });
    expect(await verify(guest, other)).toEqual(NOTHING);
  });

  test('with a number of uses counts each visitor once, and no more than that many at the same time', async () => {
    const key = await add({ uses: 2 });
    const visitors = await Promise.all(Array.from({ length: 4 }, () => site.visit()));
    for (const visitor of visitors) await visitor.call('getSiteConfig');
    const answers = await Promise.all(visitors.map((visitor) => verify(visitor, key)));
    expect(answers.filter(({ verified }) => verified)).toHaveLength(2);
    // Who has used it may look again; the others may not.
    const again = await Promise.all(visitors.map((visitor) => verify(visitor, key)));
    expect(again).toEqual(answers);
    const { items } = await admin.call('listDeskLinks');
    expect(items.find((link) => link.key === key)).toMatchObject({ uses_max: 2, uses: 2, state: 'used_up' });
  });
});

describe('the desk of links', () => {
  test('makes and removes links, each with an entry of the audit log', async () => {
    const key = await add({ uses: 5 });
    expect((await admin.call('listDeskLinks')).items[0]).toMatchObject({
      key,
      url: URL_OUT,
      uses_max: 5,
      uses: 0,
      state: 'open',
    });
    await admin.call('removeDeskLink', { params: { key } });
    expect(await codeOf(admin.call('removeDeskLink', { params: { key } }))).toBe('common.not_found');
    const deeds = (await boss.call('listAudit', { query: { target: `redir:${key}` } })).items;
    expect(deeds.map(({ action }) => action)).toEqual(['links.removed', 'links.added']);
  });

  test('refuses an end in the past or in more than a year, other addresses, and too many (content_pages.expiry_invalid)', async () => {
    expect(await codeOf(add({ expires_at: inDays(-1) }))).toBe('content_pages.expiry_invalid');
    expect(await codeOf(add({ expires_at: inDays(400) }))).toBe('content_pages.expiry_invalid');
    expect(await codeOf(add({ uses: 0 }))).toBe('common.invalid_input');
    const body = { url: 'http://shop.example.org', expires_at: inDays(1) };
    expect(await codeOf(admin.call('addDeskLink', { body }))).toBe('common.invalid_input');
    await sql`insert into outside_links (key, url, is_by_hand)
      select 'many-links-of-a-test-' || n, 'https://example.org', true from generate_series(1000, 1500) n`.execute(
      kysely,
    );
    expect(await codeOf(add())).toBe('content_pages.full');
    await sql`delete from outside_links where is_by_hand`.execute(kysely);
  });

  test('forgets links that have ended a month ago', async () => {
    const key = await add();
    const kept = await add();
    await sql`update outside_links set expires_at = now() - interval '31 days' where key = ${key}`.execute(
      kysely,
    );
    await site.site.doChores();
    expect((await admin.call('listDeskLinks')).items.map((link) => link.key)).toEqual([kept]);
  });

  test('is open to admins alone', async () => {
    const [guest, viewer] = [await site.visit(), await site.join()];
    for (const [name, given] of [
      ['listDeskLinks', {}],
      ['addDeskLink', { body: { url: URL_OUT, expires_at: inDays(1) } }],
      ['removeDeskLink', { params: { key: 'x'.repeat(22) } }],
    ] as const) {
      expect(await codeOf(guest.call(name, given as never)), name).toBe('common.unauthenticated');
      expect(await codeOf(viewer.call(name, given as never)), name).toBe('common.forbidden');
    }
  });
});
