import { consentText, NO_CONSENT, parseConsent } from '@klieg/contract/features/tracking/consent';
import { CONSENT_DAYS } from '@klieg/contract/features/tracking/limits';
import { toInstant, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import type { Visitor } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { maskLine } from './mask-text.ts';

const site = await useTestSite();
const { kysely } = site.database;
const agree = (visitor: Visitor, given: Partial<typeof NO_CONSENT>) =>
  visitor.call('setConsent', { body: { ...NO_CONSENT, ...given } });
const rowsOf = async <T>(query: ReturnType<typeof sql>) => (await query.execute(kysely)).rows as T[];
const keyOf = (visitor: Visitor) => `g${visitor.cookies.get('guest')!.split('.')[0]}`;

describe('consent', () => {
  test('is a cookie of 180 days that the page can read, and nothing is agreed to without it', async () => {
    const guest = await site.visit();
    const answer = await guest.fetch('/api/v1/consent', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf-token': guest.csrf, origin: site.url },
      body: JSON.stringify({ analytics: true, ads: false, fingerprint: false }),
    });
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('cookie_consent='))!;
    expect(cookie).toContain('cookie_consent=100');
    expect(cookie).toContain(`Max-Age=${CONSENT_DAYS * 86_400}`);
    expect(cookie).not.toContain('HttpOnly');
    for (const wrong of [undefined, '', '11', '1111', 'yes', '1a1'])
      expect(parseConsent(wrong)).toBeUndefined();
    const some = { analytics: false, ads: true, fingerprint: true };
    expect(parseConsent(consentText(some))).toEqual(some);
  });
});

describe('the console of a page', () => {
  const logs = [{ level: 'warn' as const, at: toInstant(Date.now()), text: 'mail to anna@example.org' }];
  const kept = (member: Member) =>
    rowsOf<{ level: string; text: string }>(
      sql`select level, text from client_logs where account_id = ${member.id}`,
    );

  test('is kept of people with the role remote_logging and of those in a private, of nobody else', async () => {
    const [plain, helped, payer, model] = [
      await site.join(),
      await site.join({ roles: ['remote_logging'] }),
      await site.join(),
      await site.join({ type: 'model' }),
    ];
    expect(await codeOf((await site.visit()).call('sendLogs', { body: { logs } }))).toBe(
      'common.unauthenticated',
    );
    const show = uuidv7();
    await sql`insert into privates (show_id, room_id, payer_id, state, type, source, price, prepaid_seconds, with_cam2cam, expires_at)
      values (${show}, ${model.id}, ${payer.id}, 'running', 'private', 'room', 60, 60, false, now())`.execute(
      site.owner.kysely,
    );
    for (const member of [plain, helped, payer, model])
      expect(await member.call('sendLogs', { body: { logs } })).toEqual({ status: 1 });
    expect(await kept(plain)).toEqual([]);
    for (const member of [helped, payer, model])
      expect(await kept(member)).toEqual([{ level: 'warn', text: 'mail to [address]' }]);
    await sql`update privates set state = 'ended' where show_id = ${show}`.execute(site.owner.kysely);
    await payer.call('sendLogs', { body: { logs } });
    expect(await kept(payer)).toHaveLength(1);
  });

  test('takes at most 50 entries at once, cut, and masks cards, addresses and keys', async () => {
    const helped = await site.join({ roles: ['remote_logging'] });
    const fifty = Array.from({ length: 50 }, () => logs[0]!);
    expect(await helped.call('sendLogs', { body: { logs: fifty } })).toEqual({ status: 1 });
    expect(await kept(helped)).toHaveLength(50);
    expect(await codeOf(helped.call('sendLogs', { body: { logs: [...fifty, logs[0]!] } }))).toBe(
      'common.invalid_input',
    );
    const long = [{ ...logs[0]!, text: 'x'.repeat(1_001) }];
    expect(await codeOf(helped.call('sendLogs', { body: { logs: long } }))).toBe('common.invalid_input');
    expect(await helped.call('sendLogs', { body: { logs: [] } })).toEqual({ status: 1 });
    expect(maskLine(`token=${'a1'.repeat(20)} card 4242 4242 4242 4242`, 500)).toBe('[secret] card [card]');
    expect(maskLine('a line that is quite long but holds no key at all 12', 500)).toContain(
      'no key at all 12',
    );
  });
});

