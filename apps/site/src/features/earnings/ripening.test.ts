import { type AccountId, assert, silentLog, type Uuid, uuidv7 } from '@klieg/kernel';
import { DAY_MS, utcDayOf } from '@klieg/kernel/time';
import { howMany, isFullRun } from '@klieg/testing/run-length';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeMemoryBus } from '../../platform/bus/index.ts';
import { makeNotices } from '../../platform/events/index.ts';
import { useTestDatabase } from '../../platform/postgres/testing.ts';
import { makeLedger, sumOfEarned } from '../ledger/index.ts';
import { makeRipener } from './ripen.ts';
import { planMoves, type ReserveTerms } from './ripening-rules.ts';
import { makeRipeningStore } from './ripening-store.ts';

const { database } = await useTestDatabase();
let now = Date.now() - 60 * DAY_MS;
const clock = { now: () => now, monotonic: () => now };
const ledger = makeLedger({ database, clock, log: silentLog });
await ledger.keepPartitionsAhead();

const ripenerOf = (terms: ReserveTerms = { percent: 0, days: 30 }, way = ledger) =>
  makeRipener({
    database,
    store: makeRipeningStore(database),
    ledger: way,
    terms,
    notices: makeNotices(makeMemoryBus(silentLog), silentLog),
    clock,
    log: silentLog,
  });

let people = 0;
const newPerson = async (): Promise<AccountId> => {
  people += 1;
  const { rows } = await database.pool.query<{ id: AccountId }>(
    `insert into accounts (username, display_name, email, password_hash, gender, type, birth_date)
     values ($1, $1, $1 || '@example.org', '', 'f', 'model', '1990-01-01') returning id`,
    [`ripe${people}`],
  );
  return rows[0]!.id;
};
const buyer = await newPerson();
const credit = (to: AccountId, amountTokens: number, isPromotional: boolean) =>
  ledger.credit({ id: uuidv7(now), kind: 'purchase', source: 'billers', to, amountTokens, isPromotional });
await credit(buyer, 100_000_000, false);

/** A tip of which the model has 60 %. @returns its id */
const tip = async (to: AccountId, amountTokens: number, others?: { to: AccountId; percent: number }) => {
  const id = uuidv7(now);
  const outcome = await ledger.spend({
    id,
    kind: 'tip',
    from: buyer,
    to,
    amountTokens,
    sharePercent: 60,
    ...(others && { others: [{ to: others.to, of: 'receiver' as const, percent: others.percent }] as never }),
  });
  assert(outcome.status === 'applied', 'a tip is paid');
  return id;
};
const takeBack = (transferId: Uuid, amountTokens: number) =>
  ledger.refund({ id: uuidv7(now), transferId, kind: 'chargeback', amountTokens });
const pursesOf = async (person: AccountId) => {
  const { earning, payable, reserve } = await ledger.pursesOf(person);
  return [earning.posted, payable.posted, reserve.posted];
};

