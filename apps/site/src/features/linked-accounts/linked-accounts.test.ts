import { type Api, api, type Call } from '@klieg/contract';
import { uuidv7 } from '@klieg/kernel';
import type { Visitor } from '@klieg/testing';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, type Member, TEST_PASSWORD, useTestSite } from '../../app/testing-site.ts';
import { switchOn } from '../second-factor/testing-app.ts';

let nowMs = Date.now();
const clock = { now: () => nowMs };
const site = await useTestSite({ clock });
const kysely = site.database.kysely;

const link = (by: Visitor, { username }: Member, more: { password?: string; code?: string } = {}) =>
  by.call('linkAccount', { body: { login: username, password: TEST_PASSWORD, ...more } });
const namesOf = async (by: Visitor) =>
  (await by.call('listLinkedAccounts')).items.map(({ username }) => username);
const nameOf = async (by: Visitor) => (await by.call('getCurrentUser')).user.username;
const switchTo = (by: Visitor, { id }: Member) =>
  by.call('switchAccount', { params: { id: String(id) }, body: {} });
const people = async (count: number) => {
  const all: Member[] = [];
  for (let i = 0; i < count; i++) all.push(await site.join());
  return all as [Member, Member, ...Member[]];
};
const linked = async () => {
  const [one, other] = await people(2);
  await link(one, other);
  return { one, other };
};

describe('a link', () => {
  test('is made by the password of the other account, and both have it (SETTINGS-025)', async () => {
    const [one, other] = await people(2);
    const { items } = await link(one, other);
    expect(items).toMatchObject([
      { username: one.username, is_current: true },
      { username: other.username, is_current: false },
    ]);
    expect(await namesOf(other)).toEqual([other.username, one.username]);
    expect((await one.call('getCurrentUser')).linkedAccounts).toEqual([
      { id: other.id, username: other.username },
    ]);
  });

  test('is refused without it, and to the account itself (identity.bad_credentials) (common.not_self)', async () => {
    const [one, other] = await people(2);
    expect(await codeOf(link(one, other, { password: 'guessed' }))).toBe('identity.bad_credentials');
    expect(await codeOf(link(one, one))).toBe('common.not_self');
    expect(await namesOf(one)).toEqual([one.username]);
  });

  test('asks for a proof of the own account, too: a session that was left open links nothing (common.sudo_required)', async () => {
    const [one, other] = await people(2);
    await sql`update sessions set sudo_until = null where account_id = ${one.id}`.execute(kysely);
    expect(await codeOf(link(one, other))).toBe('common.sudo_required');
    expect(await namesOf(other)).toEqual([other.username]);
    await one.call('sudo', { body: { password: TEST_PASSWORD } });
    expect(await codeOf(link(one, other))).toBe('not refused');
  });

  test('asks for the second step of the other account (identity.two_factor_failed)', async () => {
    const [one, other] = await people(2);
    const app = await switchOn(other, clock);
    nowMs += 30_000;
    // Whoever does not know the password is not told that there is one.
    expect(await codeOf(link(one, other, { password: 'guessed' }))).toBe('identity.bad_credentials');
    expect(await codeOf(link(one, other))).toBe('identity.two_factor_failed');
    expect(await codeOf(link(one, other, { code: '000000' }))).toBe('identity.two_factor_failed');
    expect(await codeOf(link(one, other, { code: app.code() }))).toBe('not refused');
  });

  test('is one of at most three on either side, also of two at the same moment (CONSTANTS-011) (settings.linked_limit)', async () => {
    const [one, ...others] = await people(6);
    expect((await one.call('listLinkedAccounts')).max).toBe(3);
    await link(one, others[0]!);
    await link(one, others[1]!);
    const both = await Promise.all([2, 3].map((i) => codeOf(link(one, others[i]!))));
    expect(both.toSorted()).toEqual(['not refused', 'settings.linked_limit']);
    // The side that is full is asked for too.
    expect(await codeOf(link(others[4]!, one))).toBe('settings.linked_limit');
    expect(await namesOf(one)).toHaveLength(4);
  });

  test('is made once (settings.linked_already)', async () => {
    const { one, other } = await linked();
    expect(await codeOf(link(one, other))).toBe('settings.linked_already');
    expect(await codeOf(link(other, one))).toBe('settings.linked_already');
  });

  test.each(['one', 'other'] as const)(
    'is none for staff, as the %s side (settings.not_allowed)',
    async (side) => {
      const staff = await site.join({ roles: ['site_mod'] });
      const member = await site.join();
      const asked = side === 'one' ? link(staff, member) : link(member, staff);
      expect(await codeOf(asked)).toBe('settings.not_allowed');
    },
  );

  test('ends from either side (common.not_found)', async () => {
    const { one, other } = await linked();
    const unlink = (by: Visitor, { id }: Member) =>
      by.call('unlinkAccount', { params: { id: String(id) }, body: {} });
    const stranger = await site.join();
    expect(await codeOf(unlink(stranger, one))).toBe('common.not_found');
    expect((await unlink(other, one)).items).toHaveLength(1);
    expect(await namesOf(one)).toEqual([one.username]);
    expect(await codeOf(unlink(one, other))).toBe('common.not_found');
    expect(await codeOf(switchTo(one, other))).toBe('common.not_found');
  });
});

