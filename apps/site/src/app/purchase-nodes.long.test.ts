import type { AddressInfo } from 'node:net';
import { silentLog, uuidv7 } from '@klieg/kernel';
import { makeSandboxBiller } from '@klieg/sandbox';
import type { Visitor } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { useSharedNodes } from './testing-shared-nodes.ts';

/* Whoever presses everywhere at once, on two nodes, is never charged more than a limit allows. */

const ROUNDS = 20;
const AT_ONCE = 200;
/** What somebody who is verified may pay in a day, in cents. */
const LIMIT_CENTS = 50_000;

const { database, startNats, startNode, join, loginAt } = await useSharedNodes();
const secret = 'of the sandbox';
const biller = makeSandboxBiller({ secret, log: silentLog });
await biller.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => biller.close());
const billerUrl = `http://127.0.0.1:${(biller.server.address() as AddressInfo).port}`;
const sandbox = { publicUrl: billerUrl, serverUrl: billerUrl, secret };

/** Fills in the biller's page, as a person does who has opened a link. */
const pay = (link: string) =>
  fetch(`${billerUrl}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      query: link.slice(link.indexOf('?') + 1),
      number: '4242 4242 4242 4242',
      expiry: '12/34',
      code: '123',
    }).toString(),
  });
const linkTo = (buyer: Visitor, product: string) =>
  buyer.call('getPurchaseLink', { params: { internal_id: product } });
const charge = (buyer: Visitor) =>
  buyer.call('purchase', {
    params: { biller: 'sandbox', internal_id: 'tokens_2000' },
    body: {},
    idempotencyKey: uuidv7(),
  });

const ordersOf = async (buyer: Visitor) => {
  const { id } = (await buyer.call('getCurrentUser')).user;
  const { rows } = await sql<{ state: string; cents: number }>`
    select state, amount_cents as cents from orders where account_id = ${id}`.execute(database.kysely);
  return rows;
};
const capturedOf = async (buyer: Visitor) =>
  (await ordersOf(buyer))
    .filter(({ state }) => state === 'succeeded')
    .reduce((sum, { cents }) => sum + Number(cents), 0);

test(`${AT_ONCE} charges and ${AT_ONCE} links at once on two nodes capture no more than the limit, ${ROUNDS} times (billing.daily_limit)`, async () => {
  await startNats();
  const a = await eventually(() => startNode('a', { sandbox }));
  const b = await startNode('b', { sandbox });
  for (let round = 0; round < ROUNDS; round++) {
    const name = `buyer_${round}`;
    const onA = await join(a.url, name, 'other');
    const onB = await loginAt(b.url, name);
    const buyers = [onA, onB];
    await sql`update accounts set compliance_status = 'approved' where username = ${name}`.execute(
      database.kysely,
    );
    // The first purchase leaves the card on file that the charges take.
    await pay((await linkTo(onA, 'tokens_500')).purchase_link);
    await eventually(async () => expect(await capturedOf(onA)).toBeGreaterThan(0));

    const products = ['tokens_2000', 'tokens_1000', 'tokens_500'] as const;
    const outcomes = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, (_, at) => [
        charge(buyers[at % 2]!),
        linkTo(buyers[(at + 1) % 2]!, products[at % 3]!),
      ]).flat(),
    );
    const links = new Set<string>();
    for (const one of outcomes)
      if (one.status === 'rejected')
        expect((one.reason as { code: string }).code).toBe('billing.daily_limit');
      else if ('purchase_link' in one.value) links.add(one.value.purchase_link);
    // Whatever could be opened is paid, too, all at the same time.
    await Promise.all([...links].map(pay));
    await eventually(async () =>
      expect((await ordersOf(onA)).filter(({ state }) => state === 'sent')).toEqual([]),
    );
    const captured = await capturedOf(onA);
    expect(captured).toBeLessThanOrEqual(LIMIT_CENTS);
    // A limit that lets nothing through would prove nothing.
    expect(captured).toBeGreaterThan(LIMIT_CENTS / 3);
  }
});