describe('counts of pages', () => {
  const events = (visitor: Visitor) =>
    rowsOf<{ name: string; params: object }>(
      sql`select name, params from page_events where who = ${keyOf(visitor)} order by id`,
    );

  test('each event is counted with consent and not without, alone or with parameters (TRACKING-LOGGING-007)', async () => {
    const guest = await site.visit();
    expect(await guest.call('sendPageEvent', { body: { event: 'page_view' } })).toEqual({ status: 1 });
    expect(await events(guest)).toEqual([]);
    await agree(guest, { analytics: true });
    await guest.call('sendPageEvent', { body: { event: 'signup_open' } });
    await guest.call('sendPageEvent', {
      body: { name: 'page_view', params: { path: '/girls', mail: 'anna@example.org', n: 3 } },
    });
    expect(await events(guest)).toEqual([
      { name: 'signup_open', params: {} },
      { name: 'page_view', params: { path: '/girls', mail: '[address]', n: 3 } },
    ]);
    for (const wrong of [
      { event: 'made_up' },
      { name: 'page_view', params: { path: 'x'.repeat(201) } },
      {
        name: 'page_view',
        params: Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`k${n}`, 'x'.repeat(100)])),
      },
      { event: 'page_view', more: 1 },
    ])
      expect(await codeOf(guest.call('sendPageEvent', { body: wrong as never }))).toBe(
        'common.invalid_input',
      );
    await agree(guest, {});
    await guest.call('sendPageEvent', { body: { event: 'page_view' } });
    expect(await events(guest)).toHaveLength(2);
  });

  test('a press on a picture is counted by picture and day, of own pictures alone, and says nothing of who (TRACKING-LOGGING-005)', async () => {
    const guest = await site.visit();
    const press = (thumbUrl: string) => guest.call('countThumbClick', { body: { thumbUrl } });
    const clicks = () =>
      rowsOf<{ thumb: string; clicks: number }>(sql`select thumb, clicks from thumb_clicks order by thumb`);
    expect(await press('/thumb/anna.jpg')).toEqual({ status: 1 });
    expect(await clicks()).toEqual([]);
    await agree(guest, { analytics: true });
    await press('/thumb/anna.jpg?t=1');
    await press(`${site.url}/thumb/anna.jpg?t=2`);
    await press('https://elsewhere.example/thumb/anna.jpg');
    await press('data:image/png;base64,AAAA');
    expect(await clicks()).toEqual([{ thumb: '/thumb/anna.jpg', clicks: 2 }]);
  });

  test('what is no picture is counted nowhere, and on a day no more pictures than a site has', async () => {
    const guest = await site.visit();
    await agree(guest, { analytics: true });
    const press = (thumbUrl: string) => guest.call('countThumbClick', { body: { thumbUrl } });
    const count = async (like: string) =>
      (
        await rowsOf<{ n: number }>(
          sql`select coalesce(sum(clicks), 0)::int as n from thumb_clicks where thumb like ${like}`,
        )
      )[0]!.n;
    for (const path of ['/reset/abc123', '/anna', '/thumb/', '/thumb/x.html', '/../etc.jpg'])
      expect(await press(path)).toEqual({ status: 1 });
    expect(await count('%')).toBe(2);
    await press('/thumb/known.jpg');
    await sql`insert into thumb_clicks (thumb, day) select '/thumb/many_' || n || '.jpg', current_date
      from generate_series(1, 10000) n`.execute(site.owner.kysely);
    await press('/thumb/one_more.jpg');
    expect(await count('/thumb/one_more.jpg')).toBe(0);
    await press('/thumb/known.jpg');
    expect(await count('/thumb/known.jpg')).toBe(2);
    // What is old goes at once, also where it is more than one statement takes.
    await sql`update thumb_clicks set day = day - 31 where thumb like '/thumb/many_%'`.execute(
      site.owner.kysely,
    );
    await site.site.doChores();
    expect(await count('/thumb/many_%')).toBe(0);
  });
});

