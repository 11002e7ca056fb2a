import { type AccountId, commitOf, drawSlot, uuidv7 } from '@klieg/kernel';
import { DAY_MS, HOUR_MS, utcDayOf } from '@klieg/kernel/time';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun, isLongRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { makeGrantStore } from './grant-store.ts';
import { presentDraw } from './present-draw.ts';
import { endOfDay } from './wheel-rules.ts';

/** What both wheels have until somebody changes them. */
const weights = [500, 300, 150, 45, 5];
const prizes = [5, 10, 20, 50, 100];
const SPIN_COST_MAX = 100;

let ahead = 0;
const clock = { now: () => Date.now() + ahead };
const site = await useTestSite({ clock, env: { PROMO_DAILY_TOKENS: '1000000' } });
// The clock goes on by more than three months, for which a site has partitions.
await site.owner.pool.query('select ledger.ensure_partitions(6)');

const confirm = (member: Member) =>
  sql`update accounts set email_confirmed = true where id = ${member.id}`.execute(site.database.kysely);
/** Somebody who has joined, and whose first spin has come. */
const newcomer = async (isConfirmed = true): Promise<Member> => {
  const member = await site.join({ byForm: true });
  if (isConfirmed) await confirm(member);
  await eventually(async () => expect(await spinsOf(member)).toBe(1));
  return member;
};
/** Spins as a page would whose clock is that of the site. */
const spin = (
  member: Member,
  {
    wheel = 'promo',
    clientSeed,
    key = uuidv7(clock.now()),
  }: { wheel?: string; clientSeed?: string; key?: string } = {},
) =>
  member.call(wheel === 'promo' ? 'spinPromoWheel' : 'spinVaultWheel', {
    body: clientSeed === undefined ? {} : { client_seed: clientSeed },
    idempotencyKey: key,
  });
const spinsOf = async (member: Member) => (await member.call('getPromoWheel')).spins;
const tokensOf = async (member: Member) => (await member.call('getCurrentUser')).tokens;
const giveSpins = (member: Member, wheel: 'promo' | 'vault', count: number) =>
  sql`insert into spin_grants (key, account_id, wheel, created_at, ends_at)
    select ${`test:${uuidv7()}:`} || n, ${member.id}, ${wheel}, ${new Date(clock.now())}, ${new Date(clock.now() + 30 * DAY_MS)}
    from generate_series(1, ${count}) n`.execute(site.database.kysely);

test('whoever joins has one spin; its odds and its lock are told before, and it gives what its slot says (PROMO-006) (PROMO-012) (S2001) (S2002)', async () => {
  const member = await newcomer();
  const before = await member.call('getPromoWheel');
  expect(before).toMatchObject({ spins: 1, lock: { n: 0 } });
  expect(before.prizes.map(({ tokens, odds_percent: odds }) => [tokens, odds])).toEqual([
    [5, 50],
    [10, 30],
    [20, 15],
    [50, 4.5],
    [100, 0.5],
  ]);
  const spun = await spin(member, { clientSeed: 'mine' });
  expect(spun).toMatchObject({ status: 1, n: 0, spins: 0, on_hold: false, commit: before.lock!.commit });
  expect(spun.prize.tokens).toBe(prizes[spun.slot]);
  expect(spun.tokens).toBe(spun.prize.tokens);
  expect(await tokensOf(member)).toBe(spun.prize.tokens);
  expect((await member.call('listHistory')).items[0]).toMatchObject({
    kind: 'promotion',
    tokens: spun.prize.tokens,
    ref: { type: 'promo_wheel' },
  });
  expect(await codeOf(spin(member))).toBe('promo.no_spins');
  expect((await site.site.ledger.balanceOf(member.id as never)).promotional).toBe(spun.prize.tokens);
});

test('a draw is told with its seed once its day is over, fits the lock and gives the same slot (S12)', async () => {
  const member = await newcomer();
  const { lock } = await member.call('getPromoWheel');
  const spun = await spin(member, { clientSeed: 'seven' });
  const drawsOf = async () => (await member.call('listDraws', { query: {} })).items;
  const [hidden] = await drawsOf();
  expect(hidden).toMatchObject({ id: spun.draw_id, seed: null, client_seed: 'seven', commit: lock!.commit });
  ahead += DAY_MS + HOUR_MS;
  const [shown] = await drawsOf();
  const seed = Buffer.from(shown!.seed!, 'hex');
  expect(await commitOf(seed)).toBe(lock!.commit);
  const drawn = await drawSlot({
    seed,
    instance: lock!.instance,
    n: lock!.n,
    clientSeed: 'seven',
    weights: shown!.weights,
  });
  expect(drawn.slot).toBe(spun.slot);
});

