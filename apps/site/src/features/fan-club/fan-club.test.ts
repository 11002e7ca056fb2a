import { type AccountId, uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun, isLongRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { fanTiers } from './fan-tiers.ts';

const site = await useTestSite();
const { kysely } = site.database;
const prices = { supporter: 120, insider: 240, legend: 480 };
type Level = keyof typeof prices;

const joinModel = (settings: object = {}) =>
  site.join({ type: 'model', settings: { fanclub_enabled: true, fanclub_prices: prices, ...settings } });
const inRoom = ({ username }: Member) => ({ username });
const read = (person: Pick<Member, 'call'>, model: Member, query: object = {}) =>
  person.call('getFanClub', { params: inRoom(model), query });
const become = (member: Member, model: Member, level: Level, more: object = {}) =>
  member.call('joinFanClub', {
    params: inRoom(model),
    body: { level, price: prices[level], ...more },
    idempotencyKey: uuidv7(),
  });
const cancel = (member: Member, model: Member) =>
  member.call('cancelFanClub', { params: inRoom(model), body: {} });
const setRenewal = (member: Member, model: Member, auto_renew: boolean) =>
  member.call('renewFanClub', { params: inRoom(model), body: { auto_renew } });
const membershipOf = async (member: Member, model: Member) => (await read(member, model)).membership;
const becomes = (member: Member, model: Member, wanted: object | null) =>
  eventually(async () => {
    const membership = await membershipOf(member, model);
    if (wanted === null) expect(membership).toBeNull();
    else expect(membership).toMatchObject(wanted);
  });
const tokensOf = async (member: Member) => (await member.call('getCurrentUser')).tokens;
const earnedOf = async (model: Member) =>
  (await site.site.ledger.pursesOf(model.id as AccountId)).earning.posted;
/** As if everything had been so many days ago. */
const age = async (member: Member, days: number) => {
  const past = sql`make_interval(mins => ${Math.round(days * 24 * 60)})`;
  await sql`update fan_payments set paid_at = paid_at - ${past}, period_ends_at = period_ends_at - ${past}
    where member_id = ${member.id}`.execute(kysely);
  await sql`update fan_memberships set joined_at = joined_at - ${past},
      period_starts_at = period_starts_at - ${past}, period_ends_at = period_ends_at - ${past},
      next_try_at = next_try_at - ${past}
    where member_id = ${member.id}`.execute(kysely);
};
const noticesOf = async (person: Member) =>
  (await person.call('listNotifications', { query: {} })).items.map(({ kind, title }) => [kind, title]);
const renews = ['fan_renewed', expect.stringMatching(/^Your fan club of .* renews on /u)];
/** The performer, or the member, has it so that they do not meet any more. */
const shutOut = (how: string, model: Member, member: Member): Promise<unknown> =>
  how === 'ban'
    ? model.call('moderate', { params: inRoom(model), body: { action: 'ban', username: member.username } })
    : member.call('ignorePerson', { params: inRoom(model), body: { ignored: true } });
const isRight = async () => expect(await site.site.ledger.reconcile('all')).toMatchObject({ findings: [] });

test('a fan club tells its levels, and with profile the performer (FANCLUB-006) (FANCLUB-015) (FANCLUB-002) (CONSTANTS-014) (CONSTANTS-015)', async () => {
  const model = await joinModel();
  const reader = await site.join();
  const bare = await read(reader, model);
  expect(bare.tiers.map(({ level, price, discount_percent }) => [level, price, discount_percent])).toEqual([
    ['supporter', 120, 0],
    ['insider', 240, 10],
    ['legend', 480, 25],
  ]);
  expect(bare).toMatchObject({ membership: null, members: 0, posts: [], next_cursor: null, user: null });
  const whole = await read(reader, model, { profile: '1' });
  expect(whole.user).toMatchObject({ username: model.username, fanclub: true });
  const { fanclub } = await reader.call('getBio', { params: inRoom(model) });
  expect(fanclub).toEqual(bare.tiers);
});

test('without one, of nobody, and of a room that put the reader out there is none (fan_club.off) (rooms.not_found) (rooms.banned)', async () => {
  const [model, reader] = [await site.join({ type: 'model' }), await site.join({ tokens: 500 })];
  const named = (username: string) => reader.call('getFanClub', { params: { username }, query: {} });
  expect(await codeOf(named(model.username))).toBe('fan_club.off');
  expect(await codeOf(named('nobody_is_here'))).toBe('rooms.not_found');
  expect(await codeOf(named(reader.username))).toBe('rooms.not_found');
  expect(await codeOf(become(reader, model, 'supporter'))).toBe('fan_club.off');
  await model.call('moderate', {
    params: inRoom(model),
    body: { action: 'ban', username: reader.username },
  });
  expect(await codeOf(named(model.username))).toBe('rooms.banned');
  expect(await codeOf(become(reader, model, 'supporter'))).toBe('rooms.banned');
});

test('prices rise with the level, or the setting is refused (common.invalid_input)', async () => {
  const model = await site.join({ type: 'model' });
  const save = (fanclub_prices: typeof prices) => model.call('saveSettings', { body: { fanclub_prices } });
  expect(await codeOf(save({ supporter: 200, insider: 100, legend: 400 }))).toBe('common.invalid_input');
  expect((await save(prices)).settings.fanclub_prices).toEqual(prices);
  const viewer = await site.join();
  expect(await codeOf(viewer.call('saveSettings', { body: { fanclub_enabled: true } }))).toBe(
    'settings.not_allowed',
  );
});

test('a club that is off has no levels', () => {
  expect(fanTiers({ fanclub_enabled: false, fanclub_prices: prices })).toEqual([]);
});

describe('joining', () => {
  test('costs the level’s price, of which the performer gets 80 percent, and both sides are told (S2101) (FANCLUB-016) (FANCLUB-014) (FANCLUB-007) (CONSTANTS-002)', async () => {
    const [model, member] = [await joinModel(), await site.join({ tokens: 500 })];
    const [own, hers] = [await member.openLobby(), await model.openLobby()];
    const { membership, tokens } = await become(member, model, 'insider');
    expect(membership).toMatchObject({
      level: 'insider',
      auto_renew: true,
      next_price: 240,
      next_level: null,
    });
    const days = (Date.parse(membership.renews_at) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30.1);
    expect([tokens, await tokensOf(member), await earnedOf(model)]).toEqual([260, 260, 192]);
    const told = {
      username: member.username,
      modelUsername: model.username,
      level: 'insider',
      status: 'active',
    };
    expect(await own.waitFor('v3.user.fans_subscriber.update')).toMatchObject(told);
    expect(await hers.waitFor('v3.user.fans_subscriber.update')).toMatchObject(told);
    expect(await own.waitFor('v3.account.update')).toMatchObject({ part: 'fanclub', status: 'active' });
    expect((await member.call('getCurrentUser')).fanclub_membership_list).toMatchObject([
      { modelUsername: model.username, level: 'insider', auto_renew: true },
    ]);
    expect((await member.call('listFanMemberships')).items).toMatchObject([
      { modelUsername: model.username, level: 'insider', price: 240, user: { username: model.username } },
    ]);
    expect(await noticesOf(model)).toContainEqual([
      'fan_joined',
      `${member.username} has joined your fan club`,
    ]);
    await isRight();
  });

  test('is one payment, however often the same press comes, and from however many pages', async () => {
    const [model, member] = [await joinModel(), await site.join({ tokens: 1_000 })];
    const key = uuidv7();
    const press = () =>
      member.call('joinFanClub', {
        params: inRoom(model),
        body: { level: 'supporter', price: 120 },
        idempotencyKey: key,
      });
    const answers = await Promise.all([press(), press(), press()].map((one) => one.catch((error) => error)));
    expect(answers.filter((answer) => !(answer instanceof Error)).length).toBeGreaterThan(0);
    await press();
    expect(await tokensOf(member)).toBe(880);
    // Other pages, each with a key of its own.
    const pages = await Promise.allSettled(
      Array.from({ length: 8 }, () => become(member, model, 'supporter')),
    );
    expect(pages.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    expect(await tokensOf(member)).toBe(880);
    const other = await site.join({ tokens: 1_000 });
    const both = await Promise.allSettled(
      Array.from({ length: 8 }, (_, at) => become(other, model, at % 2 === 0 ? 'supporter' : 'legend')),
    );
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
    const { rows } = await sql<{ tokens: number }>`
      select sum(tokens)::int as tokens from fan_payments where member_id = ${other.id}`.execute(kysely);
    await eventually(async () => expect(await tokensOf(other)).toBe(1_000 - rows[0]!.tokens));
    await isRight();
  });

  test('is refused with too few tokens, at another price than was shown, of oneself, and for models, and costs nothing (ledger.not_enough_tokens) (common.price_changed) (common.not_self) (ledger.model_cannot_spend)', async () => {
    const [model, member, other] = [await joinModel(), await site.join({ tokens: 119 }), await joinModel()];
    expect(await codeOf(become(member, model, 'supporter'))).toBe('ledger.not_enough_tokens');
    expect(await codeOf(become(member, model, 'supporter', { price: 100 }))).toBe('common.price_changed');
    expect(await codeOf(become(model, model, 'supporter'))).toBe('common.not_self');
    expect(await codeOf(become(other, model, 'supporter'))).toBe('ledger.model_cannot_spend');
    expect([await tokensOf(member), await membershipOf(member, model)]).toEqual([119, null]);
  });

  test('a day’s own limit holds here too (ledger.user_daily_limit)', async () => {
    const [model, member] = [await joinModel(), await site.join({ tokens: 500 })];
    await member.call('saveSettings', { body: { daily_limit: 100 } });
    expect(await codeOf(become(member, model, 'supporter'))).toBe('ledger.user_daily_limit');
    expect(await membershipOf(member, model)).toBeNull();
  });

  test('a higher level holds at once and costs the difference for the rest of the period; the end stays (S2102)', async () => {
    const [model, member] = [await joinModel(), await site.join({ tokens: 1_000 })];
    await become(member, model, 'supporter');
    await age(member, 15);
    const before = (await membershipOf(member, model))!;
    const { membership } = await become(member, model, 'legend');
    expect(membership).toMatchObject({ level: 'legend', renews_at: before.renews_at, next_price: 480 });
    // Half of 360; the clock has gone on by some milliseconds.
    expect([700, 701]).toContain(await tokensOf(member));
    expect(await codeOf(become(member, model, 'legend'))).toBe('fan_club.already_member');
    await isRight();
  });

  test.runIf(isFullRun)(
    'a lower level costs nothing and holds from the next period on; the press can be taken back (S2102) (fan_club.already_member)',
    async () => {
      const [model, member] = [await joinModel(), await site.join({ tokens: 1_000 })];
      await become(member, model, 'legend');
      const { membership } = await become(member, model, 'supporter');
      expect(membership).toMatchObject({ level: 'legend', next_level: 'supporter', next_price: 120 });
      expect(await codeOf(become(member, model, 'supporter'))).toBe('fan_club.already_member');
      expect((await become(member, model, 'legend')).membership).toMatchObject({
        next_level: null,
        next_price: 480,
      });
      await become(member, model, 'insider');
      expect(await tokensOf(member)).toBe(520);
      await age(member, 30);
      await becomes(member, model, { level: 'insider', next_level: null });
      expect(await tokensOf(member)).toBe(280);
    },
  );
});

describe('a membership', () => {
  test.runIf(isFullRun)('renews at the end of its period and not before, once (S2104)', async () => {
    const [model, member] = [await joinModel(), await site.join({ tokens: 500 })];
    const { membership: first } = await become(member, model, 'supporter');
    await age(member, 30);
    await eventually(async () => expect(await tokensOf(member)).toBe(260));
    await becomes(member, model, { level: 'supporter', auto_renew: true, is_past_due: false });
    const { renews_at: next } = (await membershipOf(member, model))!;
    // From the old end, which was moved by thirty days.
    expect(Math.abs(Date.parse(next) - Date.parse(first.renews_at))).toBeLessThan(1);
    expect(await earnedOf(model)).toBe(192);
    await isRight();
  });

  test.runIf(isFullRun)(
    'canceled keeps its rights to the end and is not renewed; before that it can go on without a charge (S2103) (fan_club.not_member)',
    async () => {
      const [model, member] = [await joinModel(), await site.join({ tokens: 500 })];
      expect(await codeOf(cancel(member, model))).toBe('fan_club.not_member');
      expect(await codeOf(setRenewal(member, model, true))).toBe('fan_club.not_member');
      expect(
        await codeOf(member.call('cancelFanClub', { params: { username: 'nobody_is_here' }, body: {} })),
      ).toBe('rooms.not_found');
      await become(member, model, 'supporter');
      expect((await cancel(member, model)).membership).toMatchObject({
        level: 'supporter',
        auto_renew: false,
      });
      expect((await setRenewal(member, model, true)).membership).toMatchObject({ auto_renew: true });
      await setRenewal(member, model, false);
      await cancel(member, model);
      await age(member, 29.9);
      expect(await membershipOf(member, model)).toMatchObject({ level: 'supporter', auto_renew: false });
      await age(member, 0.2);
      expect(await membershipOf(member, model)).toBeNull();
      await eventually(async () => {
        const { rows } =
          await sql`select end_reason from fan_memberships where member_id = ${member.id}`.execute(kysely);
        expect(rows).toEqual([{ end_reason: 'over' }]);
      });
      expect(await tokensOf(member)).toBe(380);
      // Whoever comes back begins anew.
      expect((await become(member, model, 'insider')).membership).toMatchObject({ level: 'insider' });
      expect(await tokensOf(member)).toBe(140);
    },
  );

  test('that cannot be paid keeps its rights for three days, is tried again, and ends unpaid; its member is told (S2105) (FANCLUB-011)', async () => {
    const [model, member] = [await joinModel(), await site.join({ tokens: 120 })];
    await become(member, model, 'supporter');
    const lobby = await member.openLobby();
    await age(member, 30);
    await becomes(member, model, { level: 'supporter', is_past_due: true });
    expect(await lobby.waitFor('v3.fans.error')).toMatchObject({ errorType: 'ledger.not_enough_tokens' });
    await age(member, 2);
    expect(await membershipOf(member, model)).toMatchObject({ is_past_due: true });
    await age(member, 1);
    await becomes(member, model, null);
    await eventually(async () =>
      expect(await noticesOf(member)).toContainEqual([
        'fan_ended',
        `You are no longer in the fan club of ${model.username}`,
      ]),
    );
    expect(await tokensOf(member)).toBe(0);
    await isRight();
  });

  test.runIf(isLongRun)(
    'that was past due is paid by the next try, and by joining, from the old end (S2105)',
    async () => {
      const model = await joinModel();
      const [late, pressed] = [await site.join({ tokens: 120 }), await site.join({ tokens: 120 })];
      for (const member of [late, pressed]) {
        await become(member, model, 'supporter');
        await age(member, 30.5);
        await becomes(member, model, { is_past_due: true });
        await site.site.ledger.credit({
          id: uuidv7(),
          kind: 'promotion',
          source: 'promotions',
          to: member.id as AccountId,
          amountTokens: 500,
        });
      }
      await age(late, 1);
      await becomes(late, model, { is_past_due: false });
      await become(pressed, model, 'insider');
      const ends = await Promise.all([late, pressed].map((member) => membershipOf(member, model)));
      const days = ends.map((one) => (Date.parse(one!.renews_at) - Date.now()) / 86_400_000);
      expect(days.map((left) => Math.round(left * 2) / 2)).toEqual([28.5, 29.5]);
      expect([await tokensOf(late), await tokensOf(pressed)]).toEqual([380, 260]);
    },
  );

  test.runIf(isFullRun).each([
    ['was put out of the room', 'ban'],
    ['ignores the performer', 'ignore'],
  ])('of somebody who %s is not paid any more, and ends', async (_, how) => {
    const [model, member] = [await joinModel(), await site.join({ tokens: 500 })];
    await become(member, model, 'supporter');
    const other = await site.join({ tokens: 500 });
    await become(other, model, 'supporter');
    await shutOut(how, model, member);
    for (const one of [member, other]) await age(one, 28);
    // The news of who is in comes last: the one before it was looked at.
    await age(other, 0.5);
    await eventually(async () => expect(await noticesOf(other)).toContainEqual(renews));
    expect(await noticesOf(member)).not.toContainEqual(renews);
    await age(member, 2);
    const stateOf = async () =>
      (
        await sql`select state, end_reason from fan_memberships where member_id = ${member.id}`.execute(
          kysely,
        )
      ).rows;
    await eventually(async () => expect(await stateOf()).toEqual([{ state: 'past_due', end_reason: null }]));
    expect((await member.call('listFanMemberships')).items).toMatchObject([
      { is_past_due: true, is_shut_out: true },
    ]);
    await age(member, 3);
    await eventually(async () => expect(await stateOf()).toEqual([{ state: 'ended', end_reason: 'unpaid' }]));
    expect(await tokensOf(member)).toBe(380);
    const [notice] = (await member.call('listNotifications', { query: {} })).items;
    expect(notice).toMatchObject({ kind: 'fan_ended', body: expect.stringContaining('Nothing was charged') });
    await isRight();
  });

  test.runIf(isFullRun)(
    'goes on where the performer lets its member in again within three days',
    async () => {
      const [model, member] = [await joinModel(), await site.join({ tokens: 500 })];
      await become(member, model, 'supporter');
      await shutOut('ban', model, member);
      await age(member, 30);
      await eventually(async () =>
        expect((await member.call('listFanMemberships')).items).toMatchObject([{ is_past_due: true }]),
      );
      await model.call('moderate', {
        params: inRoom(model),
        body: { action: 'unban', username: member.username },
      });
      await age(member, 1);
      await becomes(member, model, { is_past_due: false });
      expect(await tokensOf(member)).toBe(260);
    },
  );

  test.runIf(isFullRun)(
    'whose price rose less than a week before its renewal is renewed at the old one',
    async () => {
      const [model, member] = [await joinModel(), await site.join({ tokens: 1_000 })];
      await become(member, model, 'supporter');
      await age(member, 23.5);
      await model.call('saveSettings', { body: { fanclub_prices: { ...prices, supporter: 200 } } });
      expect(await membershipOf(member, model)).toMatchObject({ next_price: 120 });
      await age(member, 6.6);
      await eventually(async () => expect(await tokensOf(member)).toBe(760));
      expect(await earnedOf(model)).toBe(192);
    },
  );

  test.runIf(isLongRun)(
    'renews at the old price unless the new one was told a week before; each renewal is told three days before (S2104)',
    async () => {
      const model = await joinModel();
      const [told, untold] = [await site.join({ tokens: 1_000 }), await site.join({ tokens: 1_000 })];
      for (const member of [told, untold]) await become(member, model, 'supporter');
      await model.call('saveSettings', { body: { fanclub_prices: { ...prices, supporter: 200 } } });
      await age(told, 22.8);
      await age(untold, 23.5);
      await eventually(async () =>
        expect(await noticesOf(told)).toContainEqual([
          'fan_renewed',
          `The fan club of ${model.username} has a new price`,
        ]),
      );
      expect(await membershipOf(told, model)).toMatchObject({ next_price: 200 });
      expect(await membershipOf(untold, model)).toMatchObject({ next_price: 120 });
      await age(untold, 4);
      await eventually(async () =>
        expect((await noticesOf(untold)).map(([, title]) => title)).toContainEqual(
          expect.stringMatching(/^Your fan club of .* renews on /u),
        ),
      );
      await age(told, 7.3);
      await age(untold, 2.6);
      await eventually(async () =>
        expect([await tokensOf(told), await tokensOf(untold)]).toEqual([680, 760]),
      );
    },
  );

  test.runIf(isFullRun)(
    'ends when the performer closes the club; the rest of the period goes back from every share (S2106)',
    async () => {
      const [model, member] = [await joinModel(), await site.join({ tokens: 1_000 })];
      await become(member, model, 'supporter');
      await age(member, 15);
      await become(member, model, 'legend');
      const [left, earned] = [await tokensOf(member), await earnedOf(model)];
      await model.call('saveSettings', { body: { fanclub_enabled: false } });
      // Half of 480, or a token less by the milliseconds since; what each payment had paid for comes back by itself.
      const back = await eventually(async () => {
        const come = (await tokensOf(member)) - left;
        expect([239, 240]).toContain(come);
        return come;
      });
      await eventually(async () => {
        const taken = earned - (await earnedOf(model));
        expect(taken).toBeGreaterThanOrEqual(Math.floor(back * 0.8) - 1);
        expect(taken).toBeLessThanOrEqual(Math.ceil(back * 0.8));
      });
      expect((await member.call('getCurrentUser')).fanclub_membership_list).toEqual([]);
      expect(await noticesOf(member)).toContainEqual([
        'fan_ended',
        `The fan club of ${model.username} has closed`,
      ]);
      await isRight();
    },
  );

  test.runIf(isLongRun)(
    'survives a short suspension of the performer without a charge, and ends with one of more than a week (S2106)',
    async () => {
      const [model, member] = [await joinModel(), await site.join({ tokens: 1_000 })];
      await become(member, model, 'supporter');
      const suspend = (days: number) =>
        sql`update accounts set suspended_at = now() - make_interval(days => ${days})
        where id = ${model.id}`.execute(site.owner.kysely);
      await suspend(1);
      await age(member, 30);
      // Renewals are looked for one by one, those that wait longest first.
      const [other, later] = [await joinModel(), await site.join({ tokens: 500 })];
      await become(later, other, 'supporter');
      await age(later, 30);
      await eventually(async () => expect(await tokensOf(later)).toBe(260));
      expect(await tokensOf(member)).toBe(880);
      await suspend(8);
      await eventually(async () => {
        const { rows } = await sql`select state from fan_memberships where member_id = ${member.id}`.execute(
          kysely,
        );
        expect(rows).toEqual([{ state: 'ended' }]);
      });
    },
  );

  test.runIf(isFullRun)(
    'that a crash left between keeping and paying is paid by the next look, and one whose tokens are gone ends',
    async () => {
      const model = await joinModel();
      const [member, robbed] = [await site.join({ tokens: 500 }), await site.join({ tokens: 500 })];
      const hold = async (who: Member, isFreed: boolean) => {
        const id = uuidv7();
        await site.site.ledger.hold({
          id,
          kind: 'subscription',
          from: who.id as AccountId,
          to: model.id as AccountId,
          amountTokens: 120,
          machine: `fan_club:${id}`,
          expiresAt: Date.now() + 600_000,
        });
        if (isFreed) await site.site.ledger.void({ holdId: id });
        await sql`insert into fan_payments (payment_id, member_id, model_id, kind, level, tokens, period_ends_at, paid_at, state)
        values (${id}, ${who.id}, ${model.id}, 'join', 'supporter', 120, now() + interval '30 days',
          now() - interval '1 minute', 'held')`.execute(kysely);
        await sql`insert into fan_memberships (member_id, model_id, level, state, price, joined_at, period_starts_at,
          period_ends_at, next_try_at)
        values (${who.id}, ${model.id}, 'supporter', 'active', 120, now(), now(), now() + interval '30 days',
          now() + interval '30 days')`.execute(kysely);
      };
      await hold(member, false);
      await hold(robbed, true);
      await eventually(async () => expect(await earnedOf(model)).toBe(96));
      await becomes(robbed, model, null);
      expect([await tokensOf(member), await tokensOf(robbed)]).toEqual([380, 500]);
      expect(await membershipOf(member, model)).toMatchObject({ level: 'supporter' });
      await isRight();
    },
  );
});

test.runIf(isFullRun)('a bank that takes a purchase back ends what its buyer is a member of', async () => {
  const [model, member] = [await joinModel(), await site.join({ tokens: 500 })];
  await become(member, model, 'supporter');
  await sql`insert into outbox (name, payload) values ('billing.order_charged_back',
    ${JSON.stringify({ orderId: uuidv7(), accountId: member.id })}::jsonb)`.execute(kysely);
  await becomes(member, model, null);
  const { rows } = await sql`select end_reason from fan_memberships where member_id = ${member.id}`.execute(
    kysely,
  );
  expect(rows).toEqual([{ end_reason: 'chargeback' }]);
});

describe('posts', () => {
  const write = (model: Member, text: string, level: Level, more: object = {}) =>
    model.call('postToFans', { body: { text, level, ...more } });

  test('are read by members whose level covers them; for others they are locked and empty (FANCLUB-008) (FANCLUB-001)', async () => {
    const model = await joinModel();
    const [supporter, legend, stranger] = [
      await site.join({ tokens: 500 }),
      await site.join({ tokens: 500 }),
      await site.join(),
    ];
    await become(supporter, model, 'supporter');
    await become(legend, model, 'legend');
    const pages = [await supporter.openLobby(), await legend.openLobby()] as const;
    const { post: first } = await write(model, 'Thank you all', 'supporter');
    const { post: second } = await write(model, 'A letter for legends', 'legend');
    expect(await pages[0].waitFor('v3.fans.post')).toMatchObject({
      post_id: first.id,
      text: 'Thank you all',
    });
    expect(await pages[1].waitFor('v3.fans.post', ({ post_id }) => post_id === second.id)).toMatchObject({
      level: 'legend',
      username: model.username,
    });
    const textsOf = async (reader: Member) =>
      (await read(reader, model)).posts.map(({ text, locked }) => [text, locked]);
    expect(await textsOf(supporter)).toEqual([
      ['', true],
      ['Thank you all', false],
    ]);
    expect(await textsOf(legend)).toEqual([
      ['A letter for legends', false],
      ['Thank you all', false],
    ]);
    expect(await textsOf(model)).toEqual(await textsOf(legend));
    expect(await textsOf(stranger)).toEqual([
      ['', true],
      ['', true],
    ]);
    expect((await read(stranger, model, { profile: '1' })).media_counts).toEqual({
      supporter: 0,
      insider: 0,
      legend: 0,
    });
    const { items } = await supporter.call('getFanFeed', { query: {} });
    expect(items.map(({ id, locked, user }) => [id, locked, user.username])).toEqual([
      [second.id, true, model.username],
      [first.id, false, model.username],
    ]);
    expect((await stranger.call('getFanFeed', { query: {} })).items).toEqual([]);
    const told = pages[0].received.filter(({ name }) => name === 'v3.fans.post');
    expect(told.map(({ payload }) => payload['post_id'])).toEqual([first.id]);
  });

  test('are not there for a member who was put out of the room, as the club is not (common.not_found) (rooms.banned)', async () => {
    const [model, other] = [await joinModel(), await joinModel()];
    const member = await site.join({ tokens: 500 });
    await become(member, model, 'supporter');
    await become(member, other, 'supporter');
    const { post } = await write(model, 'For members', 'supporter');
    const page = await member.openLobby();
    await shutOut('ban', model, member);
    await write(model, 'Written later', 'supporter');
    const { post: last } = await write(other, 'Of another club', 'supporter');
    await page.waitFor('v3.fans.post', ({ post_id }) => post_id === last.id);
    expect(page.received.filter(({ name }) => name === 'v3.fans.post')).toHaveLength(1);
    const { items } = await member.call('getFanFeed', { query: {} });
    expect(items.map(({ text }) => text)).toEqual(['Of another club']);
    const like = member.call('likeFanPost', { params: { id: post.id }, body: { liked: true } });
    expect(await codeOf(like)).toBe('common.not_found');
    expect(await codeOf(read(member, model))).toBe('rooms.banned');
    // They can still cancel it.
    expect((await member.call('listFanMemberships')).items).toHaveLength(2);
    expect((await cancel(member, model)).membership).toMatchObject({ auto_renew: false });
  });

  test('that are long are told by their beginning, which cuts no sign in two', async () => {
    const [model, member] = [await joinModel(), await site.join({ tokens: 500 })];
    await become(member, model, 'supporter');
    const page = await member.openLobby();
    await write(model, `a${'😀'.repeat(300)}`, 'supporter');
    expect((await page.waitFor('v3.fans.post'))['text']).toBe(`a${'😀'.repeat(279)}`);
  });

  test('come in pages, the newest first', async () => {
    const [model, reader] = [await joinModel(), await site.join({ tokens: 500 })];
    await become(reader, model, 'legend');
    for (const text of ['one', 'two', 'three']) await write(model, text, 'legend');
    const page = await read(reader, model, { limit: '2' });
    expect(page.posts.map(({ text }) => text)).toEqual(['three', 'two']);
    const rest = await read(reader, model, { limit: '2', cursor: page.next_cursor! });
    expect([rest.posts.map(({ text }) => text), rest.next_cursor]).toEqual([['one'], null]);
    const feed = await reader.call('getFanFeed', { query: { limit: '2' } });
    const older = await reader.call('getFanFeed', { query: { limit: '2', cursor: feed.next_cursor! } });
    expect([...feed.items, ...older.items].map(({ text }) => text)).toEqual(['three', 'two', 'one']);
  });

  test('are liked once by a member who may read them, and are gone when they are taken back (common.not_found)', async () => {
    const model = await joinModel();
    const [member, stranger] = [await site.join({ tokens: 500 }), await site.join()];
    await become(member, model, 'supporter');
    const { post } = await write(model, 'Hello', 'supporter');
    const { post: higher } = await write(model, 'Higher', 'insider');
    const like = (who: Member, id: string, liked: boolean) =>
      who.call('likeFanPost', { params: { id }, body: { liked } });
    const both = await Promise.all([like(member, post.id, true), like(member, post.id, true)]);
    expect(Math.max(...both.map(({ likes }) => likes))).toBe(1);
    expect((await read(member, model)).posts.at(-1)).toMatchObject({ likes: 1, liked: true });
    expect((await like(member, post.id, false)).likes).toBe(0);
    expect((await like(member, post.id, false)).likes).toBe(0);
    expect(await codeOf(like(member, higher.id, true))).toBe('common.not_found');
    expect(await codeOf(like(stranger, post.id, true))).toBe('common.not_found');
    expect(await codeOf(like(member, uuidv7(), true))).toBe('common.not_found');
    const other = await joinModel();
    expect(await codeOf(other.call('deleteFanPost', { params: { id: post.id } }))).toBe('common.not_found');
    await model.call('deleteFanPost', { params: { id: post.id } });
    expect(await codeOf(model.call('deleteFanPost', { params: { id: post.id } }))).toBe('common.not_found');
    expect((await read(member, model)).posts.map(({ id }) => id)).toEqual([higher.id]);
  });

  test('are refused without a club, with a refused term, with nothing in them, and with media that are not there (fan_club.off) (compliance.text_refused) (common.invalid_input) (common.not_found)', async () => {
    const [model, without] = [await joinModel(), await site.join({ type: 'model' })];
    const keeper = await site.join({ roles: ['model_admin'] });
    await keeper.call('changeTerms', {
      body: { add: [{ term: 'paper boat', action: 'refuse', scope: 'messages' }] },
    });
    expect(await codeOf(write(without, 'Hello', 'supporter'))).toBe('fan_club.off');
    expect(await codeOf(write(model, 'a Paper boat', 'supporter'))).toBe('compliance.text_refused');
    expect(await codeOf(write(model, '\u200b', 'supporter'))).toBe('common.invalid_input');
    expect(await codeOf(write(model, 'Look', 'supporter', { media_ids: [1] }))).toBe('common.not_found');
  });
});

test('the performer reads who is a member, by level, since when and for how much; who hides is counted alone', async () => {
  const model = await joinModel();
  const [first, second, hidden] = [
    await site.join({ tokens: 500 }),
    await site.join({ tokens: 1_000 }),
    await site.join({ tokens: 500, settings: { invisible_mode_level: 1 } }),
  ];
  await sql`update accounts set membership = 'super_vip' where id = ${hidden.id}`.execute(site.owner.kysely);
  const desk = await model.openLobby();
  await become(hidden, model, 'supporter');
  await become(first, model, 'supporter');
  await become(second, model, 'legend');
  await desk.waitFor('v3.user.fans_subscriber.update', ({ username }) => username === second.username);
  const told = desk.received.filter(({ name }) => name === 'v3.user.fans_subscriber.update');
  expect(told.map(({ payload }) => payload['username'])).toEqual([first.username, second.username]);
  const all = await model.call('listFans', { query: {} });
  expect(all.items.map(({ user, level, spent }) => [user.username, level, spent])).toEqual([
    [second.username, 'legend', 480],
    [first.username, 'supporter', 120],
  ]);
  expect(all).toMatchObject({
    hidden: 1,
    counts: { supporter: 2, insider: 0, legend: 1 },
    month_earned: 576,
  });
  const legends = await model.call('listFans', { query: { level: 'legend' } });
  expect(legends.items.map(({ user }) => user.username)).toEqual([second.username]);
  const page = await model.call('listFans', { query: { limit: '2' } });
  const rest = await model.call('listFans', { query: { limit: '2', cursor: page.next_cursor! } });
  expect([...page.items, ...rest.items].map(({ user }) => user.username)).toEqual([
    second.username,
    first.username,
  ]);
});

test('a member’s level stands in the answer about the room and beside their lines, at once, and lets them write where only fans may', async () => {
  const [model, member] = [await joinModel({ pm_allow: 'fans' }), await site.join({ tokens: 500 })];
  const room = await member.openRoom(await member.openLobby(), model.username);
  const write = () =>
    member.call('sendMessage', { params: inRoom(model), body: { text: 'Hello', client_id: uuidv7() } });
  expect(await codeOf(write())).toBe('direct_messages.not_allowed');
  await become(member, model, 'legend');
  expect(await write()).toMatchObject({ status: 1 });
  expect((await member.call('getRoom', { params: inRoom(model) })).viewer).toMatchObject({
    fan_level: 'legend',
  });
  await eventually(async () => {
    const client_id = uuidv7();
    room.send('v3.chat.send', { message: 'Good evening', client_id });
    expect(await room.waitFor('v3.chat.message', (line) => line.fan_level === 'legend')).toBeTruthy();
  });
  // A page that comes later knows it from the beginning.
  const second = await member.openRoom(await member.openLobby(), model.username);
  expect(await second.waitFor('v3.room.snapshot')).toBeTruthy();
  const keeper = await site.join({ tokens: 10 });
  expect(
    await keeper.call('getUserCard', {
      params: { username: member.username },
      query: { room: model.username },
    }),
  ).toMatchObject({ fan_level: 'legend' });
});

test('a message to all fans, or to those of one level, goes to them alone, and is told to their open pages (FANCLUB-012)', async () => {
  const model = await joinModel();
  const [fan, legend, stranger] = [
    await site.join({ tokens: 500 }),
    await site.join({ tokens: 500 }),
    await site.join(),
  ];
  await become(fan, model, 'supporter');
  await become(legend, model, 'legend');
  const [page, strange, own] = [await fan.openLobby(), await stranger.openLobby(), await model.openLobby()];
  const send = (text: string, level?: Level) =>
    model.call('broadcastMessage', { body: { audience: 'fans', text, ...(level && { level }) } });
  expect((await send('To all')).queued).toBe(2);
  expect((await send('To legends', 'legend')).queued).toBe(1);
  const textsOf = async (person: Member) =>
    (await person.call('readConversation', { params: inRoom(model), query: {} })).items.map(
      ({ text }) => text,
    );
  await eventually(async () => {
    expect((await textsOf(legend)).toSorted()).toEqual(['To all', 'To legends']);
    expect(await textsOf(fan)).toEqual(['To all']);
  });
  expect((await stranger.call('listConversations', { query: {} })).items).toEqual([]);
  expect(await page.waitFor('v3.fans.direct_message')).toMatchObject({
    from: model.username,
    username: model.username,
    message: 'To all',
    unread: 1,
    is_mass: true,
  });
  // A message of hers to one alone is no message of the club.
  await fan.call('sendMessage', { params: inRoom(model), body: { text: 'Hello', client_id: uuidv7() } });
  await own.waitFor('v3.pm.message', ({ message }) => message === 'Hello');
  await model.call('sendMessage', {
    params: { username: fan.username },
    body: { text: 'Hello back', client_id: uuidv7() },
  });
  await page.waitFor('v3.pm.message', ({ message }) => message === 'Hello back');
  const lettersOf = ({ received }: typeof page) =>
    received.filter(({ name }) => name === 'v3.fans.direct_message').length;
  expect([lettersOf(page), lettersOf(strange), lettersOf(own)]).toEqual([1, 0, 0]);
  for (const one of [page, strange, own]) one.close();
});

test('a member’s pages hear how many messages of performers to their clubs are unread: when one comes, was read, deleted or taken back, and when a page opens (S2107) (FANCLUB-013)', async () => {
  const [ada, bea, fan] = [await joinModel(), await joinModel(), await site.join({ tokens: 500 })];
  for (const model of [ada, bea]) await become(fan, model, 'supporter');
  const [page, hers] = [await fan.openLobby(), await ada.openLobby()];
  const NEWS = 'v3.xfollow.direct_message.new_notification';
  const hears = (socket: typeof page, unread: number, from: Member | null) =>
    socket.waitFor(NEWS, (told) => told.unread === unread && told.from === (from?.username ?? null));
  const write = (model: Member, text: string) =>
    model.call('broadcastMessage', { body: { audience: 'fans', text } });
  const messagesOf = async (model: Member) =>
    (await fan.call('readConversation', { params: inRoom(model), query: {} })).items;

  await write(ada, 'One');
  expect(await hears(page, 1, ada)).toMatchObject({ at: expect.any(Number) as number });
  await write(bea, 'Two');
  await hears(page, 2, bea);
  // A message to one alone is no message of the club.
  await fan.call('sendMessage', { params: inRoom(ada), body: { text: 'Hello', client_id: uuidv7() } });
  const alone = { params: inRoom(fan), body: { text: 'Hello back', client_id: uuidv7() } };
  await ada.call('sendMessage', alone);
  await page.waitFor('v3.pm.message', ({ message }) => message === 'Hello back');
  const later = await fan.openLobby();
  await hears(later, 2, bea);

  const [newest] = await messagesOf(bea);
  await fan.call('markMessagesRead', { params: inRoom(bea), body: { up_to: newest!.id } });
  for (const one of [page, later]) await hears(one, 1, ada);
  await write(bea, 'Three');
  const countsOf = ({ received }: typeof page) =>
    received.flatMap(({ name, payload }) => (name === NEWS ? payload['unread'] : []));
  await eventually(() => expect(countsOf(page)).toEqual([1, 2, 1, 2]));
  const [third] = await messagesOf(bea);
  await bea.call('deleteMessages', { params: inRoom(fan), body: { ids: [third!.id] } });
  await eventually(() => expect(countsOf(page)).toEqual([1, 2, 1, 2, 1]));
  await fan.call('deleteMessages', { params: inRoom(ada), body: {} });
  await hears(page, 0, null);
  // Nothing is said where nothing is unread, and nothing to those who write.
  const last = await fan.openLobby();
  await last.waitFor('v3.client.version');
  await eventually(() => expect(countsOf(later)).toEqual([2, 1, 2, 1, 0]));
  expect([countsOf(last), countsOf(hers)]).toEqual([[], []]);
  for (const one of [page, later, last, hers]) one.close();
});
