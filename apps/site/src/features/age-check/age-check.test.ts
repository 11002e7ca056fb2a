import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import type { Visitor } from '@klieg/testing';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openTestDesk } from '../../app/testing-desk-store.ts';
import { BEHIND_PROXY, codeOf, TEST_PASSWORD, useTestSite } from '../../app/testing-site.ts';
import { openTestTwins } from './testing-twins.ts';

const site = await useTestSite({ env: BEHIND_PROXY });
const { kysely } = site.database;
const twins = openTestTwins(site);
const TEXAS = { country: 'US', region: 'TX' };
const FLORIDA = { country: 'US', region: 'FL' };
const FRANCE = { country: 'FR' };

const ageOf = async (visitor: Visitor) => (await visitor.call('getCurrentUser')).user.ageVerification;
const stateOf = async (visitor: Visitor) => (await visitor.call('getAgeCheck')).state;
const openScan = (visitor: Visitor) => visitor.call('openYoti', { query: { type: 'TYPE_DOC_SCAN' } });
const sessionOf = (url: string) => new URL(url).searchParams.get('sessionId')!;
const checkIdOf = async () => {
  const { rows } = await sql<{
    id: string;
  }>`select id from age_checks order by begun_at desc, id desc limit 1`.execute(kysely);
  return rows[0]!.id;
};

describe('who is asked', () => {
  test('a place without a rule asks for nothing; another says which methods its people have', async () => {
    const free = await site.join({ from: { country: 'DE' } });
    expect(await ageOf(free)).toMatchObject({ required: false, state: 'none', allowed: [] });
    expect(await free.call('getAgeCheck')).toEqual({
      required: false,
      state: 'none',
      attempts: 0,
      jurisdiction: null,
      allowed: [],
      offer: null,
      failed: false,
      valid_until: null,
      locked_until: null,
      thread_id: null,
      has_proof: false,
    });
    for (const visitor of [await site.visit(TEXAS), await site.join({ from: TEXAS })])
      expect(await ageOf(visitor)).toEqual({
        required: true,
        creditCardRequired: false,
        methods: { yoti: true, zendesk: true },
        state: 'none',
        attempts: 0,
        allowed: ['card', 'face_scan', 'id_check', 'digital_id', 'live_id_check'],
      });
    expect((await ageOf(await site.visit(FLORIDA))).allowed).toEqual([
      'card',
      'face_scan',
      'id_verification',
    ]);
    expect((await ageOf(await site.visit(FRANCE))).allowed).toEqual(['id_check', 'digital_id']);
  });

  test('an approved model and staff are not asked again, a model in review is', async () => {
    const model = await site.join({ type: 'model', from: TEXAS });
    expect((await ageOf(model)).required).toBe(false);
    const waiting = await site.join({ type: 'model', isApproved: false, from: TEXAS });
    expect((await ageOf(waiting)).required).toBe(true);
    const staff = await site.join({ roles: ['site_mod'], from: TEXAS });
    expect((await ageOf(staff)).required).toBe(false);
  });

  test('the offer of a check by card is $10.99 for 300 tokens, 69% off: AGE-VERIFICATION-044', async () => {
    const visitor = await site.visit(TEXAS);
    const { offer } = await visitor.call('getAgeCheck');
    expect(offer).toEqual({
      amount: 1_099,
      currency: 'USD',
      tokens: 300,
      text: '$10.99 for 300 tokens, 69% off',
    });
    expect((await (await site.visit(FRANCE)).call('getAgeCheck')).offer).toBeNull();
    expect(await visitor.call('getAgeOffer')).toEqual({
      biller_link: 'billing/purchase/sandbox/av_300',
      amount: 1_099,
      tokens: 300,
      currency: 'USD',
    });
  });
});

describe('what stays closed', () => {
  test('streams, rooms and purchases are refused until the check is passed, and open at once afterwards; the picture is 4:3 until then: CONSTANTS-061', async () => {
    const model = await site.join({ type: 'model' });
    const member = await site.join({ from: TEXAS, tokens: 100 });
    const stream = () =>
      member.call('getStreamToken', { params: { username: model.username }, body: { want: 'ws' } });
    const buy = () =>
      member.call('purchase', {
        params: { biller: 'sandbox', internal_id: 'tokens_50' },
        body: {},
        idempotencyKey: uuidv7(),
      });
    expect(await codeOf(stream())).toBe('compliance.age_verification_required');
    expect(await codeOf(buy())).toBe('compliance.age_verification_required');
    const room = await member.call('getRoom', { params: { username: model.username } });
    expect(room.stream).toMatchObject({ stream_name: null, token: null, urls: null, ratio: '4:3' });
    const lobby = await member.openLobby();
    await expect(member.openRoom(lobby, model.username)).rejects.toThrow(/age_required|4451/);

    const { url } = await openScan(member);
    await twins.choose(url, 'adult');
    await eventually(async () => expect(await stateOf(member)).toBe('passed'));
    expect(await lobby.waitFor('v3.account.update', ({ part }) => part === 'age_verification')).toMatchObject(
      {
        status: 'passed',
      },
    );
    expect(await codeOf(stream())).toBe('rooms.offline');
    expect((await member.call('getRoom', { params: { username: model.username } })).stream.ratio).toBe(
      '16:9',
    );
    const joined = await member.openRoom(lobby, model.username);
    joined.close();
    lobby.close();
  });
});

