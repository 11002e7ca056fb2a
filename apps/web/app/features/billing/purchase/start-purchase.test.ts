import { CallError, type Client } from '@klieg/contract/client';
import { expect, test, vi } from 'vitest';
import { closeModal } from '#app/shared/modal/modal-store.ts';
import { stubServer } from '#app/shared/testing/stub-server.ts';
import { openBillerPage } from './follow-purchase.ts';
import { productFixture } from './products.fixture.ts';
import { buyAtBiller, buyWithCard } from './start-purchase.ts';

const product = productFixture();
const declined = (params: Record<string, unknown>) =>
  new CallError(402, {
    status: 0,
    code: 'billing.declined',
    errorType: 'oneclick_declined',
    error: 'no',
    message: 'no',
    params,
    request_id: 'r',
  });
const paying = (answer: unknown) =>
  ({
    purchase: vi.fn(async () => (answer instanceof Error ? Promise.reject(answer) : answer)),
  }) as unknown as Pick<Client, 'purchase'>;

test('a truthy status is a purchase (BILLING-048)', async () => {
  const api = paying({ status: 1, link: null, error: null, order_id: 'o', tokens: 450, tokens_added: 200 });
  expect(await buyWithCard(api, product, 'card')).toEqual({
    kind: 'bought',
    orderId: 'o',
    tokensAdded: 200,
    balanceTokens: 450,
  });
  expect(api.purchase).toHaveBeenCalledWith(
    expect.objectContaining({
      idempotencyKey: expect.any(String) as string,
      body: { cardId: 'card', fingerprint: expect.stringMatching(/^[a-p]{32}$/u) as string },
    }),
  );
});

test('a consent to automatic purchases goes with the purchase, to the page of a biller as text', async () => {
  const consent = { enabled: true, internal_id: 'tokens_200', disabled_by_user: false };
  const charging = paying({ status: 1, link: null, error: null, order_id: 'o', tokens: 1, tokens_added: 1 });
  await buyWithCard(charging, { ...product, consent }, 'card');
  expect(charging.purchase).toHaveBeenCalledWith(
    expect.objectContaining({
      body: expect.objectContaining({ cardId: 'card', autoReUpsSettings: consent }) as object,
    }),
  );
  const openPurchase = vi.fn(async () => ({ order_id: 'o', link: 'https://pay', opens: 'same_window' }));
  await buyAtBiller({ openPurchase } as never, { ...product, consent });
  expect(openPurchase).toHaveBeenCalledWith(
    expect.objectContaining({
      query: expect.objectContaining({ autoReUpsSettings: JSON.stringify(consent) }) as object,
    }),
  );
});

test('a biller that needs its own page answers a link, one that did not answer is unknown', async () => {
  const link = { status: 0, link: 'https://pay', error: null, order_id: 'o', biller: 'rocketgate' };
  expect((await buyWithCard(paying(link), product, 'card')).kind).toBe('link');
  expect((await buyWithCard(paying({ ...link, link: null, error: 'late' }), product, 'card')).kind).toBe(
    'unknown',
  );
});

test('a decline by rocketgate offers ways on, by others it is only told (BILLING-049) (ERRORS-051)', async () => {
  const params = {
    should_verify: true,
    alternatives: ['epoch'],
    reason: 'Insufficient funds',
    order_id: 'o',
  };
  expect(await buyWithCard(paying(declined(params)), product, 'card')).toEqual({
    kind: 'declined',
    orderId: 'o',
    shouldVerify: true,
    alternatives: ['epoch'],
    text: 'Insufficient funds',
  });
  const other = await buyWithCard(paying(declined(params)), productFixture({ biller: 'ccbill' }), 'card');
  expect(other).toEqual({ kind: 'failed', orderId: 'o', text: 'no', reason: 'Insufficient funds' });
});

test('the limit of a day is a refusal of its own, every other one is told as it is', async () => {
  const refused = (code: string) => new CallError(422, { ...declined({}).body!, code, params: {} });
  expect(await buyWithCard(paying(refused('billing.daily_limit')), product, 'card')).toEqual({
    kind: 'limit',
  });
  const error = refused('billing.card_unknown');
  expect(await buyWithCard(paying(error), product, 'card')).toEqual({ kind: 'refused', error });
});

test("a biller's page is asked for without charging, and rocketfuel is told a value of the device, the same each time (BILLING-019) (BILLING-053)", async () => {
  const openPurchase = vi.fn<(args: unknown) => Promise<object>>(async () => ({
    status: 0,
    link: 'https://pay',
    error: null,
    biller: 'ccbill',
    order_id: 'o',
    opens: 'new_window',
  }));
  const api = { openPurchase } as unknown as Pick<Client, 'openPurchase'>;
  expect(await buyAtBiller(api, product)).toEqual({
    kind: 'link',
    orderId: 'o',
    link: 'https://pay',
    opens: 'new_window',
  });
  const coins = productFixture({ biller: 'rocketfuel' });
  await buyAtBiller(api, coins);
  await buyAtBiller(api, coins);
  const asked = openPurchase.mock.calls.map(([args]) => (args as { query: { fingerprint?: string } }).query);
  expect(asked[0]!.fingerprint).toMatch(/^[a-p]{32}$/u);
  expect(asked[1]).toEqual(asked[0]);
  expect(asked[2]).toEqual(asked[1]);
});

test.each(['same_window', 'in_page', 'new_window'] as const)(
  'a biller’s page that opens in the %s is told to the server (TRACKING-LOGGING-004)',
  (opens) => {
    const sent = stubServer({ 'POST /log/purchase': { status: 1 } });
    vi.stubGlobal('open', () => null);
    vi.spyOn(location, 'assign').mockImplementation(() => undefined);
    openBillerPage({ link: 'https://biller.example/pay?order=1', orderId: 'o', opens });
    expect(sent.map(({ call, body }) => [call, body])).toEqual([
      ['POST /log/purchase', { link: 'https://biller.example/pay?order=1' }],
    ]);
    closeModal();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  },
);
