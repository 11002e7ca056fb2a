import { generateKeyPairSync } from 'node:crypto';
import { silentLog, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { BEHIND_PROXY, codeOf, useTestSite } from '#site/app/testing-site.ts';

const coinsKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
const faults: unknown[] = [];
const site = await useTestSite({
  log: { ...silentLog, error: (...said: readonly unknown[]) => void faults.push(said) },
  env: {
    ...BEHIND_PROXY,
    PROMO_DAILY_TOKENS: '1000',
    // Nobody listens there.
    CASHTOCODE_URL: 'https://127.0.0.1:1',
    CASHTOCODE_USER: 'shop',
    CASHTOCODE_PASSWORD: 'vouchers',
    CASHTOCODE_MERCHANT: 'mid',
    CASHTOCODE_CURRENCY: 'USD',
    CASHTOCODE_SECRET: 'Basic c2hvcDp2b3VjaGVycw==',
    ROCKETGATE_MERCHANT: '1',
    ROCKETGATE_PASSWORD: 'testpassword',
    ROCKETGATE_HASH_SECRET: 'hashsecret',
    ROCKETGATE_NETWORKS: '127.0.0.1',
    ROCKETFUEL_MERCHANT: 'mid',
    ROCKETFUEL_EMAIL: 'shop@example.org',
    ROCKETFUEL_PASSWORD: 'coins',
    ROCKETFUEL_PUBLIC_KEY: coinsKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  },
});
const { kysely } = site.database;

/** A card on file at a biller, as a purchase there leaves it. */
const keepCard = (account: number, biller: string) =>
  sql`insert into cards (id, account_id, biller, card_token, brand, last4)
    values (${uuidv7()}, ${account}, ${biller}, ${`token of ${account}`}, 'VISA', '4242')`.execute(kysely);

test('products are those of the biller that is asked for, else of the one that has the card on file', async () => {
  const buyer = await site.join();
  const offered = async (body: object = {}) => {
    const {
      products,
      cards,
      oneclick_suggestion: suggested,
      ...links
    } = await buyer.call('listProducts', {
      body,
    });
    return {
      biller: products.credit[0]!.biller,
      cards: cards.length,
      suggested: suggested?.biller_link,
      alternate: links.productLinkRocketgate,
    };
  };
  const alternate = 'billing/purchase/rocketgate/tokens_50';
  expect(await offered()).toEqual({ biller: 'rocketgate', cards: 0, suggested: undefined, alternate });
  expect((await offered({ biller_pref: 'sandbox' })).biller).toBe('sandbox');
  await keepCard(buyer.id, 'sandbox');
  expect(await offered()).toEqual({
    biller: 'sandbox',
    cards: 1,
    suggested: 'billing/purchase/sandbox/tokens_200',
    alternate: 'billing/purchase/rocketgate/tokens_200',
  });
  // A card is of no use at another biller, so it is not shown there.
  expect(await offered({ biller_pref: 'rocketgate' })).toMatchObject({ biller: 'rocketgate', cards: 0 });
});

test('coins come first for whoever asks for them, and sell a product of their own that nobody else sells (CONSTANTS-040)', async () => {
  const buyer = await site.join();
  const ask = async (body: object) => (await buyer.call('listProducts', { body })).products.others;
  expect((await ask({ crypto: true }))[0]).toMatchObject({
    internal_id: '1_100',
    tokens: 100,
    amount: 1_000,
    biller_link: 'billing/purchase/rocketfuel/1_100',
  });
  expect((await ask({}))[0]!.biller).toBe('cashtocode');
  const { cashtocode } = await buyer.call('listProducts', { body: { cashtocode_country_code: 'DE' } });
  expect(cashtocode).toMatchObject({ country_code: 'DE' });
  expect((await buyer.call('listProducts', { body: {} })).cashtocode).toBeNull();
  expect(
    await codeOf(buyer.call('openPurchase', { params: { biller: 'sandbox', internal_id: '1_100' } })),
  ).toBe('billing.biller_unavailable');
  for (const body of [{ cashtocode_country_code: 'de' }, { crypto: 'yes' }, { biller_pref: 'nobody' }])
    expect(await codeOf(buyer.call('listProducts', { body: body as never }))).toBe('common.invalid_input');
});

test('what its biller does not sell is charged to no card, by hand or by itself (billing.biller_unavailable) (billing.product_unknown)', async () => {
  const buyer = await site.join();
  await keepCard(buyer.id, 'sandbox');
  const { cards } = await buyer.call('listCards');
  const params = { biller: 'sandbox', internal_id: '1_100' } as const;
  expect(await codeOf(buyer.call('purchase', { params, body: {}, idempotencyKey: uuidv7() }))).toBe(
    'billing.biller_unavailable',
  );
  const again = { body: { internal_id: '1_100' }, idempotencyKey: uuidv7() };
  expect(await codeOf(buyer.call('reUpNow', again))).toBe('billing.biller_unavailable');
  const consent = {
    enabled: true,
    internal_id: '1_100',
    below: 20,
    card_id: cards[0]!.id,
    max_per_day: 3,
    max_cents_per_month: 20_000,
    disabled_by_user: false,
  };
  const settings = { auto_re_ups: JSON.stringify(consent) };
  expect(await codeOf(buyer.call('saveSettings', { body: settings }))).toBe('billing.product_unknown');
  expect((await buyer.call('listReceipts', { query: {} })).items).toEqual([]);
});

test('a biller that is off or does not sell is no fault, one that does not answer is (billing.biller_unavailable)', async () => {
  const buyer = await site.join({ from: { country: 'DE' } });
  await keepCard(buyer.id, 'sandbox');
  faults.length = 0;
  const off = { biller: 'paypal', internal_id: 'tokens_50' } as const;
  const notSold = { biller: 'sandbox', internal_id: '1_100' } as const;
  for (const ask of [
    () => buyer.call('openPurchase', { params: off }),
    () => buyer.call('openPurchase', { params: notSold }),
    () => buyer.call('purchase', { params: notSold, body: {}, idempotencyKey: uuidv7() }),
    () => buyer.call('reUpNow', { body: { internal_id: '1_100' }, idempotencyKey: uuidv7() }),
    () => buyer.call('startCard', { body: { biller: 'paypal' } }),
  ])
    expect(await codeOf(ask())).toBe('billing.biller_unavailable');
  expect(faults).toEqual([]);
  const away = { biller: 'cashtocode', internal_id: 'tokens_200' } as const;
  expect(await codeOf(buyer.call('openPurchase', { params: away }))).toBe('billing.biller_unavailable');
  expect(faults).toHaveLength(1);
  expect(JSON.stringify(faults)).not.toContain('vouchers');
});

test('a purchase may bring the consent to buy again by itself, which has to be of its shape', async () => {
  const buyer = await site.join();
  const open = (autoReUpsSettings: string) =>
    buyer.call('openPurchase', {
      params: { biller: 'sandbox', internal_id: 'tokens_50' },
      query: { autoReUpsSettings },
    });
  for (const wrong of ['no json', '{"enabled":1}', '{"enabled":true,"more":1}'])
    expect(await codeOf(open(wrong))).toBe('common.invalid_input');
  const agreed = {
    enabled: true,
    internal_id: 'tokens_50',
    below: 20,
    max_per_day: 1,
    max_cents_per_month: 5_000,
    disabled_by_user: false,
  };
  // Consent names all of it: without a cap, or with somebody else's card, nothing is kept and nothing ordered.
  expect(await codeOf(open(JSON.stringify({ ...agreed, max_per_day: undefined })))).toBe(
    'common.invalid_input',
  );
  expect(await codeOf(open(JSON.stringify({ ...agreed, card_id: uuidv7() })))).toBe('billing.card_unknown');
  expect((await buyer.call('listReceipts', { query: {} })).items).toEqual([]);
});

test('whoever pays is told before who takes the money and what stands on the statement', async () => {
  const guest = await site.visit();
  const { descriptor, companies } = await guest.call('getBillingCompanies');
  expect(descriptor).toBe('ROCKETGATE');
  expect(companies.map(({ name }) => name)).toEqual([
    'RocketGate',
    'CashtoCode',
    'RocketFuel',
    'Sandbox biller',
  ]);
  const payer = await site.join();
  await keepCard(payer.id, 'sandbox');
  expect((await payer.call('getBillingCompanies')).descriptor).toBe('KLG SERVICES');
  for (const { url } of companies) expect(url).toMatch(/^(?:https:\/\/|\/)/u);
});

test('beside the registration stand packages by card and by other ways, to guests alone (BILLING-023)', async () => {
  const { join_form: isShown, cc, pp, regular, promo } = await (await site.visit()).call('listJoinProducts');
  expect([isShown, pp, promo]).toEqual([true, [], { link: '/register?promo_form=1' }]);
  expect(cc[0]).toEqual({
    internal_id: 'tokens_50',
    tokens: 50,
    amount: 500,
    currency: 'USD',
    biller_link: 'billing/purchase/rocketgate/tokens_50',
  });
  expect(new Set(regular.map((one) => one.biller_link.split('/')[2]))).toEqual(
    new Set(['cashtocode', 'rocketfuel']),
  );
  expect((await (await site.join()).call('listJoinProducts')).join_form).toBe(false);
  const model = await site.join({ type: 'model' });
  expect(await model.call('listJoinProducts')).toMatchObject({ join_form: false, cc: [], regular: [] });
});

test('help with payments is offered to whoever has a card on file or was declined, to nobody else (BILLING-017)', async () => {
  const shown = async (who: Awaited<ReturnType<typeof site.join>>) => (await who.call('getLiveHelp')).show;
  expect((await (await site.visit()).call('getLiveHelp')).show).toBe(false);
  const payer = await site.join();
  expect(await shown(payer)).toBe(false);
  await keepCard(payer.id, 'sandbox');
  expect(await shown(payer)).toBe(true);
  const declined = await site.join();
  const { order_id: id } = await declined.call('openPurchase', {
    params: { biller: 'sandbox', internal_id: 'tokens_50' },
  });
  await sql`update orders set state = 'declined', decline_code = 'DECLINED', settled_at = now() where id = ${id}`.execute(
    kysely,
  );
  expect(await shown(declined)).toBe(true);
});

test('a request for help opens a case with a number, about one’s own order alone', async () => {
  const buyer = await site.join();
  const stranger = await site.join();
  const orderOf = async (who: typeof buyer) =>
    (await who.call('openPurchase', { params: { biller: 'sandbox', internal_id: 'tokens_50' } })).order_id;
  const [own, others] = [await orderOf(buyer), await orderOf(stranger)];
  const ask = (orderId: string) =>
    buyer.call('requestSupport', {
      body: { topic: 'missing_tokens', order_id: orderId, text: 'They have not come.' },
    });
  const kept = async (id: string) =>
    (await sql`select topic, order_id, text, number from support_threads where id = ${id}`.execute(kysely))
      .rows[0];
  const { case_id: id, number } = await ask(own);
  expect(await kept(id)).toEqual({
    topic: 'billing',
    order_id: own,
    text: 'Tokens are missing.\n\nThey have not come.',
    number,
  });
  expect(await kept((await ask(others)).case_id)).toMatchObject({ order_id: null });
  for (const text of ['no', 'my card is 4242 4242 4242 4242'])
    expect(await codeOf(buyer.call('requestSupport', { body: { topic: 'other', text } }))).toBe(
      'common.invalid_input',
    );
  const guest = await site.visit();
  expect(await codeOf(guest.call('requestSupport', { body: { topic: 'other', text: 'Hello there' } }))).toBe(
    'common.unauthenticated',
  );
});

test('a biller’s page opens in the page only where it may stand in a frame, whose address the policy names', async () => {
  const buyer = await site.join();
  const opens = async (biller: 'sandbox' | 'rocketgate') =>
    (await buyer.call('openPurchase', { params: { biller, internal_id: 'tokens_50' } })).opens;
  expect([await opens('sandbox'), await opens('rocketgate')]).toEqual(['in_page', 'in_page']);
});

test('the page behind a framed biller may stand in our own frame alone and knows nobody', async () => {
  const answer = await fetch(`${site.url}/api/v1/billing/returned?ans=N`);
  const [policy, text] = [answer.headers.get('content-security-policy')!, await answer.text()];
  expect(policy).toContain("frame-ancestors 'self'");
  const nonce = /'nonce-([^']+)'/u.exec(policy)![1]!;
  expect(text).toContain(`<script nonce="${nonce}">`);
  expect([answer.headers.get('set-cookie'), answer.headers.get('cache-control')]).toEqual([null, 'no-store']);
  const again = await fetch(`${site.url}/api/v1/billing/returned`);
  expect(again.headers.get('content-security-policy')).not.toContain(nonce);
});
