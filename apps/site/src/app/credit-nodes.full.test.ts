import { createHmac } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { silentLog, systemClock, uuidv7 } from '@klieg/kernel';
import { makeSandboxBiller } from '@klieg/sandbox';
import type { Visitor } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { howMany, isLongRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeLedger } from '../features/ledger/index.ts';
import { putCard } from './testing-card.ts';
import { useSharedNodes } from './testing-shared-nodes.ts';

/* Whatever is charged by itself is charged once, on however many nodes, and when a node is killed at any moment of it. */

const { database, startNats, startNode, join, loginAt } = await useSharedNodes();
const { kysely } = database;
const secret = 'of the sandbox';
const biller = makeSandboxBiller({ secret, log: silentLog });
/** Charges that the biller was asked for, by order. */
const asked = new Map<string, number>();
biller.addHook('preHandler', (request, _reply, done) => {
  if (request.url === '/api/charge') {
    const { order_id: id } = JSON.parse(request.body as string) as { order_id: string };
    asked.set(id, (asked.get(id) ?? 0) + 1);
  }
  done();
});
await biller.listen({ host: '127.0.0.1', port: 0 });
const url = `http://127.0.0.1:${(biller.server.address() as AddressInfo).port}`;
const start = {
  sandbox: { publicUrl: url, serverUrl: url, secret },
  env: { POSTPAY_AFTER_DAYS: '0', POSTPAY_AFTER_PURCHASES: '1' },
};
const ledger = makeLedger({ database, clock: systemClock, log: silentLog });
afterAll(async () => {
  expect((await ledger.reconcile('all')).findings).toEqual([]);
  await biller.close();
});

await startNats();
let a = await eventually(() => startNode('a', start));
const b = await startNode('b', start);
const model = await join(a.url, 'iris_hale', 'model');
const { id: modelId } = (await model.call('getCurrentUser')).user;
let count = 0;

/** Somebody with a card and its 20 tokens, on a page of each node. */
async function newMember() {
  const name = `buyer_${++count}`;
  const onA = await join(a.url, name, 'other');
  await sql`update accounts set email_confirmed = true where username = ${name}`.execute(kysely);
  const cardId = await putCard(onA);
  const { id } = (await onA.call('getCurrentUser')).user;
  return { id, cardId, onA, onB: await loginAt(b.url, name) };
}
const tip = (member: Visitor, amount: number) =>
  member.call('sendTip', { params: { id: String(modelId) }, body: { amount }, idempotencyKey: uuidv7() });
const settle = (member: Visitor) =>
  member.call('settlePostpay', { body: {}, idempotencyKey: uuidv7() }).catch(() => undefined);
const ordersOf = async (account: number, purpose: string) => {
  const { rows } = await sql<{ id: string; state: string; tokens: number }>`
    select id, state, tokens from orders where account_id = ${account} and purpose = ${purpose} order by id`.execute(
    kysely,
  );
  return rows;
};

test('pay now at once on two nodes, while both sweep, is one charge (S2203)', async () => {
  for (let round = 0; round < 3; round++) {
    const { id, cardId, onA, onB } = await newMember();
    await onA.call('enablePostpay', { body: { card_id: cardId, limit_cents: 5_000 } });
    await tip(onB, 120);
    await sql`update postpay_lines set last_spend_at = last_spend_at - interval '2 hours' where account_id = ${id}`.execute(
      kysely,
    );
    await Promise.all([settle(onA), settle(onB), settle(onA), settle(onB)]);
    await eventually(async () => expect((await onA.call('getPostpay')).state).toBe('active'));
    const orders = await ordersOf(id, 'postpay');
    expect(orders).toMatchObject([{ state: 'succeeded', tokens: 100 }]);
    expect(asked.get(orders[0]!.id)).toBe(1);
    expect((await onA.call('getCurrentUser')).tokens).toBe(500);
  }
});