describe('a change of account', () => {
  test('takes one call, and the session until then is over', async () => {
    const { one, other } = await linked();
    const lobby = await one.openLobby();
    const old = one.cookies.get('session')!;
    expect(await switchTo(one, other)).toMatchObject({
      two_factor: null,
      user: { username: other.username },
      suspended: false,
    });
    expect(await lobby.waitForClose()).toBe(4402);
    expect(await nameOf(one)).toBe(other.username);
    (one.cookies as Map<string, string>).set('session', old);
    expect(await nameOf(one)).toMatch(/^guest_/u);
  });

  test('is told to open pages after its answer, so that none loads anew as nobody', async () => {
    const { one, other } = await linked();
    const lobby = await one.openLobby();
    const order: string[] = [];
    const closed = lobby.waitForClose().then(() => order.push('closed'));
    await switchTo(one, other);
    order.push('answered');
    await closed;
    expect(order).toEqual(['answered', 'closed']);
  });

  test('opens nothing that needs a password', async () => {
    const { one, other } = await linked();
    await switchTo(one, other);
    expect(await codeOf(one.call('setUpTwoFactor', { body: { type: 'totp' } }))).toBe('common.sudo_required');
  });

  test('goes to no account that is not linked, nor on to the links of another (common.not_found)', async () => {
    const { one, other } = await linked();
    const third = await site.join();
    await link(other, third);
    expect(await codeOf(switchTo(one, third))).toBe('common.not_found');
    expect(await codeOf(one.call('switchAccount', { params: { id: '999999999' }, body: {} }))).toBe(
      'common.not_found',
    );
    expect(await nameOf(one)).toBe(one.username);
  });

  test('ends with the password of either side, and with a second step that is switched on', async () => {
    for (const [at, act] of [
      ['one', 'password'],
      ['other', 'password'],
      ['other', 'app'],
    ] as const) {
      const pair = await linked();
      if (act === 'app') await switchOn(pair[at], clock);
      else
        await pair[at].call('changePassword', {
          body: { current_password: TEST_PASSWORD, password: 'another long phrase 7' },
        });
      expect(await namesOf(pair.one)).toEqual([pair.one.username]);
      expect(await codeOf(switchTo(pair.one, pair.other))).toBe('common.not_found');
      expect(await codeOf(switchTo(pair.other, pair.one))).toBe('common.not_found');
    }
  });

  test('to somebody who works for the house since then is none', async () => {
    const { one, other } = await linked();
    await sql`update accounts set is_admin = true where id = ${other.id}`.execute(kysely);
    expect(await codeOf(switchTo(one, other))).toBe('common.not_found');
  });

  test('to a suspended account says so', async () => {
    const { one, other } = await linked();
    await sql`update accounts set suspended_at = now() where id = ${other.id}`.execute(kysely);
    expect(await switchTo(one, other)).toMatchObject({ suspended: true });
  });
});

describe('a payment', () => {
  /** A body that each call takes, so that it is refused for the person. */
  const bodies: Readonly<Record<string, object>> = {
    joinGroupShow: { cost_per_minute: 12 },
    highlightLine: { message_id: uuidv7() },
    requestPrivate: {},
    extendPrivate: { minutes: 5 },
    joinPrivateLine: {},
    startSpy: {},
    buyTicket: { ticket_price: 20 },
    buyShowRecording: { recording_price: 20 },
    proposeTipSplit: { amount: 100, target_splitters: 4 },
    joinTipSplit: { split_amount: 25 },
    sendTip: { amount: 25 },
    buyVoyeurTime: { minutes: 5, cost_per_minute: 12 },
    takeVoyeurControl: { camera: 'kitchen', cost: 20 },
  };

  test('to a linked account of one’s own is refused by every call that pays somebody, and taken when the link is gone (S7) (common.not_self)', async () => {
    const paying = Object.entries<Call>(api as Api).filter(([, { conditions }]) =>
      conditions?.includes('pay'),
    );
    expect(paying.map(([name]) => name).toSorted()).toEqual(Object.keys(bodies).toSorted());
    const model = await site.join({ type: 'model' });
    const viewer = await site.join({ tokens: 1_000 });
    await link(viewer, model);
    const ask = (name: string, route: Call['route']) =>
      viewer.call(
        name as 'sendTip',
        {
          params: route[1].includes('{id}') ? { id: String(model.id) } : { username: model.username },
          body: bodies[name],
          idempotencyKey: uuidv7(),
        } as never,
      );
    for (const [name, { route }] of paying)
      expect(await codeOf(ask(name, route)), name).toBe('common.not_self');
    expect(await viewer.call('getCurrentUser')).toMatchObject({ tokens: 1_000 });
    const canTip = async () =>
      (await viewer.call('getTipOptions', { params: { id: String(model.id) } })).can_tip;
    expect(await canTip()).toBe(false);
    await viewer.call('unlinkAccount', { params: { id: String(model.id) }, body: {} });
    expect(await canTip()).toBe(true);
    await ask('sendTip', api.sendTip.route);
    expect(await model.call('getCurrentUser')).toMatchObject({ earnings: 15 });
  });
});