describe('earnings', () => {
  test('ripen when all of their day are seven days old, once, however often that is looked at (L30)', async () => {
    const model = await newPerson();
    const ripener = ripenerOf();
    now = Date.parse(utcDayOf(now)) + 23 * 3_600_000;
    await tip(model, 100);
    now += 7 * DAY_MS;
    expect(await ripener.ripen(model)).toBe(0);
    expect(await pursesOf(model)).toEqual([60, 0, 0]);
    now += 2 * 3_600_000;
    await tip(model, 50);
    await Promise.all([ripener.ripen(model), ripenerOf().ripen(model), ripener.ripen(model)]);
    await ripener.ripen(model);
    expect(await pursesOf(model)).toEqual([30, 60, 0]);
  });

  test('that are taken back before they are ripe never ripen; after it they come back from what could be paid out', async () => {
    const model = await newPerson();
    const ripener = ripenerOf();
    const [young, old] = [await tip(model, 100), await tip(model, 200)];
    await takeBack(young, 40);
    now += 9 * DAY_MS;
    await ripener.ripen(model);
    expect(await pursesOf(model)).toEqual([0, 156, 0]);
    await takeBack(old, 200);
    expect(await pursesOf(model)).toEqual([-120, 156, 0]);
    await ripener.ripen(model);
    expect(await pursesOf(model)).toEqual([0, 36, 0]);
  });

  test('that were paid out and are taken back are owed, and what is earned next makes up for it', async () => {
    const model = await newPerson();
    const ripener = ripenerOf();
    const paid = await tip(model, 100);
    now += 9 * DAY_MS;
    await ripener.ripen(model);
    await ledger.debit({
      id: uuidv7(now),
      kind: 'payout_settle',
      from: model,
      purse: 'payable',
      sink: 'payouts',
      amountTokens: 60,
    });
    await takeBack(paid, 100);
    await tip(model, 50);
    await ripener.ripen(model);
    expect(await pursesOf(model)).toEqual([-30, 0, 0]);
    expect((await ripener.countNow(model)).dueTokens).toBe(-60);
    now += 9 * DAY_MS;
    await tip(model, 100);
    await ripener.ripen(model);
    // 90 were ever earned and kept, 60 were paid out; the 60 of today are not ripe.
    expect(await pursesOf(model)).toEqual([30, 0, 0]);
    expect((await ripener.countNow(model)).dueTokens).toBe(-30);
  });

  test('a part is kept back, takes the first blow of a chargeback, and comes free on its day', async () => {
    const model = await newPerson();
    const ripener = ripenerOf({ percent: 10, days: 30 });
    const lost = await tip(model, 500);
    await tip(model, 505);
    now += 9 * DAY_MS;
    await ripener.ripen(model);
    expect(await pursesOf(model)).toEqual([0, 543, 60]);
    await takeBack(lost, 50);
    await ripener.ripen(model);
    expect(await pursesOf(model)).toEqual([0, 543, 30]);
    const { reserves } = await ripener.countNow(model);
    expect(reserves).toEqual([{ releaseOn: utcDayOf(now + 30 * DAY_MS), tokens: 30 }]);
    now += 30 * DAY_MS;
    await ripener.ripen(model);
    expect(await pursesOf(model)).toEqual([0, 573, 0]);
    expect((await ripener.countNow(model)).reserves).toEqual([]);
  });

  test('tokens that nobody paid for never ripen, and do not keep others back (L26)', async () => {
    const [model, guest] = [await newPerson(), await newPerson()];
    await credit(guest, 100, true);
    await ledger.spend({
      id: uuidv7(now),
      kind: 'tip',
      from: guest,
      to: model,
      amountTokens: 100,
      sharePercent: 60,
    });
    await tip(model, 100);
    now += 9 * DAY_MS;
    await ripenerOf().ripen(model);
    expect(await pursesOf(model)).toEqual([60, 60, 0]);
  });

  test('a crash after the tokens moved and before that was noted moves nothing twice', async () => {
    const model = await newPerson();
    await tip(model, 100);
    now += 9 * DAY_MS;
    const dying = ripenerOf(undefined, {
      ...ledger,
      async together(requests) {
        await ledger.together(requests);
        throw new Error('the process is gone');
      },
    });
    await expect(dying.ripen(model)).rejects.toThrow('gone');
    expect(await pursesOf(model)).toEqual([0, 60, 0]);
    await ripenerOf().ripen(model);
    expect(await pursesOf(model)).toEqual([0, 60, 0]);
  });

  test('everybody is looked through once a day; one who fails keeps nobody back and is tried again', async () => {
    const models = [await newPerson(), await newPerson()];
    for (const model of models) await tip(model, 100);
    now += 9 * DAY_MS;
    const [bad, good] = models as [AccountId, AccountId];
    let isBroken = true;
    const ripener = ripenerOf(undefined, {
      ...ledger,
      async pursesOf(person, within) {
        if (person === bad && isBroken) throw new Error('not now');
        return ledger.pursesOf(person, within);
      },
    });
    await ripener.sweep();
    expect([await pursesOf(bad), await pursesOf(good)]).toEqual([
      [60, 0, 0],
      [0, 60, 0],
    ]);
    isBroken = false;
    await ripener.sweep();
    expect(await pursesOf(bad)).toEqual([0, 60, 0]);
  });
});

