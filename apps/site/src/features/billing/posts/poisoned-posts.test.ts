import { silentLog, systemClock, type Uuid, uuidv7 } from '@klieg/kernel';
import { howMany, isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { driverError } from '#site/platform/postgres/testing-driver-errors.ts';
import { useTestDatabase } from '#site/platform/postgres/testing.ts';
import { makePostbackStore } from './postback-store.ts';
import { makePostbackReceiver } from './receive-postback.ts';
import { makeSettlementStore } from '../orders/settlement-store.ts';
import { makeBillerNode } from '../billers/testing-biller-nodes.ts';
import { endOf, openTestOrder, wakePosts } from '../orders/testing-orders-store.ts';

const POSTS = howMany(200, 1_000);
const { database, owner } = await useTestDatabase();
const postbacks = makePostbackStore(database);

const event = (orderId: Uuid, at: number) => ({
  eventId: `${orderId} ${at}`,
  kind: 'approved',
  orderId,
  transactionId: `t ${orderId}`,
  amountCents: 5_000,
  currency: 'USD',
  declineCode: null,
  card: null,
});
const keep = (one: { readonly eventId: string; readonly orderId: string; readonly kind?: string }) =>
  postbacks.keep('sandbox', one, { bytes: Buffer.from(''), headers: {}, query: '', address: '' });

test.runIf(isFullRun)(
  `one post of ${POSTS} that cannot be worked off holds up no other, and is put aside after five tries (S2402)`,
  async () => {
    // Both come first: one says nothing that can be read, and one fails in the database each time.
    const broken = await openTestOrder(database);
    await keep({ eventId: uuidv7(), orderId: broken.order });
    const poisoned = await openTestOrder(database);
    await keep({ ...event(poisoned.order, 0), kind: 'declined' });
    await sql`update orders set tokens = 551 where id = ${poisoned.order}`.execute(database.kysely);
    await sql`alter table orders add constraint poison check (state <> 'declined' or tokens <> 551)`.execute(
      owner.kysely,
    );
    const orders: Uuid[] = [];
    for (let at = 0; at < POSTS - 2; at++) {
      const { order } = await openTestOrder(database);
      orders.push(order);
      await keep(event(order, at));
    }

    const node = makeBillerNode(database);
    await wakePosts(database);
    await node.resume();
    for (const order of orders)
      expect(await endOf(database, order)).toMatchObject({ state: 'succeeded', posted: 550, unsettled: 0 });
    for (let again = 0; again < 5; again++) {
      await wakePosts(database);
      await node.resume();
    }
    expect(await postbacks.countOpen()).toEqual({ open: 0, quarantined: 2 });
    expect(await postbacks.listOpen()).toEqual([]);
    const { rows } = await sql<{ tries: number; failure: string }>`
    select tries, failure from postbacks where quarantined_at is not null order by received_at`.execute(
      database.kysely,
    );
    expect(rows.map(({ tries }) => tries)).toEqual([5, 5]);
    expect(rows[0]!.failure).toContain('cannot be read');
    expect(rows[1]!.failure).toContain('poison');

    // The next day, with what was wrong mended, both are looked at again.
    expect(await postbacks.wakeAside()).toBe(0);
    await sql`update postbacks set quarantined_at = quarantined_at - interval '25 hours'
    where quarantined_at is not null`.execute(database.kysely);
    await sql`alter table orders drop constraint poison`.execute(owner.kysely);
    expect(await postbacks.wakeAside()).toBe(2);
    await node.resume();
    expect(await endOf(database, poisoned.order)).toMatchObject({ state: 'declined' });
    expect(await postbacks.countOpen()).toEqual({ open: 1, quarantined: 0 });
  },
);

test('payments of absurd amounts pay for nothing, and are counted with the others (S2410)', async () => {
  const node = makeBillerNode(database);
  const settlements = makeSettlementStore(database);
  const before = await settlements.countSuspended();
  for (const amountCents of [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 1]) {
    const { order } = await openTestOrder(database);
    const absurd = { ...event(order, 0), amountCents };
    await keep(absurd);
    await wakePosts(database);
    await node.resume();
    expect(await endOf(database, order)).toMatchObject({ state: 'sent', posted: 0 });
  }
  expect(await settlements.countSuspended()).toEqual({
    count: before.count + 3,
    cents: Number.MAX_SAFE_INTEGER,
  });
});

test.each(['57P01', '57P03', '53300', '40P01', 'ECONNREFUSED'])(
  'a database that answers %s is no fault of a post: it waits, however often that happens',
  async (code) => {
    const { order } = await openTestOrder(database);
    await keep(event(order, 0));
    const receiver = makePostbackReceiver({
      billers: new Map(),
      postbacks,
      settle: () => Promise.reject(driverError({ code })),
      clock: systemClock,
      log: silentLog,
    });
    for (let again = 0; again < 6; again++) {
      await wakePosts(database);
      await receiver.resume();
    }
    const { rows } = await sql`select tries, quarantined_at from postbacks where order_id = ${order}`.execute(
      database.kysely,
    );
    expect(rows).toEqual([{ tries: 0, quarantined_at: null }]);
  },
);