test('a lock that is not the one of the next draw draws nothing, and the spin stays', async () => {
  const member = await newcomer();
  const { lock } = await member.call('getPromoWheel');
  const spinBy = (shown: { commit: string; plan: number }) =>
    member.call('spinPromoWheel', { body: { lock: shown }, idempotencyKey: uuidv7(clock.now()) });
  const { commit, plan } = lock!;
  expect(await codeOf(spinBy({ commit: '0'.repeat(64), plan }))).toBe('promo.lock_changed');
  expect(await codeOf(spinBy({ commit, plan: plan + 1 }))).toBe('promo.lock_changed');
  expect(await spinsOf(member)).toBe(1);
  expect((await spinBy({ commit, plan })).commit).toBe(commit);
});

test('a stranger neither sees nor makes a spin', async () => {
  const guest = await site.visit();
  for (const call of ['getPromoWheel', 'getVaultWheel', 'listDraws'] as const)
    expect(await codeOf(guest.call(call, { query: {} } as never))).toBe('common.unauthenticated');
  expect(await codeOf(guest.call('spinPromoWheel', { body: {} }))).toBe('common.unauthenticated');
  const [owner, other] = [await newcomer(), await newcomer()];
  await spin(owner);
  expect((await other.call('listDraws', { query: {} })).items).toEqual([]);
});

test('the same key is the same spin', async () => {
  const member = await newcomer();
  await giveSpins(member, 'promo', 3);
  const key = uuidv7(clock.now());
  const first = await spin(member, { key });
  expect(await spin(member, { key })).toEqual(first);
  // Also where the stored answer is lost: the spin itself is known by its key.
  await sql`delete from idempotent_answers`.execute(site.database.kysely);
  const again = await spin(member, { key });
  expect(again).toMatchObject({ draw_id: first.draw_id, slot: first.slot, n: first.n });
  expect(await spinsOf(member)).toBe(3);
  expect(await tokensOf(member)).toBe(first.prize.tokens);
});

test.runIf(isLongRun)('of two hundred at once one has the spin that is left', async () => {
  const member = await newcomer();
  const codes = await Promise.all(Array.from({ length: 200 }, () => codeOf(spin(member))));
  expect(codes.filter((code) => code === 'not refused')).toHaveLength(1);
  expect(codes.filter((code) => code === 'promo.no_spins')).toHaveLength(199);
  expect((await member.call('listDraws', { query: {} })).items).toHaveLength(1);
});

test.runIf(isFullRun)('spins of a day follow each other and come as often as their weights say', async () => {
  const member = await newcomer();
  await giveSpins(member, 'promo', 9);
  for (let n = 0; n < 10; n++) expect((await spin(member)).n).toBe(n);
  const { items } = await member.call('listDraws', { query: {} });
  expect(new Set(items.map(({ commit }) => commit)).size).toBe(1);
  expect(items.every((draw) => draw.tokens === draw.prizes[draw.slot])).toBe(true);
  expect(items[0]!.weights).toEqual(weights);
});

test('a spin that was never made ends after thirty days', async () => {
  const member = await newcomer();
  ahead += 31 * DAY_MS;
  expect(await spinsOf(member)).toBe(0);
  expect(await codeOf(spin(member))).toBe('promo.no_spins');
});

test.runIf(isFullRun)(
  'the prize of an unconfirmed address waits for it, is credited once, and is gone after thirty days (S2003)',
  async () => {
    const member = await newcomer(false);
    await giveSpins(member, 'promo', 1);
    const spun = await spin(member);
    expect(spun).toMatchObject({ on_hold: true, tokens: 0 });
    const me = await member.call('getCurrentUser');
    expect(me.user.free_tokens_on_hold).toBe(spun.prize.tokens);
    ahead += 31 * DAY_MS;
    await site.site.doChores();
    expect((await member.call('getCurrentUser')).user.free_tokens_on_hold).toBe(0);
    expect((await member.call('listDraws', { query: {} })).items[0]!.state).toBe('void');
    expect(await tokensOf(member)).toBe(0);
  },
);

