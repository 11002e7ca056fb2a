import { type AccountId, type Clock, type Uuid, uuidv7 } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import { describe, expect, test } from 'vitest';
import type { HoldRequest, LedgerRequest, SpendRequest } from './requests.ts';
import { buy, useTestLedger } from './testing-ledger.ts';

const clock: Clock & { ms: number } = { ms: Date.parse('2026-11-20T12:00:00Z'), now: () => clock.ms };
const { ledger, database, owner, newPerson, newBuyer } = await useTestLedger(clock);

const tip = (
  from: AccountId,
  to: AccountId,
  amountTokens: number,
  more: Partial<SpendRequest> = {},
): SpendRequest =>
  ({ id: uuidv7(), kind: 'tip', from, to, sharePercent: 60, amountTokens, ...more }) as SpendRequest;

const holdOf = (from: AccountId, amountTokens: number, more: Partial<HoldRequest> = {}): HoldRequest => ({
  id: uuidv7(),
  kind: 'private',
  from,
  amountTokens,
  machine: 'private:1',
  expiresAt: clock.ms + 60_000,
  ...more,
});

const spendable = async (person: AccountId): Promise<number> => (await ledger.balanceOf(person)).spendable;
const earned = async (person: AccountId): Promise<number> => (await ledger.earningsOf(person)).spendable;

describe('spending', () => {
  test('a tip takes from the payer, gives the model her share rounded down and the platform the rest L3 L8 (LEDGER-TIP-001, LEDGER-TIP-007)', async () => {
    const [viewer, model] = [await newBuyer(100), newPerson()];
    const outcome = await ledger.spend(tip(viewer, model, 33));
    expect(outcome).toEqual({
      status: 'applied',
      debit: { spendable: 67, held: 0, version: 2, promotional: 0 },
      credit: { spendable: 19, held: 0, version: 1, promotional: 0 },
    });
    expect(await spendable(viewer)).toBe(67);
    expect(await earned(model)).toBe(19);
    expect(await spendable(model)).toBe(0);
  });

  test('the same id and payload is applied once, another payload is a mismatch L4', async () => {
    const [viewer, model] = [await newBuyer(100), newPerson()];
    const request = tip(viewer, model, 10, { note: { comment: 'hello', ref: { type: 'room', id: '7' } } });
    expect((await ledger.spend(request)).status).toBe('applied');
    expect(await ledger.spend(request)).toMatchObject({ status: 'repeated', debit: { spendable: 90 } });
    const others = [
      { ...request, amountTokens: 11 },
      { ...request, kind: 'media' },
      { ...request, from: await newBuyer(50) },
      { ...request, to: newPerson() },
      { ...request, to: 'platform' },
      { ...request, sharePercent: 80 },
      { ...request, note: { comment: 'hello!', ref: { type: 'room', id: '7' } } },
      { ...request, note: { comment: 'hello', ref: { type: 'room', id: '8' } } },
    ] as SpendRequest[];
    for (const other of others) {
      expect(await ledger.spend(other)).toMatchObject({ status: 'refused', reason: 'mismatch' });
    }
    expect(await spendable(viewer)).toBe(90);
  });

  test('too few tokens refuse a spend, which leaves no trace and may come again with the same id L5 L6 (ERRORS-002)', async () => {
    const [viewer, model] = [await newBuyer(9), newPerson()];
    const request = tip(viewer, model, 10);
    const refused = { status: 'refused', reason: 'not_enough_tokens', debit: { spendable: 9 } };
    expect(await ledger.spend(request)).toMatchObject(refused);
    expect((await ledger.historyOf(viewer, { limit: 10 })).rows).toHaveLength(1);
    await buy(ledger, viewer, 1);
    expect((await ledger.spend(request)).status).toBe('applied');
  });

  test('somebody who never had an account has 0 tokens and can spend nothing L2', async () => {
    const stranger = newPerson();
    expect(await ledger.balanceOf(stranger)).toMatchObject({ spendable: 0, version: 0 });
    expect(await ledger.spend(tip(stranger, newPerson(), 1))).toMatchObject({ reason: 'not_enough_tokens' });
  });

  test('a bad amount, share, id or receiver is a bug of the caller and reaches no batch L1', async () => {
    const [viewer, model] = [await newBuyer(9), newPerson()];
    const bad: Partial<SpendRequest>[] = [
      { amountTokens: 0 },
      { amountTokens: -1 },
      { amountTokens: 1.5 },
      { amountTokens: 1e10 },
      { id: 'x' as Uuid },
      { to: viewer },
      { sharePercent: 101 } as Partial<SpendRequest>,
    ];
    for (const more of bad)
      await expect(ledger.spend(tip(viewer, model, 1, more))).rejects.toThrow('invariant');
    expect(await spendable(viewer)).toBe(9);
  });

  test('a spend to the platform is all its own, and a split passes earnings on L8', async () => {
    const [viewer, model, studio] = [await newBuyer(100), newPerson(), newPerson()];
    await ledger.spend({ id: uuidv7(), kind: 'ai_image', from: viewer, to: 'platform', amountTokens: 20 });
    await ledger.spend(tip(viewer, model, 50));
    await ledger.split({ id: uuidv7(), from: model, to: studio, amountTokens: 10 });
    expect([await spendable(viewer), await earned(model), await earned(studio)]).toEqual([30, 20, 10]);
  });

  test('a command that cannot be written fails alone, those that came with it are applied L7', async () => {
    const [viewer, model] = [await newBuyer(100), newPerson()];
    const requests = Array.from({ length: 9 }, (_, index) =>
      tip(viewer, model, 1, { note: { comment: index === 4 ? 'bad \0 text' : 'fine' } }),
    );
    const results = await Promise.allSettled(requests.map((request) => ledger.spend(request)));
    expect(results.map((result) => result.status === 'fulfilled' && result.value.status)).toEqual(
      requests.map((_, index) => index !== 4 && 'applied'),
    );
    expect(await spendable(viewer)).toBe(92);
  });
});

