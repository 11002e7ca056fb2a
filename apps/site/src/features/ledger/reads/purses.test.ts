import { type AccountId, uuidv7 } from '@klieg/kernel';
import { describe, expect, test } from 'vitest';
import { useTestLedger } from '../testing-ledger.ts';

/* Tokens that were bought and tokens that were given: which go first, what they earn, and what a chargeback finds. */

const { ledger, newPerson, newBuyer } = await useTestLedger();

const give = (to: AccountId, amountTokens: number) =>
  ledger.credit({
    id: uuidv7(),
    kind: 'promotion',
    source: 'promotions',
    to,
    amountTokens,
    isPromotional: true,
  });
const buy = async (to: AccountId, amountTokens: number, paidCents: number) => {
  const id = uuidv7();
  await ledger.credit({ id, kind: 'purchase', source: 'billers', to, amountTokens, paidCents });
  return id;
};
const tip = async (from: AccountId, to: AccountId, amountTokens: number, isPaidOnly = false) => {
  const id = uuidv7();
  const outcome = await ledger.spend({
    id,
    kind: 'tip',
    from,
    to,
    sharePercent: 60,
    amountTokens,
    isPaidOnly,
  });
  return { id, outcome };
};

describe('tokens that nobody paid for', () => {
  test('go first, give the model her part, and stay apart there (L25)', async () => {
    const [viewer, model] = [await newBuyer(100), newPerson()];
    await give(viewer, 30);
    expect(await ledger.balanceOf(viewer)).toMatchObject({ spendable: 130, promotional: 30 });
    const { id, outcome } = await tip(viewer, model, 50);
    expect(outcome).toMatchObject({
      debit: { spendable: 80, promotional: 0 },
      credit: { spendable: 30, promotional: 18 },
    });
    expect((await ledger.findTransfer(id))?.promotionalTokens).toBe(30);
  });

  test('come back to whom they came from with a refund, in proportion (L13) (L25)', async () => {
    const [viewer, model] = [await newBuyer(100), newPerson()];
    await give(viewer, 30);
    const { id } = await tip(viewer, model, 50);
    await ledger.refund({ id: uuidv7(), transferId: id, kind: 'refund', amountTokens: 10 });
    expect(await ledger.balanceOf(viewer)).toMatchObject({ spendable: 90, promotional: 6 });
    await ledger.refund({ id: uuidv7(), transferId: id, kind: 'refund', amountTokens: 40 });
    expect(await ledger.balanceOf(viewer)).toMatchObject({ spendable: 130, promotional: 30 });
    expect(await ledger.earningsOf(model)).toMatchObject({ posted: 0, promotional: 0 });
  });

  test('do not pay what asks for bought ones, and never ripen (L25) (L26)', async () => {
    const [viewer, model] = [await newBuyer(20), newPerson()];
    await give(viewer, 100);
    expect((await tip(viewer, model, 21, true)).outcome).toMatchObject({ reason: 'not_enough_tokens' });
    await tip(viewer, model, 10, true);
    await tip(viewer, model, 100);
    expect(await ledger.earningsOf(model)).toMatchObject({ posted: 66, promotional: 60 });
    const move = (amountTokens: number) =>
      ledger.move({
        id: uuidv7(),
        kind: 'adjustment',
        person: model,
        fromPurse: 'earning',
        toPurse: 'payable',
        amountTokens,
      });
    expect(await move(7)).toMatchObject({ reason: 'not_enough_tokens' });
    expect(await move(6)).toMatchObject({ status: 'applied', credit: { spendable: 6, promotional: 0 } });
  });

  test('are held first, and captured first (L10) (L25)', async () => {
    const [viewer, model] = [await newBuyer(100), newPerson()];
    await give(viewer, 10);
    const holdId = uuidv7();
    const hold = {
      kind: 'private',
      from: viewer,
      to: model,
      sharePercent: 60,
      machine: 'private:9',
    } as const;
    await ledger.hold({ ...hold, id: holdId, amountTokens: 25, expiresAt: Date.now() + 60_000 });
    // What is held is not there twice.
    const { outcome } = await tip(viewer, model, 20);
    expect(outcome).toMatchObject({ debit: { spendable: 65, promotional: 10 } });
    const first = await ledger.capture({ id: uuidv7(), holdId, amountTokens: 8 });
    expect(first).toMatchObject({ debit: { promotional: 2 }, credit: { promotional: 4 } });
    await ledger.void({ holdId });
    expect(await ledger.balanceOf(viewer)).toMatchObject({ spendable: 82, held: 0, promotional: 2 });
  });
});