test('a page learns its spins when it opens, when one comes and when one is made (PROMO-007) (PROMO-024)', async () => {
  const member = await newcomer();
  const lobby = await member.openLobby();
  await lobby.waitFor('v3.promo_wheel_count', ({ count }) => count === 1);
  await giveSpins(member, 'promo', 1);
  await giveSpins(member, 'vault', 1);
  await site.site.doChores();
  await lobby.waitFor('v3.promo_wheel_count', ({ count }) => count === 2);
  await lobby.waitFor('v3.vault_wheel_count', ({ spins }) => spins === 1);
  expect((await member.call('getCurrentUser')).user.vault_wheel).toEqual({ spins: 1 });
  await spin(member, { wheel: 'vault' });
  await lobby.waitFor('v3.vault_wheel_count', ({ spins }) => spins === 0);
});

test('whoever has bought has a spin of the vault each day for a month, and no second one while it waits (PROMO-013)', async () => {
  const member = await newcomer();
  expect(await member.call('getVaultWheel')).toMatchObject({ spins: 0, next_spin_at: null, lock: null });
  await sql`insert into vault_members (account_id, bought_at, next_spin_at)
    values (${member.id}, ${new Date(clock.now())}, ${new Date(clock.now())})`.execute(site.database.kysely);
  const vaultSpins = async () => {
    await site.site.doChores();
    return (await member.call('getVaultWheel')).spins;
  };
  expect(await vaultSpins()).toBe(1);
  ahead += 25 * HOUR_MS;
  expect(await vaultSpins()).toBe(1);
  const spun = await spin(member, { wheel: 'vault' });
  expect(spun.tokens).toBe(spun.prize.tokens);
  expect(await vaultSpins()).toBe(1);
  await spin(member, { wheel: 'vault' });
  expect(await vaultSpins()).toBe(0);
  ahead += 31 * DAY_MS;
  expect(await vaultSpins()).toBe(0);
});

test.runIf(isFullRun)(
  'a day gives no more spins than its budget has, and those that were given stay',
  async () => {
    ahead += DAY_MS;
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    const leave = (tokens: number) =>
      sql`insert into promo_days (day, promised_tokens) values (${day}, ${1_000_000 - tokens})
      on conflict (day) do update set promised_tokens = excluded.promised_tokens`.execute(
        site.database.kysely,
      );
    await leave(SPIN_COST_MAX);
    const first = await newcomer();
    await sql`insert into vault_members (account_id, bought_at, next_spin_at)
    values (${first.id}, ${new Date(clock.now())}, ${new Date(clock.now())})`.execute(site.database.kysely);
    await site.site.doChores();
    expect((await first.call('getVaultWheel')).spins).toBe(0);
    expect(await spinsOf(first)).toBe(1);
    await spin(first);
    ahead += DAY_MS;
  },
);

test('a seed is kept back as long as something may be drawn by it', async () => {
  const seed = Buffer.alloc(32, 1);
  const spin = {
    id: uuidv7(),
    accountId: 1 as never,
    wheel: 'promo' as const,
    day: '2026-11-22',
    n: 0,
    clientSeed: '',
    weights,
    prizes,
    slot: 0,
    at: new Date(0),
    seed,
    tokens: 5,
    state: 'credited' as const,
  };
  expect((await presentDraw(spin, endOfDay(spin.day))).seed).toBeNull();
  expect((await presentDraw(spin, endOfDay(spin.day) + HOUR_MS)).seed).toBe(seed.toString('hex'));
});

test.runIf(isFullRun)(
  'a purchase and the vault, which give spins at the same moment, do not wait for each other for ever',
  async () => {
    const { kysely } = site.database;
    const member = await newcomer();
    const grants = makeGrantStore(site.database);
    const before = new Date(clock.now() - 1_000);
    await sql`insert into vault_members (account_id, bought_at, next_spin_at)
    values (${member.id}, ${before}, ${before})`.execute(kysely);
    let chores: Promise<unknown> = Promise.resolve();
    await kysely.transaction().execute(async (transaction) => {
      await grants.promise(transaction, { day: utcDayOf(clock.now()), tokens: 1, budgetTokens: 1_000_000 });
      chores = site.site.doChores();
      await eventually(async () => {
        const { rows } = await sql`
        select from pg_stat_activity where wait_event_type = 'Lock' and query like '%promo_days%'
          and datname = current_database()`.execute(kysely);
        expect(rows.length).toBeGreaterThan(0);
      });
      await grants.keepMember(transaction, member.id as AccountId, clock.now());
    });
    await chores;
    expect(await member.call('getVaultWheel')).toMatchObject({ spins: 1 });
  },
);