describe('daily limits', () => {
  test("the own limit comes before the site's, both before cover, and a new day begins at 0 L9 (ERRORS-004, ERRORS-005)", async () => {
    const [viewer, model] = [await newBuyer(1000), newPerson()];
    await ledger.setDailyLimit(viewer, 100);
    await ledger.spend(tip(viewer, model, 60));
    const both = await ledger.spend(tip(viewer, model, 50, { siteDailyLimitTokens: 80 }));
    expect(both).toMatchObject({ status: 'refused', reason: 'user_daily_limit' });
    const site = await ledger.spend(tip(viewer, model, 30, { siteDailyLimitTokens: 80 }));
    expect(site).toMatchObject({ status: 'refused', reason: 'over_daily_limit' });
    const upToSite = await ledger.spend(tip(viewer, model, 20, { siteDailyLimitTokens: 80 }));
    expect(upToSite.status).toBe('applied');
    expect((await ledger.spend(tip(viewer, model, 20))).status).toBe('applied');
    expect(await ledger.balanceOf(viewer)).toMatchObject({ spentTodayTokens: 100, dailyLimitTokens: 100 });
    clock.ms += DAY_MS;
    expect((await ledger.balanceOf(viewer)).spentTodayTokens).toBe(0);
    expect((await ledger.spend(tip(viewer, model, 100))).status).toBe('applied');
    await ledger.setDailyLimit(viewer, 0);
    expect((await ledger.spend(tip(viewer, model, 500))).status).toBe('applied');
  });

  test('a hold counts at once, a void and the rest of a post give back, also on a later day L9', async () => {
    const [viewer, model] = [await newBuyer(1000), newPerson()];
    await ledger.setDailyLimit(viewer, 100);
    const [first, second] = [holdOf(viewer, 60), holdOf(viewer, 40)];
    await ledger.hold(first);
    await ledger.hold(second);
    expect(await ledger.spend(tip(viewer, model, 1))).toMatchObject({ reason: 'user_daily_limit' });
    await ledger.void({ holdId: first.id });
    expect((await ledger.balanceOf(viewer)).spentTodayTokens).toBe(40);
    const post = { id: uuidv7(), holdId: second.id, to: model, sharePercent: 60, amountTokens: 10 };
    await ledger.post(post);
    expect((await ledger.balanceOf(viewer)).spentTodayTokens).toBe(10);
    const late = holdOf(viewer, 90);
    await ledger.hold(late);
    clock.ms += DAY_MS;
    await ledger.spend(tip(viewer, model, 30));
    await ledger.void({ holdId: late.id });
    expect((await ledger.balanceOf(viewer)).spentTodayTokens).toBe(30);
  });

  test('corrections by staff count for no limit L9', async () => {
    const viewer = await newBuyer(100);
    await ledger.setDailyLimit(viewer, 10);
    const correction = {
      id: uuidv7(),
      kind: 'adjustment',
      from: viewer,
      sink: 'adjustments',
      amountTokens: 50,
    } as const;
    expect((await ledger.debit(correction)).status).toBe('applied');
    const more = await ledger.debit({ ...correction, id: uuidv7(), amountTokens: 51 });
    expect(more).toMatchObject({ reason: 'not_enough_tokens' });
    expect(await ledger.balanceOf(viewer)).toMatchObject({ spendable: 50, spentTodayTokens: 0 });
  });
});

