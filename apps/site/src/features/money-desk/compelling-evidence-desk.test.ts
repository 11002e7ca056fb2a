import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDesk } from '../../app/testing-desk-store.ts';
import { BEHIND_PROXY, useTestSite } from '../../app/testing-site.ts';

const site = await useTestSite({ env: BEHIND_PROXY });
const desk = openTestDesk(site);
const admin = await desk.joinAdmin();

type Buyer = Awaited<ReturnType<typeof site.join>>;

/** A purchase that is so many days old. */
async function buyBefore(buyer: Buyer, product: string, days: number): Promise<string> {
  const id = await desk.buy(buyer, product);
  await sql`
    update postbacks set received_at = now() - make_interval(days => ${days}) where order_id = ${id}`.execute(
    site.database.kysely,
  );
  return id;
}

interface Ce3 {
  readonly is_met: boolean;
  readonly purchases: readonly { readonly order_id: string; readonly matches: readonly string[] }[];
}

/** Charges an order back and takes its evidence. */
async function dispute(buyer: Buyer, id: string) {
  const { order } = await admin.call('getDeskOrder', { params: { id } });
  await desk.reverse('charged_back', order.transaction_id!, order.amount);
  await eventually(async () => expect(await desk.stateOf(buyer, id)).toBe('charged_back'));
  const { evidence, html } = await admin.call('exportEvidence', { params: { id } });
  const { bought, compelling_evidence_3: ce3 } = evidence as unknown as {
    readonly bought: object;
    readonly compelling_evidence_3: Ce3;
  };
  return { bought, ce3, html };
}

test('two undisputed purchases of half a year ago from the same address meet CE 3.0, as the evidence shows', async () => {
  const buyer = await site.join({ from: { address: '198.51.100.20' } });
  const first = await buyBefore(buyer, 'tokens_50', 200);
  const second = await buyBefore(buyer, 'tokens_100', 300);
  const { bought, ce3, html } = await dispute(buyer, await desk.buy(buyer, 'tokens_200'));
  expect(bought).toMatchObject({ address: '198.51.100.20', account_days: 0, undisputed_purchases: 2 });
  expect(ce3).toMatchObject({
    is_met: true,
    purchases: [
      { order_id: first, address: '198.51.100.20', counts: true, matches: ['account', 'card', 'address'] },
      { order_id: second, counts: true, matches: ['account', 'card', 'address'] },
    ],
  });
  expect(html).toContain('198.51.100.20');
  expect(html).toContain('Compelling Evidence 3.0 met');
});

test('purchases whose addresses were forgotten, or that came from elsewhere, do not', async () => {
  const buyer = await site.join({ from: { address: '198.51.100.21' } });
  const first = await buyBefore(buyer, 'tokens_50', 200);
  await buyBefore(buyer, 'tokens_100', 300);
  await sql`delete from purchase_traces where order_id = ${first}`.execute(site.database.kysely);
  const { ce3, html } = await dispute(buyer, await desk.buy(buyer, 'tokens_200'));
  expect(ce3.is_met).toBe(false);
  expect(ce3.purchases.map(({ matches }) => matches)).toEqual([
    ['account', 'card'],
    ['account', 'card', 'address'],
  ]);
  expect(html).toContain('Compelling Evidence 3.0 not met');
});

test('this machine’s own address, which is everybody’s behind a proxy that says nothing, is never shared', async () => {
  const buyer = await site.join();
  await buyBefore(buyer, 'tokens_50', 200);
  await buyBefore(buyer, 'tokens_100', 300);
  const { bought, ce3 } = await dispute(buyer, await desk.buy(buyer, 'tokens_200'));
  expect(bought).toMatchObject({ address: null, device: null });
  expect(ce3).toMatchObject({ is_met: false, purchases: [{ matches: ['account', 'card'] }, {}] });
});
