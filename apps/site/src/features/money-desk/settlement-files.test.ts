import type { Biller } from '@klieg/contract';
import { type AccountId, silentLog, systemClock } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { useTestDatabase } from '../../platform/postgres/testing.ts';
import type { BillerPort } from '../billing/index.ts';
import { benches } from '../billing/billers/testing-benches.ts';
import { endOf } from '../billing/orders/testing-orders-store.ts';
import { openShop } from '../billing/testing-shop.ts';
import { holderOf, makeLedger } from '../ledger/index.ts';
import { makeSettleFile } from './settle-file.ts';
import { makeSettlementDeskStore } from './settlement-desk-store.ts';
import { makeToldMoneyStore } from './told-money-store.ts';
import { makeUnreadRowStore } from './unread-row-store.ts';

const { database } = await useTestDatabase();
const shop = await openShop(database);
afterAll(() => shop.close());
const billers = new Map<Biller, BillerPort>();
const unreadRows = makeUnreadRowStore(database);
const numbers: Readonly<Partial<Record<Biller, number>>> = {
  cashtocode: 2,
  paygarden: 3,
  rocketgate: 5,
  rocketfuel: 6,
  paypal: 8,
};
const { settle } = makeSettleFile({
  store: makeSettlementDeskStore(database),
  unreadRows,
  told: makeToldMoneyStore(database),
  billers,
  numberOf: (biller) => numbers[biller]!,
  ledger: makeLedger({ database, clock: systemClock, log: silentLog }),
  database,
  auditLog: { note: () => Promise.resolve() },
});
const today = new Date().toISOString().slice(0, 10);
const upload = (biller: Biller, text: string) =>
  settle({ biller, name: 'file', from: today, to: today, text }, {
    account: { id: 1 as unknown as AccountId },
  } as Parameters<typeof settle>[1]);
/** The accounts of a biller, in cents, as their entries say. */
const moneyOf = async (biller: Biller): Promise<Record<string, number>> => {
  const { rows } = await sql<{ account: number; balance: number }>`
    select account, sum(amount)::bigint as balance from ledger.entries where account < 0 group by account`.execute(
    database.kysely,
  );
  return Object.fromEntries(
    rows.flatMap(({ account, balance }) => {
      const holder = holderOf(account);
      const isIts = 'money' in holder && holder.of === numbers[biller];
      return isIts && balance !== 0 ? [[holder.money, balance]] : [];
    }),
  );
};

/** What two payments of $50 and what is taken back of one leave, as each biller settles it. */
const after: Readonly<Partial<Record<Biller, Readonly<Record<string, number>>>>> = {
  // A tenth is the fee; nothing is taken back.
  cashtocode: { bank: -9_000, fees: -1_000 },
  // 550 units are $55, of which $38.50 are paid out; the card that is cancelled takes both back.
  paygarden: { bank: -3_850, fees: -1_650 },
  // $2.50 for each payment, and 50 cents for the refund of $10.
  rocketgate: { bank: -(9_500 - 1_050), fees: -550 },
  rocketfuel: { bank: -9_900, fees: -100 },
  // $1.75 for each, and 30 cents are given back with the refund of $10.
  paypal: { bank: -(9_650 - 970), fees: -320 },
};
const names = Object.keys(after) as Biller[];

test.each(benches.filter(({ name }) => names.includes(name)).map((spec) => [spec.name, spec] as const))(
  'the file of %s is matched line by line: cents in bank and fees, nothing owed; an unknown line is in suspense',
  async (name, spec) => {
    const { port, twin } = await spec.open(shop.postUrl(name));
    shop.use(port);
    billers.set(name, port);
    const orders = [await shop.openOrder(name), await shop.openOrder(name)];
    for (const order of orders) {
      const link = (await port.start(order, { returnUrl: 'https://klieg.example/' }))!;
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      await fetch(link, { method: 'POST', headers: form, body: '', redirect: 'manual' });
      await eventually(async () =>
        expect(await endOf(database, order.id)).toMatchObject({ state: 'succeeded' }),
      );
    }
    const payment = twin.payments[0]!;
    if (port.capabilities.refunds !== 'none') {
      const request = { transactionId: payment, amountCents: 1_000, currency: 'USD', isWhole: false };
      const answer = await port.refund(request);
      if (answer.kind === 'told') await shop.take(name, answer.event, answer.bytes);
    } else twin.reverse('voided', payment, 5_000);
    const isTakenBack = port.capabilities.refunds !== 'none' || port.capabilities.tells.has('voided');
    if (isTakenBack)
      await eventually(async () =>
        expect(await endOf(database, orders[0]!.id)).not.toMatchObject({ posted: 550 }),
      );

    const text = twin.settlementFile!();
    const lines = isTakenBack ? 3 : 2;
    expect(await upload(name, text)).toMatchObject({
      lines,
      matched: lines,
      missing_here: 0,
      missing_there: 0,
      unread: 0,
    });
    expect(await moneyOf(name)).toEqual(after[name]);
    expect(await upload(name, text)).toMatchObject({ matched: lines, known: lines });
    expect(await moneyOf(name)).toEqual(after[name]);

    // The same payment under a name that nobody knows, and rows that are none.
    const unknown = text.replace(payment, `${payment}9`);
    const isJson = text.startsWith('{');
    const broken = isJson
      ? unknown.replace('"result":[', '"result":[7,{"offerId":"x","paymentStatus":1},')
      : `${unknown}\n4242424242424242 "broken\n`;
    const found = await upload(name, broken);
    expect(found).toMatchObject({ unread: isJson ? 2 : 1, matched: lines - 1, missing_here: 1 });
    expect((await moneyOf(name))['suspense']).toBeGreaterThan(0);
    const rows = await unreadRows.list(found.file_id, 10);
    expect(rows).toHaveLength(found.unread);
    expect(JSON.stringify(rows)).not.toContain('4242424242424242');
    await twin.close();
  },
);
