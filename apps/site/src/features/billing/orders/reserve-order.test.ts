import { howMany } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#site/platform/postgres/index.ts';
import { useTestDatabase } from '#site/platform/postgres/testing.ts';
import { makeOrderStore } from './order-store.ts';
import { makeProductStore } from '../products/product-store.ts';
import { makeBillerNode } from '../billers/testing-biller-nodes.ts';
import { endOf, openTestOrder } from './testing-orders-store.ts';

const ROUNDS = howMany(1, 20);
const AT_ONCE = 200;
const LIMIT_CENTS = 50_000;

const { database, connection } = await useTestDatabase();
const other = openDatabase(connection);
afterAll(() => other.close());
const nodes = [makeOrderStore(database), makeOrderStore(other)];
const [orders] = nodes;
const products = (await makeProductStore(database).listPackages()).filter(
  ({ amountCents }) => amountCents >= 5_000,
);

const newAccount = async () => {
  const { account, order } = await openTestOrder(database);
  await sql`delete from orders where id = ${order}`.execute(database.kysely);
  return account;
};

test(`${AT_ONCE} charges and ${AT_ONCE} links at once on two nodes reserve no more than the limit, ${ROUNDS} times (S2407)`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const account = await newAccount();
    const made = await Promise.all(
      Array.from({ length: 2 * AT_ONCE }, (_, at) =>
        nodes[(at >> 1) % 2]!.reserve({
          account,
          biller: 'sandbox',
          product: products[at % products.length]!,
          way: at % 2 === 0 ? 'charge' : 'link',
          limitCents: LIMIT_CENTS,
        }),
      ),
    );
    const distinct = new Map(
      made.flatMap((order) => (order ? [[order.id, order.amountCents] as const] : [])),
    );
    const reserved = [...distinct.values()].reduce((sum, cents) => sum + cents, 0);
    expect(reserved).toBeLessThanOrEqual(LIMIT_CENTS);
    expect(reserved).toBeGreaterThan(LIMIT_CENTS / 2);
  }
});

test('a declined charge gives its part of the limit back; a declined link, which can be paid again, does not (S2407)', async () => {
  const node = makeBillerNode(database);
  const product = products.find(({ amountCents }) => amountCents === 5_000)!;
  for (const [way, isFree] of [
    ['charge', true],
    ['link', false],
  ] as const) {
    const account = await newAccount();
    const request = { account, biller: 'sandbox', product, way, limitCents: 5_000 } as const;
    const first = (await orders!.reserve(request))!;
    await node.receive({
      event_id: `decline ${first.id}`,
      type: 'declined',
      order_id: first.id,
      transaction_id: `t ${first.id}`,
      amount: 5_000,
      currency: 'USD',
      decline_code: 'RETRY',
      card: null,
    });
    expect(await endOf(database, first.id)).toMatchObject({ state: 'declined' });
    expect((await orders!.reserve(request)) !== undefined).toBe(isFree);
  }
});
