import { silentLog, systemClock, uuidv7 } from '@klieg/kernel';
import { expect, test } from 'vitest';
import { makeMemoryBus } from '#site/platform/bus/index.ts';
import { makeNotices } from '#site/platform/events/index.ts';
import { useTestLedger } from '../../ledger/testing-ledger.ts';
import { makeWallet } from '../../wallet/index.ts';
import { makeBookOrder } from './book-order.ts';
import { type Booking, priceBookings } from './order-rules.ts';
import type { Order } from './order-store.ts';

const { ledger, owner, newPerson } = await useTestLedger();
const notices = makeNotices(makeMemoryBus(silentLog), silentLog);
const book = makeBookOrder(makeWallet({ ledger, notices, clock: systemClock }));

/** What the operator's accounts have, in cents, from the entries. */
const moneyOf = async (id: string) => {
  const { rows } = await owner.pool.query<{ account: number; cents: number }>(
    `select e.account, sum(e.amount)::bigint cents from ledger.entries e join ledger.transfers t on t.id = e.transfer_id
     where e.account < 0 and t.ref_id = $1 group by e.account order by e.account`,
    [id],
  );
  return rows.map(({ cents }) => cents);
};

test('an order’s money follows its tokens: owed by the biller while they are there, in cents (L28) (S2402) (S2405)', async () => {
  const order: Order = {
    id: uuidv7(),
    accountId: newPerson(),
    biller: 'ccbill',
    internalId: 'tokens_70',
    tokens: 70,
    amountCents: 999,
    currency: 'USD',
    state: 'sent',
    declineCode: null,
    settledAt: null,
    purpose: 'purchase',
    way: 'link',
    createdAt: new Date(),
  };
  const purchase = uuidv7();
  const bookings: Booking[] = [
    { number: 0, kind: 'purchase', tokens: 70, transferId: purchase, reverses: null, isDone: false },
    { number: 1, kind: 'refund', tokens: 23, transferId: uuidv7(), reverses: purchase, isDone: false },
    { number: 2, kind: 'chargeback', tokens: 47, transferId: uuidv7(), reverses: purchase, isDone: false },
    { number: 3, kind: 'restored', tokens: 47, transferId: uuidv7(), reverses: null, isDone: false },
  ];
  const seen: number[][] = [];
  for (const booking of priceBookings(order, bookings)) {
    // A repeat, as after a crash, changes nothing.
    for (let again = 0; again < 2; again++) await book(order, booking);
    seen.push(await moneyOf(order.id));
  }
  // What is owed for tokens that are not spent, and what the biller owes.
  expect(seen).toEqual([
    [999, -999],
    [670, -670],
    [0, 0],
    [670, -670],
  ]);
  expect(await ledger.lotsOf(order.accountId)).toMatchObject([
    { boughtTokens: 70, leftTokens: 0, paidCents: 999 },
    { boughtTokens: 47, leftTokens: 47, paidCents: 670 },
  ]);
  expect((await ledger.reconcile('all')).findings).toEqual([]);
});