test('spends on two nodes at once buy once at a time, within the cap (S2302)', async () => {
  const { id, cardId, onA, onB } = await newMember();
  await Promise.all([onA.openLobby(), onB.openLobby()]);
  const choice = {
    enabled: true,
    internal_id: 'tokens_50',
    below: 1_000,
    card_id: cardId,
    max_per_day: 2,
    max_cents_per_month: 20_000,
    disabled_by_user: false,
  };
  await onA.call('saveSettings', { body: { auto_re_ups: JSON.stringify(choice) } });
  await eventually(async () => {
    const { rows } = await sql<{ seen: number | null }>`
      select seen_tokens as seen from re_ups where account_id = ${id}`.execute(kysely);
    expect(rows[0]?.seen).toBe(20);
  });
  await eventually(async () => {
    await Promise.all([tip(onA, 1), tip(onB, 1)].map((one) => one.catch(() => undefined)));
    expect(await ordersOf(id, 're_up')).toHaveLength(2);
  });
  await eventually(async () => expect((await onA.call('getReUp')).state).toBe('on'));
  await Promise.all([tip(onA, 1), tip(onB, 1), tip(onA, 1)]);
  await eventually(async () => expect((await onB.call('getReUp')).state).toBe('on'));
  const orders = await ordersOf(id, 're_up');
  expect(orders.map(({ state }) => state)).toEqual(['succeeded', 'succeeded']);
  for (const order of orders) expect(asked.get(order.id)).toBe(1);
});

/** Kills node a at this moment of its next charge and starts it anew; node b goes on meanwhile. */
async function killAt(act: () => unknown, isNow: () => Promise<boolean>): Promise<void> {
  void act();
  await eventually(async () => expect(await isNow()).toBe(true));
  a.process.kill('SIGKILL');
  a = await eventually(() => startNode('a', start));
}

const deaths = [
  ['after the charge was written and before the biller was asked', 'created'],
  ['after the biller was asked and before its answer was heard', 'sent'],
] as const;
test.each(deaths.slice(0, howMany(1, 2)))(
  'a node killed %s leaves a charge that is finished once (crash of machine 22)',
  async (_when, state) => {
    const { id, cardId, onA } = await newMember();
    await onA.call('enablePostpay', { body: { card_id: cardId, limit_cents: 5_000 } });
    await tip(onA, 120);
    // The state in which such a kill leaves the rows; what follows is found by whichever node sweeps first.
    const order = uuidv7();
    await sql`
    update postpay_lines set state = 'settling', charge_id = ${order}, charge_tokens = 100, used_tokens = 100,
      version = version + 1 where account_id = ${id}`.execute(kysely);
    if (state === 'sent') {
      // Long ago, so that its answer counts as lost.
      await sql`
      insert into orders (id, account_id, biller, internal_id, tokens, amount_cents, currency, way, purpose, state, created_at)
      values (${order}, ${id}, 'sandbox', 'postpay', 100, 1000, 'USD', 'charge', 'postpay', 'sent',
        now() - interval '2 minutes')`.execute(kysely);
    }
    await killAt(
      () => undefined,
      async () => (asked.get(order) ?? 0) > 0,
    );
    const again = await loginAt(b.url, `buyer_${count}`);
    await eventually(async () => expect((await again.call('getPostpay')).state).toBe('active'));
    expect(await ordersOf(id, 'postpay')).toMatchObject([{ id: order, state: 'succeeded', tokens: 100 }]);
    expect((await again.call('getCurrentUser')).tokens).toBe(500);
    const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ledger.transfers where ref_id = ${order} and kind = 22 and credit > 0`.execute(
      kysely,
    );
    expect(rows[0]?.count).toBe(1);
  },
);

test.runIf(isLongRun)(
  'a node killed while it waits for the answer of its charge finds it settled when it is back, and no second one (crash of machine 22)',
  async () => {
    const { id, cardId, onA, onB } = await newMember();
    await onA.call('enablePostpay', { body: { card_id: cardId, limit_cents: 5_000 } });
    await tip(onA, 120);
    const body = JSON.stringify({ delayMs: 2_000 });
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-signature': signature };
    await fetch(`${url}/control`, { method: 'POST', headers, body });
    await killAt(
      () => settle(onA),
      async () => (await ordersOf(id, 'postpay')).some((order) => asked.has(order.id)),
    );
    await eventually(async () => expect((await onB.call('getPostpay')).state).toBe('active'));
    const orders = await ordersOf(id, 'postpay');
    expect(orders).toMatchObject([{ state: 'succeeded', tokens: 100 }]);
    // On a slow machine it is asked for again, under the order by which the biller knows it.
    expect(asked.has(orders[0]!.id)).toBe(true);
    expect((await onB.call('getCurrentUser')).tokens).toBe(500);
  },
);