describe('holds', () => {
  test('a hold lowers what can be spent, a post takes at most the held and releases the rest L10', async () => {
    const [viewer, model] = [await newBuyer(100), newPerson()];
    const hold = holdOf(viewer, 60, { to: model });
    expect(await ledger.hold(hold)).toMatchObject({ status: 'applied', debit: { spendable: 40, held: 60 } });
    expect(await ledger.spend(tip(viewer, model, 41))).toMatchObject({ reason: 'not_enough_tokens' });
    const post = { id: uuidv7(), holdId: hold.id, to: model, sharePercent: 60, amountTokens: 61 };
    expect(await ledger.post(post)).toMatchObject({ status: 'refused', reason: 'over_hold' });
    const posted = await ledger.post({ ...post, amountTokens: 45 });
    expect(posted).toMatchObject({
      status: 'applied',
      debit: { spendable: 55, held: 0 },
      credit: { spendable: 27 },
    });
    expect((await ledger.historyOf(viewer, { limit: 1 })).rows[0]).toMatchObject({
      kind: 'private',
      tokens: -45,
    });
  });

  test('a hold pays nobody once its tokens are taken back, and as much as is left before that L10', async () => {
    const [viewer, model] = [await newBuyer(30), newPerson()];
    const purchase = uuidv7();
    await ledger.credit({ id: purchase, kind: 'purchase', source: 'billers', to: viewer, amountTokens: 70 });
    const hold = holdOf(viewer, 60, { to: model });
    await ledger.hold(hold);
    await ledger.refund({ id: uuidv7(), kind: 'chargeback', transferId: purchase, amountTokens: 70 });
    const post = { id: uuidv7(), holdId: hold.id, to: model, sharePercent: 60, amountTokens: 31 };
    expect(await ledger.post(post)).toMatchObject({ status: 'refused', reason: 'not_enough_tokens' });
    expect(await earned(model)).toBe(0);
    expect(await ledger.post({ ...post, amountTokens: 30 })).toMatchObject({
      status: 'applied',
      debit: { spendable: 0, held: 0 },
      credit: { spendable: 18 },
    });
    expect((await ledger.reconcile()).findings).toEqual([]);
  });

  test('repeats of hold, post and void change nothing; a closed hold stays closed L4 L10', async () => {
    const [viewer, model] = [await newBuyer(100), newPerson()];
    const [hold, other] = [holdOf(viewer, 30), holdOf(viewer, 20)];
    const post = { id: uuidv7(), holdId: hold.id, to: model, sharePercent: 60, amountTokens: 30 };
    await ledger.hold(hold);
    await ledger.hold(other);
    expect((await ledger.hold(hold)).status).toBe('repeated');
    expect(await ledger.hold({ ...hold, amountTokens: 31 })).toMatchObject({ reason: 'mismatch' });
    expect(await ledger.hold({ ...hold, machine: 'private:2' })).toMatchObject({ reason: 'mismatch' });
    expect((await ledger.post(post)).status).toBe('applied');
    expect((await ledger.post(post)).status).toBe('repeated');
    expect(await ledger.post({ ...post, amountTokens: 29 })).toMatchObject({ reason: 'mismatch' });
    expect(await ledger.post({ ...post, id: uuidv7() })).toMatchObject({ reason: 'hold_closed' });
    expect(await ledger.void({ holdId: hold.id })).toMatchObject({ reason: 'hold_closed' });
    expect((await ledger.hold(hold)).status).toBe('repeated');
    expect((await ledger.void({ holdId: other.id })).status).toBe('applied');
    expect((await ledger.void({ holdId: other.id })).status).toBe('repeated');
    expect(await ledger.post({ ...post, id: uuidv7(), holdId: other.id })).toMatchObject({
      reason: 'hold_closed',
    });
    expect(await ledger.balanceOf(viewer)).toMatchObject({ spendable: 70, held: 0 });
  });

  test('a void of a hold that has not come is kept, and the hold is refused when it comes L10', async () => {
    const viewer = await newBuyer(100);
    const hold = holdOf(viewer, 30);
    const post = { id: uuidv7(), holdId: hold.id, to: newPerson(), sharePercent: 60, amountTokens: 30 };
    expect(await ledger.post(post)).toMatchObject({ reason: 'unknown_hold' });
    expect((await ledger.void({ holdId: hold.id })).status).toBe('applied');
    expect((await ledger.void({ holdId: hold.id })).status).toBe('repeated');
    expect(await ledger.hold(hold)).toMatchObject({ status: 'refused', reason: 'hold_closed' });
    expect(await ledger.post(post)).toMatchObject({ reason: 'unknown_hold' });
    expect(await spendable(viewer)).toBe(100);
  });

  test('a refused hold leaves no trace and the same id may be tried again L5', async () => {
    const viewer = await newBuyer(10);
    const hold = holdOf(viewer, 30);
    expect(await ledger.hold(hold)).toMatchObject({ reason: 'not_enough_tokens' });
    await buy(ledger, viewer, 20);
    expect((await ledger.hold(hold)).status).toBe('applied');
  });

  test('nobody posts a hold to himself L10', async () => {
    const viewer = await newBuyer(10);
    const hold = holdOf(viewer, 10);
    await ledger.hold(hold);
    const post = { id: uuidv7(), holdId: hold.id, to: viewer, sharePercent: 60, amountTokens: 10 };
    expect(await ledger.post(post)).toMatchObject({ status: 'refused', reason: 'mismatch' });
  });

  test('expiry voids what nobody answers for, never a hold of a live machine or one that was extended L11', async () => {
    const viewer = await newBuyer(100);
    const holds = ['dead:1', 'live:1', 'renewed:1', 'later:1'].map((machine) =>
      holdOf(viewer, 10, { machine }),
    );
    for (const hold of holds)
      await ledger.hold({ ...hold, ...(hold.machine === 'later:1' && { expiresAt: clock.ms + DAY_MS }) });
    expect(await ledger.extendHolds('renewed:1', clock.ms + DAY_MS)).toBe(1);
    expect(await ledger.extendHolds('renewed:1', clock.ms)).toBe(0);
    const asked: string[][] = [];
    const findLive = async (machines: readonly string[]) => {
      asked.push([...machines]);
      return new Set(['live:1']);
    };
    expect(await ledger.expireHolds(findLive)).toBe(0);
    clock.ms += 61_000;
    expect(await ledger.expireHolds(findLive)).toBeGreaterThan(0);
    expect(asked.flat()).toEqual(expect.arrayContaining(['dead:1', 'live:1']));
    expect(asked.flat()).not.toContain('renewed:1');
    const open = (await ledger.openHoldsOf(viewer)).map((hold) => hold.machine);
    expect(open).toEqual(['live:1', 'renewed:1', 'later:1']);
    expect(await ledger.openHoldsOfMachine('live:1')).toMatchObject([{ amountTokens: 10 }]);
    expect(await ledger.balanceOf(viewer)).toMatchObject({ spendable: 70, held: 30 });
  });

  test('a payout is a hold on earnings that is posted to the payouts account L10', async () => {
    const [viewer, model] = [await newBuyer(1000), newPerson()];
    await ledger.spend(tip(viewer, model, 1000));
    const hold = holdOf(model, 500, { kind: 'payout_reserve', purse: 'earning', machine: 'payout:1' });
    expect(await ledger.hold(hold)).toMatchObject({ debit: { spendable: 100, held: 500 } });
    const post = {
      id: uuidv7(),
      holdId: hold.id,
      kind: 'payout_settle',
      to: 'payouts',
      amountTokens: 500,
    } as const;
    expect((await ledger.post(post)).status).toBe('applied');
    expect(await ledger.earningsOf(model)).toMatchObject({ spendable: 100, held: 0, spentTodayTokens: 0 });
  });
});