describe("a vendor's page", () => {
  test('opens for the method that was chosen, and what is stored afterwards is method, result, time and place alone: AGE-VERIFICATION-008', async () => {
    const member = await site.join({ from: TEXAS });
    for (const [open, host] of [
      [() => openScan(member), '/twins/yoti/'],
      [() => member.call('openYoti', { query: { type: 'TYPE_DIGITAL_ID' } }), '/twins/yoti/'],
      [() => member.call('openAgeEstimation'), '/twins/incode/'],
    ] as const) {
      const { url, expires_at: until } = await open();
      expect(new URL(url).pathname).toContain(host);
      expect(Date.parse(until)).toBeGreaterThan(Date.now());
    }
    const { url } = await member.call('openAgeEstimation');
    await twins.choose(url, 'adult');
    await eventually(async () => expect(await stateOf(member)).toBe('passed'));
    const { rows } = await sql<Record<string, unknown>>`
      select * from age_checks where subject = ${`a${member.id}`} and state = 'passed'`.execute(kysely);
    expect(rows).toHaveLength(1);
    const [kept] = rows;
    expect(Object.keys(kept!).toSorted()).toEqual([
      'begun_at',
      'decided_at',
      'ends_at',
      'id',
      'jurisdiction',
      'method',
      'state',
      'subject',
      'thread_id',
      'vendor_ref',
    ]);
    expect(kept).toMatchObject({
      method: 'face_scan',
      jurisdiction: 'US-TX',
      vendor_ref: null,
      thread_id: null,
    });
  });

  test('Florida has ID verification in place of the others: AGE-VERIFICATION-009', async () => {
    const member = await site.join({ from: FLORIDA });
    expect(await codeOf(openScan(member))).toBe('compliance.method_not_allowed');
    expect(await codeOf(member.call('openLiveCheck', { body: {} }))).toBe('compliance.method_not_allowed');
    const { url } = await member.call('openAgeVerification');
    await twins.choose(url, 'adult');
    await eventually(async () => expect(await stateOf(member)).toBe('passed'));
    expect(await codeOf((await site.join({ from: TEXAS })).call('openAgeVerification'))).toBe(
      'compliance.method_not_allowed',
    );
  });

  test('that says no is a failure; the return of somebody else or of nothing is not known', async () => {
    const member = await site.join({ from: TEXAS });
    await twins.setFaults({ isSilent: true });
    const { url } = await openScan(member);
    const session = await checkIdOf();
    const back = (visitor: Visitor, id: string) =>
      visitor.call('returnFromAgeCheck', { body: { session: id } });
    // The browser alone comes back: nothing is decided yet.
    expect(await back(member, session)).toMatchObject({ state: 'pending' });
    await twins.choose(url, 'minor');
    const stranger = await site.join({ from: TEXAS });
    expect(await codeOf(back(stranger, session))).toBe('compliance.session_unknown');
    expect(await codeOf(back(stranger, sessionOf(url)))).toBe('compliance.session_unknown');
    expect(await codeOf(back(member, uuidv7()))).toBe('compliance.session_unknown');
    expect(await back(member, session)).toEqual({ state: 'failed', message: 'Verification failed' });
    // Asked again it is the same failure, not a second one.
    expect(await back(member, session)).toMatchObject({ state: 'failed' });
    expect(await member.call('getAgeCheck')).toMatchObject({ state: 'failed', failed: true, attempts: 1 });
    await twins.setFaults({});
  });

  test('whose news are lost is asked by the sweep; one that was cancelled counts as nothing', async () => {
    const member = await site.join({ from: TEXAS });
    await twins.setFaults({ isSilent: true });
    const first = await openScan(member);
    await twins.choose(first.url, 'cancel');
    const second = await openScan(member);
    await twins.choose(second.url, 'later');
    await sql`update age_checks set begun_at = now() - interval '5 minutes' where subject = ${`a${member.id}`}`.execute(
      kysely,
    );
    await site.site.doChores();
    expect(await member.call('getAgeCheck')).toMatchObject({ state: 'none', attempts: 0 });
    await twins.review(sessionOf(second.url), 'COMPLETE');
    await site.site.doChores();
    expect(await stateOf(member)).toBe('passed');
    await twins.setFaults({});
  });

  test.runIf(isFullRun)('is asked about in its turn, however many others are never finished', async () => {
    const member = await site.join({ from: TEXAS });
    await twins.setFaults({ isSilent: true });
    const { url } = await openScan(member);
    await twins.choose(url, 'adult');
    await sql`update age_checks set begun_at = now() - interval '5 minutes' where subject = ${`a${member.id}`}`.execute(
      kysely,
    );
    // As many as are asked about at a time, all older, and at a vendor who knows none of them.
    await sql`
      insert into age_checks (id, subject, method, jurisdiction, state, vendor_ref, begun_at, ends_at)
      select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'g_nobody', 'face_scan', 'US-TX', 'open',
        'incode:none' || n, now() - interval '1 hour', now()
      from generate_series(1, 200) n`.execute(kysely);
    await site.site.doChores();
    await site.site.doChores();
    expect(await stateOf(member)).toBe('passed');
    await sql`delete from age_checks where subject = 'g_nobody'`.execute(kysely);
    await twins.setFaults({});
  });

  test('that a guest has begun counts for the account that they make meanwhile', async () => {
    const guest = await site.visit(TEXAS);
    await twins.setFaults({ isSilent: true });
    const { url } = await openScan(guest);
    const session = await checkIdOf();
    await guest.call('register', {
      body: {
        username: `late_${session.slice(-8)}`,
        email: `late-${session.slice(-8)}@example.org`,
        password: TEST_PASSWORD,
        gender: 'f',
        birth_date: '1990-02-03',
        type: 'other',
        terms_accepted: true,
        age_confirmed: true,
      },
    });
    await twins.choose(url, 'adult');
    expect(await guest.call('returnFromAgeCheck', { body: { session } })).toMatchObject({ state: 'passed' });
    expect(await stateOf(guest)).toBe('passed');
    await twins.setFaults({});
  });

  test('that is away is told, and leaves no try behind', async () => {
    const member = await site.join({ from: TEXAS });
    await twins.setFaults({ isAway: true });
    expect(await codeOf(openScan(member))).toBe('compliance.vendor_unavailable');
    expect(await codeOf(member.call('openAgeEstimation'))).toBe('compliance.vendor_unavailable');
    expect(await codeOf(member.call('openCardFields', { body: {} }))).toBe('compliance.vendor_unavailable');
    const { rows } = await sql`select from age_checks where subject = ${`a${member.id}`}`.execute(kysely);
    expect(rows).toHaveLength(0);
    await twins.setFaults({});
  });

  test('may be opened ten times in an hour, also where all are asked for at once', async () => {
    const member = await site.join({ from: TEXAS });
    const codes = await Promise.all(Array.from({ length: 14 }, () => codeOf(openScan(member))));
    expect(codes.filter((code) => code === 'not refused')).toHaveLength(10);
    expect(codes.filter((code) => code === 'compliance.too_many_attempts')).toHaveLength(4);
  });

  test('a callback decides nothing by itself: a forged one asks the vendor, an unknown one is refused', async () => {
    const member = await site.join({ from: TEXAS });
    const { url } = await openScan(member);
    const post = (vendor: string, body: string) =>
      fetch(`${site.url}/api/v1/callback/${vendor}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
    const refusalOf = async (answer: Response) => [
      answer.status,
      ((await answer.json()) as { readonly code: string }).code,
    ];
    const forged = await post('yoti', JSON.stringify({ id: sessionOf(url), status: 'COMPLETE' }));
    expect([forged.status, await forged.json()]).toEqual([200, {}]);
    expect(await stateOf(member)).toBe('none');
    for (const body of [
      '',
      '{',
      '[]',
      '{"id":7}',
      JSON.stringify({ id: uuidv7() }),
      JSON.stringify({ id: 'x'.repeat(500) }),
    ])
      expect(await refusalOf(await post('yoti', body))).toEqual([403, 'common.forbidden']);
    const other = await post('incode', JSON.stringify({ interviewId: sessionOf(url) }));
    expect(await refusalOf(other)).toEqual([403, 'common.forbidden']);
  });
});

describe('tries', () => {
  test('three failures close a method, six everything but the live check', async () => {
    const member = await site.join({ from: TEXAS });
    for (const open of [() => openScan(member), () => member.call('openAgeEstimation')])
      for (let tries = 1; tries <= 3; tries++) {
        const { url } = await open();
        const before = (await ageOf(member)).attempts;
        await twins.choose(url, 'minor');
        await eventually(async () => expect((await ageOf(member)).attempts).toBe(before + 1));
      }
    expect(await codeOf(openScan(member))).toBe('compliance.too_many_attempts');
    const locked = await member.call('getAgeCheck');
    expect(locked).toMatchObject({ attempts: 6, allowed: ['live_id_check'], failed: true });
    expect(locked.locked_until).not.toBeNull();
  });
});

describe('places', () => {
  test('what was passed in one place does not count in another, and in France for this log-in alone', async () => {
    const member = await site.join({ from: FRANCE });
    const { url } = await openScan(member);
    await twins.choose(url, 'adult');
    await eventually(async () => expect(await stateOf(member)).toBe('passed'));
    const { rows } = await sql<{ subject: string }>`
      select subject from age_checks where subject = ${`a${member.id}`}`.execute(kysely);
    expect(rows).toEqual([]);
    const again = await site.visit(FRANCE);
    await again.login(member.username, member.password);
    expect(await stateOf(again)).toBe('none');
    const abroad = await site.visit(TEXAS);
    await abroad.login(member.username, member.password);
    expect(await ageOf(abroad)).toMatchObject({ required: true, state: 'none' });
  });

  test('what a guest has passed counts for the account that they make', async () => {
    const guest = await site.visit(TEXAS);
    const { url } = await openScan(guest);
    await twins.choose(url, 'adult');
    await eventually(async () => expect(await stateOf(guest)).toBe('passed'));
    await guest.call('register', {
      body: {
        username: 'checked_guest',
        email: 'checked_guest@example.org',
        password: 'correct horse battery',
        birth_date: '1990-05-01',
        gender: 'f',
        type: 'other',
        terms_accepted: true,
        age_confirmed: true,
      },
    });
    expect(await stateOf(guest)).toBe('passed');
  });
});

describe('a live check', () => {
  test('waits in a conversation with support until staff decides it, once', async () => {
    const desk = openTestDesk(site);
    const admin = await desk.joinAdmin();
    const member = await site.join({ from: TEXAS });
    const { thread_id: thread, state } = await member.call('openLiveCheck', { body: {} });
    expect(state).toBe('pending');
    // A second press goes on with the same conversation.
    expect((await member.call('openLiveCheck', { body: {} })).thread_id).toBe(thread);
    expect(await member.call('getAgeCheck')).toMatchObject({ state: 'pending', thread_id: thread });
    expect((await member.call('getSupportThread', { params: { id: thread } })).messages[0]!.text).toContain(
      'age',
    );
    const { items } = await admin.call('listLiveChecks');
    const waiting = items.find(({ thread_id: id }) => id === thread)!;
    expect(waiting).toMatchObject({ username: member.username, jurisdiction: 'US-TX' });
    const decide = (isAdult: boolean) =>
      admin.call('decideLiveCheck', { params: { id: waiting.id }, body: { is_adult: isAdult } });
    const both = await Promise.all([codeOf(decide(true)), codeOf(decide(true))]);
    expect(both.toSorted()).toEqual(['common.not_found', 'not refused']);
    expect(await stateOf(member)).toBe('passed');
    expect(await codeOf(decide(false))).toBe('common.not_found');
    expect(await codeOf(member.call('listLiveChecks'))).toBe('common.forbidden');
    const { rows } = await sql`
      select from age_checks where subject = ${`a${member.id}`} and (thread_id is not null or vendor_ref is not null)`.execute(
      kysely,
    );
    expect(rows).toHaveLength(0);
  });

  test('of a guest is opened by their cookie', async () => {
    const guest = await site.visit(TEXAS);
    const { thread_id: thread } = await guest.call('openLiveCheck', { body: {} });
    expect((await guest.call('listSupportThreads')).items).toMatchObject([{ id: thread }]);
    expect(await codeOf((await site.visit(TEXAS)).call('getSupportThread', { params: { id: thread } }))).toBe(
      'common.not_found',
    );
  });
});

test('staff reads the rules that are in use, with the methods that are served', async () => {
  const admin = await openTestDesk(site).joinAdmin();
  const { items, served } = await admin.call('listJurisdictions');
  expect(items).toMatchObject([{ number: 1 }]);
  expect(items[0]!.rules.map(({ place }) => place)).toContain('US-FL');
  expect(served).toContain('card');
  expect(await codeOf((await site.join()).call('listJurisdictions'))).toBe('common.forbidden');
});