test.runIf(isFullRun)(
  'over any history nothing is paid out before it is ripe, and no token is lost between the purses (L30)',
  async () => {
    const step = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({ op: fc.constant('tip' as const), n: fc.integer({ min: 1, max: 500 }) }),
      },
      { weight: 2, arbitrary: fc.record({ op: fc.constant('back' as const), n: fc.nat({ max: 1_000 }) }) },
      {
        weight: 3,
        arbitrary: fc.record({ op: fc.constant('days' as const), n: fc.integer({ min: 1, max: 4 }) }),
      },
      { weight: 1, arbitrary: fc.record({ op: fc.constant('payout' as const), n: fc.nat({ max: 400 }) }) },
      { weight: 3, arbitrary: fc.record({ op: fc.constant('ripen' as const), n: fc.constant(0) }) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 25 }),
        fc.constantFrom(0, 7, 50),
        async (steps, percent) => {
          now = Date.now() - 110 * DAY_MS;
          const model = await newPerson();
          const ripener = ripenerOf({ percent, days: 12 });
          const tips: { id: Uuid; day: string; tokens: number; back: number }[] = [];
          let paidOut = 0;
          const left = ({ tokens, back }: (typeof tips)[number]) => {
            const share = Math.floor((tokens * 60) / 100);
            return share - Math.floor((back * share) / tokens);
          };
          for (const { op, n } of [...steps, { op: 'ripen', n: 0 } as const]) {
            if (op === 'days') now += n * DAY_MS;
            if (op === 'tip') tips.push({ id: await tip(model, n), day: utcDayOf(now), tokens: n, back: 0 });
            const one = tips[n % Math.max(1, tips.length)];
            if (op === 'back' && one && one.back < one.tokens) {
              const tokens = Math.min(one.tokens - one.back, 1 + (n % one.tokens));
              await takeBack(one.id, tokens);
              one.back += tokens;
            }
            if (op === 'payout' && n > 0) {
              const { status } = await ledger.debit({
                id: uuidv7(now),
                kind: 'payout_settle',
                from: model,
                purse: 'payable',
                sink: 'payouts',
                amountTokens: n,
              });
              if (status === 'applied') paidOut += n;
            }
            if (op !== 'ripen') continue;
            await ripener.ripen(model);
            const through = utcDayOf(now - 8 * DAY_MS);
            const ripe = tips.filter(({ day }) => day <= through).reduce((sum, each) => sum + left(each), 0);
            const all = tips.reduce((sum, each) => sum + left(each), 0);
            const [earning, payable, reserve] = (await pursesOf(model)) as [number, number, number];
            expect(earning + payable + reserve).toBe(all - paidOut);
            const moved = payable + reserve + paidOut;
            // All that is ripe is there, or was paid out before it was taken back.
            if (moved !== ripe) expect([moved > ripe, payable, reserve]).toEqual([true, 0, 0]);
            expect(sumOfEarned(await ledger.pursesOf(model)).tokens).toBe(Math.max(0, all - paidOut));
          }
        },
      ),
      { numRuns: howMany(20, 2_000) },
    );
    // Time went back between the histories, which is the one thing that days of account do not bear.
    const { findings } = await ledger.reconcile('all');
    expect(findings.filter(({ finding }) => finding !== 'daily_spend_differs')).toEqual([]);
  },
);

test('the parts of a move are whole tokens that add up to it', () => {
  const terms = { percent: 33, days: 10 };
  for (const dueTokens of [1, 2, 3, 100, 101, 99_999]) {
    const moves = planMoves({
      dueTokens,
      free: { earning: 100_000, payable: 0 },
      reserves: [],
      today: '2026-11-22',
      terms,
    });
    expect(moves.reduce((sum, { amountTokens }) => sum + amountTokens, 0)).toBe(dueTokens);
    expect(moves.every(({ amountTokens }) => Number.isInteger(amountTokens) && amountTokens > 0)).toBe(true);
  }
});