describe('groups', () => {
  test('all of a group is applied, or none of it, in the same transaction L12', async () => {
    const [first, second, model] = [await newBuyer(50), await newBuyer(10), newPerson()];
    const holds = [holdOf(first, 20), holdOf(second, 11), holdOf(first, 5)];
    const requests = holds.map((hold): LedgerRequest => ({ type: 'hold', ...hold }));
    expect(await ledger.together(requests)).toMatchObject([
      { status: 'refused', reason: 'group_refused' },
      { status: 'refused', reason: 'not_enough_tokens' },
      { status: 'refused', reason: 'group_refused' },
    ]);
    expect([await ledger.openHoldsOf(first), await ledger.openHoldsOf(second)]).toEqual([[], []]);
    await buy(ledger, second, 1);
    expect((await ledger.together(requests)).map((outcome) => outcome.status)).toEqual(
      holds.map(() => 'applied'),
    );
    const posts = holds.map((hold): LedgerRequest => ({
      type: 'post',
      id: uuidv7(),
      holdId: hold.id,
      to: model,
      sharePercent: 60,
      amountTokens: hold.amountTokens,
    }));
    await ledger.void({ holdId: holds[2]!.id });
    expect(await ledger.together(posts)).toMatchObject([
      { reason: 'group_refused' },
      { reason: 'group_refused' },
      { reason: 'hold_closed' },
    ]);
    expect(await earned(model)).toBe(0);
    const pair = posts.slice(0, 2);
    expect(await ledger.together(pair)).toMatchObject([{ status: 'applied' }, { status: 'applied' }]);
    expect(await ledger.together(pair)).toMatchObject([{ status: 'repeated' }, { status: 'repeated' }]);
    expect(await earned(model)).toBe(12 + 6);
    expect(await ledger.together([])).toEqual([]);
  });

  test('a group that is refused does not touch its neighbours in the batch L7 L12', async () => {
    const [viewer, model] = [await newBuyer(100), newPerson()];
    const [before, group, after] = await Promise.all([
      ledger.spend(tip(viewer, model, 10)),
      ledger.together([
        { type: 'spend', ...tip(viewer, model, 50) },
        { type: 'spend', ...tip(viewer, model, 50) },
      ]),
      ledger.spend(tip(viewer, model, 90)),
    ]);
    expect([before.status, group[0]?.status, after.status]).toEqual(['applied', 'refused', 'applied']);
    expect(await spendable(viewer)).toBe(0);
  });
});