describe('where a visit came from', () => {
  const visitOf = async (who: string) =>
    (
      await rowsOf<{ data: object; account_id: number | null }>(
        sql`select data, account_id from visit_tracking where who = ${who}`,
      )
    )[0];

  test('is kept with consent and goes along when its guest registers', async () => {
    const guest = await site.visit();
    const tracking = {
      advert_id: 'ad-7',
      tour: 'summer',
      landing_page: '/girls',
      referrer: 'https://partner.example/',
      created_at: toInstant(Date.now()),
      u1: 'a',
      u2: 'b',
      u3: 'c',
      u4: 'd',
      ad_id: '1',
      campaign_id: '2',
      click_id: '3',
      gclid: '4',
      sub_id: '5',
    };
    await guest.call('sendTracking', { body: tracking });
    expect(await visitOf(keyOf(guest))).toBeUndefined();
    await agree(guest, { ads: true });
    await guest.call('sendTracking', { body: tracking });
    expect((await visitOf(keyOf(guest)))!.data).toEqual(tracking);
    const before = keyOf(guest);
    const { user } = await guest.call('register', {
      body: {
        username: 'from_advert',
        email: 'from_advert@example.org',
        password: 'correct horse battery',
        birth_date: '1990-05-01',
        gender: 'f',
        type: 'other',
        terms_accepted: true,
        age_confirmed: true,
      },
    });
    await eventually(async () => expect(await visitOf(before)).toBeUndefined());
    expect(await visitOf(`a${user.id}`)).toMatchObject({ data: tracking, account_id: user.id });
    expect((await guest.call('getCurrentUser')).userTracking).toEqual(tracking);
  });

  test('holds no mail address, no number of a card, no query of a link and no proof of a right', async () => {
    const guest = await site.visit();
    await agree(guest, { ads: true });
    await guest.call('sendTracking', {
      body: {
        u1: 'anna%40mail.example',
        click_id: '4111111111111111',
        landing_page: '/reset/abc123?mail=anna%40mail.example',
        referrer: 'https://mail.example/inbox?user=anna&card=4111111111111111',
        gclid: 'Cj0KCQiA1234567890abcdefghijklmnop',
      },
    });
    expect((await visitOf(keyOf(guest)))!.data).toEqual({
      u1: '[address]',
      click_id: '[card]',
      landing_page: '/reset/[hidden]',
      referrer: 'https://mail.example/inbox',
      gclid: 'Cj0KCQiA1234567890abcdefghijklmnop',
    });
  });

  test('holds letters of links alone, and no other field', async () => {
    const guest = await site.visit();
    for (const wrong of [{ tour: '<script>' }, { u1: 'x'.repeat(65) }, { other: 'x' }, { created_at: 'now' }])
      expect(await codeOf(guest.call('sendTracking', { body: wrong as never }))).toBe('common.invalid_input');
  });
});

describe('the value of a browser', () => {
  test('is kept with consent as a keyed digest, and never as the page sent it', async () => {
    const guest = await site.visit();
    const body = { visitor_id: 'abc123', linked_id: 'guest_x', tag: 'ad-7' };
    expect(await guest.call('sendFingerprint', { body })).toEqual({ status: 1, fp: '' });
    await agree(guest, { fingerprint: true });
    const { fp } = await guest.call('sendFingerprint', { body });
    expect(fp).toMatch(/^[\w-]{22}$/);
    expect((await guest.call('sendFingerprint', { body })).fp).toBe(fp);
    expect(
      await rowsOf(sql`select fp, linked_id, tag from fingerprints where who = ${keyOf(guest)}`),
    ).toEqual([{ fp, linked_id: 'guest_x', tag: 'ad-7' }]);
  });
});

test('the pixel is one that nobody sees or keeps, whatever is asked', async () => {
  for (const query of ['', '?e=visit&advert_id=ad-7', '?e=%00&advert_id=%3Cx%3E']) {
    const answer = await fetch(`${site.url}/api/v1/pixel.gif${query}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/gif');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 6)
        .toString(),
    ).toBe('GIF89a');
  }
  const metrics = await (await fetch(`${site.url}/metrics`)).text();
  expect(metrics).toContain('klieg_pixel_visits_total{advert="yes"} 1');
});

test('everything is dropped after 30 days', async () => {
  await sql`update visit_tracking set created_at = now() - interval '31 days'`.execute(kysely);
  await sql`update fingerprints set at = now() - interval '31 days'`.execute(kysely);
  await sql`update client_logs set at = now() - interval '31 days'`.execute(kysely);
  await sql`update page_events set at = now() - interval '29 days'`.execute(kysely);
  await sql`update thumb_clicks set day = now() - interval '31 days'`.execute(kysely);
  await site.site.doChores();
  const left = async (table: string) =>
    (await rowsOf<{ n: number }>(sql`select count(*)::int as n from ${sql.table(table)}`))[0]!.n;
  for (const table of ['visit_tracking', 'fingerprints', 'client_logs', 'thumb_clicks'])
    expect(await left(table)).toBe(0);
  expect(await left('page_events')).toBeGreaterThan(0);
});