describe('a purchase that is taken back', () => {
  test('finds what it paid for; what is left of it is gone, and other purchases pay the rest (L27)', async () => {
    const [viewer, model] = [newPerson(), newPerson()];
    const first = await buy(viewer, 100, 1_000);
    const second = await buy(viewer, 100, 800);
    const tips = [await tip(viewer, model, 70), await tip(viewer, model, 50)];
    expect(await ledger.paidFor(viewer, first)).toEqual([
      { id: tips[0]!.id, tokens: 70 },
      { id: tips[1]!.id, tokens: 30 },
    ]);
    expect(await ledger.paidFor(viewer, second)).toEqual([{ id: tips[1]!.id, tokens: 20 }]);

    await ledger.refund({ id: uuidv7(), transferId: second, kind: 'chargeback', amountTokens: 100 });
    expect((await ledger.balanceOf(viewer)).posted).toBe(-20);
    expect(await ledger.lotsOf(viewer)).toEqual([
      { id: first, boughtTokens: 100, leftTokens: 0, paidCents: 1_000 },
      { id: second, boughtTokens: 100, leftTokens: 0, paidCents: 800 },
    ]);
    // The next purchase pays first what is owed.
    const third = await buy(viewer, 50, 500);
    expect(await ledger.lotsOf(viewer)).toMatchObject([{}, {}, { id: third, leftTokens: 30 }]);
    const last = await tip(viewer, model, 30);
    expect(await ledger.paidFor(viewer, third)).toEqual([{ id: last.id, tokens: 30 }]);
  });

  test('that was not begun leaves the others as they are, and spends go around it (L27)', async () => {
    const [viewer, model] = [newPerson(), newPerson()];
    const lots = [await buy(viewer, 50, 500), await buy(viewer, 50, 500), await buy(viewer, 50, 500)];
    await ledger.refund({ id: uuidv7(), transferId: lots[1]!, kind: 'refund', amountTokens: 50 });
    const { id } = await tip(viewer, model, 80);
    expect(await ledger.paidFor(viewer, lots[0]!)).toEqual([{ id, tokens: 50 }]);
    expect(await ledger.paidFor(viewer, lots[1]!)).toEqual([]);
    expect(await ledger.paidFor(viewer, lots[2]!)).toEqual([{ id, tokens: 30 }]);
    expect((await ledger.reconcile('all')).findings).toEqual([]);
  });

  test('in parts gives back its last tokens first (L27)', async () => {
    const [viewer, model] = [newPerson(), newPerson()];
    const lot = await buy(viewer, 100, 1_000);
    for (const amountTokens of [20, 30])
      await ledger.refund({ id: uuidv7(), transferId: lot, kind: 'refund', amountTokens });
    const { id } = await tip(viewer, model, 40);
    expect(await ledger.lotsOf(viewer)).toMatchObject([{ boughtTokens: 100, leftTokens: 10 }]);
    await buy(viewer, 100, 1_000);
    const next = await tip(viewer, model, 20);
    expect(await ledger.paidFor(viewer, lot)).toEqual([
      { id, tokens: 40 },
      { id: next.id, tokens: 10 },
    ]);
  });
});

describe('the operator’s money', () => {
  test('moves in cents between his accounts, and adds up to nothing (L28)', async () => {
    const [viewer] = [newPerson()];
    const [purchase, cents, fee] = [uuidv7(), uuidv7(), uuidv7()];
    const outcomes = await ledger.together([
      {
        type: 'credit',
        id: purchase,
        kind: 'purchase',
        source: 'billers',
        to: viewer,
        amountTokens: 100,
        paidCents: 1_000,
      },
      {
        type: 'money',
        id: cents,
        kind: 'purchase',
        amountCents: 1_000,
        from: { name: 'receivable', of: 3 },
        to: { name: 'unspent' },
      },
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['applied', 'applied']);
    await ledger.money({
      id: fee,
      kind: 'adjustment',
      amountCents: 120,
      from: { name: 'fees' },
      to: { name: 'receivable', of: 3 },
    });
    expect(await ledger.findTransfer(cents)).toMatchObject({
      debit: { money: 'receivable', of: 3 },
      credit: { money: 'unspent', of: 0 },
      postings: [{ tokens: -1_000 }, { tokens: 1_000 }],
    });
    expect((await ledger.reconcile('all')).findings).toEqual([]);
  });
});