describe('refunds', () => {
  test('refunds in steps take from model and platform in proportion, in all exactly the original L13', async () => {
    const [viewer, model] = [await newBuyer(100), newPerson()];
    const request = tip(viewer, model, 33);
    await ledger.spend(request);
    const refund = { transferId: request.id, kind: 'refund' } as const;
    expect(await ledger.refund({ ...refund, id: uuidv7(), amountTokens: 10 })).toMatchObject({
      status: 'applied',
      debit: { spendable: 19 - 5 },
      credit: { spendable: 77 },
    });
    const last = { ...refund, id: uuidv7(), amountTokens: 23 };
    expect(await ledger.refund({ ...last, amountTokens: 24 })).toMatchObject({ reason: 'over_refund' });
    expect((await ledger.refund(last)).status).toBe('applied');
    expect((await ledger.refund(last)).status).toBe('repeated');
    expect(await ledger.refund({ ...last, amountTokens: 22 })).toMatchObject({ reason: 'mismatch' });
    expect(await ledger.refund({ ...last, id: uuidv7(), amountTokens: 1 })).toMatchObject({
      reason: 'over_refund',
    });
    expect([await spendable(viewer), await earned(model)]).toEqual([100, 0]);
    expect((await ledger.findTransfer(request.id))?.refundedTokens).toBe(33);
  });

  test('a refund takes what is no longer there and spending stops until it is back L13', async () => {
    const [viewer, model] = [newPerson(), newPerson()];
    const purchase = {
      id: uuidv7(),
      kind: 'purchase',
      source: 'billers',
      to: viewer,
      amountTokens: 100,
    } as const;
    await ledger.credit(purchase);
    await ledger.spend(tip(viewer, model, 80));
    const chargeback = {
      id: uuidv7(),
      transferId: purchase.id,
      kind: 'chargeback',
      amountTokens: 100,
    } as const;
    expect(await ledger.refund(chargeback)).toMatchObject({ status: 'applied', debit: { spendable: 0 } });
    expect(await ledger.balanceOf(viewer)).toMatchObject({ posted: -80, spendable: 0 });
    expect(await earned(model)).toBe(48);
    await buy(ledger, viewer, 80);
    expect(await ledger.spend(tip(viewer, model, 1))).toMatchObject({ reason: 'not_enough_tokens' });
    await buy(ledger, viewer, 1);
    expect((await ledger.spend(tip(viewer, model, 1))).status).toBe('applied');
  });

  test('nothing unknown and no refund is refunded L13', async () => {
    const [viewer, model] = [await newBuyer(100), newPerson()];
    const request = tip(viewer, model, 10);
    await ledger.spend(request);
    const refund = { id: uuidv7(), transferId: request.id, kind: 'refund', amountTokens: 5 } as const;
    await ledger.refund(refund);
    const again = { id: uuidv7(), transferId: refund.id, kind: 'refund', amountTokens: 1 } as const;
    expect(await ledger.refund(again)).toMatchObject({ reason: 'unknown_transfer' });
    expect(await ledger.refund({ ...again, transferId: uuidv7() })).toMatchObject({
      reason: 'unknown_transfer',
    });
  });
});

describe('credit line', () => {
  test('spending goes down to the line; taking the line away demands nothing and gives nothing more L14', async () => {
    const [viewer, model] = [newPerson(), newPerson()];
    expect(await ledger.setCreditLine(viewer, 100)).toMatchObject({ spendable: 100, floor: -100 });
    expect((await ledger.spend(tip(viewer, model, 70))).status).toBe('applied');
    expect(await ledger.setCreditLine(viewer, 0)).toMatchObject({ spendable: 0, posted: -70, floor: -70 });
    expect(await ledger.spend(tip(viewer, model, 1))).toMatchObject({ reason: 'not_enough_tokens' });
    await buy(ledger, viewer, 70);
    expect(await ledger.setCreditLine(viewer, 0)).toMatchObject({ spendable: 0, posted: 0, floor: 0 });
  });
});

test('the ledger adds up after all of this L16', async () => {
  expect((await ledger.reconcile('all')).findings).toEqual([]);
  expect((await ledger.reconcile('recent')).findings).toEqual([]);
  expect((await ledger.lastReconcile())?.scope).toBe('recent');
});

test('nothing that was written can be changed or removed L17', async () => {
  const viewer = await newBuyer(10);
  const others = [{ to: newPerson(), of: 'receiver', percent: 50 }] as const;
  const shared = tip(viewer, newPerson(), 5, { note: { comment: 'x' } });
  await ledger.spend({ ...shared, others } as SpendRequest);
  const hold = holdOf(viewer, 5);
  await ledger.hold(hold);
  await ledger.void({ holdId: hold.id });
  for (const table of ['transfers', 'legs']) {
    const partitions = await owner.pool.query<{ name: string }>(
      `select inhrelid::regclass::text name from pg_inherits where inhparent = 'ledger.${table}'::regclass`,
    );
    for (const name of [`ledger.${table}`, ...partitions.rows.map((row) => row.name)]) {
      const column = table === 'transfers' ? 'id' : 'transfer_id';
      const filled = (await owner.pool.query(`select from ${name}`)).rowCount;
      if (filled) {
        await expect(owner.pool.query(`update ${name} set ${column} = ${column}`)).rejects.toThrow(
          'append-only',
        );
        await expect(owner.pool.query(`delete from ${name}`)).rejects.toThrow('append-only');
      }
      await expect(owner.pool.query(`truncate ${name}`)).rejects.toThrow('append-only');
    }
  }
  await expect(owner.pool.query('delete from ledger.lots')).rejects.toThrow('append-only');
  await expect(owner.pool.query('update ledger.lots set hi = hi + 1')).rejects.toThrow('append-only');
  const holds = owner.pool.query('update ledger.holds set state = 1 where id = $1', [hold.id]);
  await expect(holds).rejects.toThrow('append-only');
  await expect(owner.pool.query('delete from ledger.holds')).rejects.toThrow('append-only');
});

test('partitions are made ahead once, by however many nodes ask', async () => {
  const made = await Promise.all([ledger.keepPartitionsAhead(), ledger.keepPartitionsAhead()]);
  expect(made).toEqual([0, 0]);
  await owner.pool.query('select ledger.ensure_partitions(5)');
  const { rows } = await database.pool.query(
    "select count(*)::int n from pg_inherits where inhparent = 'ledger.transfers'::regclass",
  );
  expect(rows).toEqual([{ n: 6 }]);
});
