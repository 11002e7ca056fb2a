import { CallError, type Client } from '@klieg/contract/client';
import { expect, test, vi } from 'vitest';
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
  expect(await buyWithCard(api, product, 'card', 'key')).toEqual({
    kind: 'bought',
    orderId: 'o',
    tokensAdded: 200,
    balanceTokens: 450,
  });
  expect(api.purchase).toHaveBeenCalledWith(
    expect.objectContaining({ idempotencyKey: 'key', body: { cardId: 'card' } }),
  );
});

test('a biller that needs its own page answers a link, one that did not answer is unknown', async () => {
  const link = { status: 0, link: 'https://pay', error: null, order_id: 'o', biller: 'rocketgate' };
  expect((await buyWithCard(paying(link), product, 'card')).kind).toBe('link');
  expect((await buyWithCard(paying({ ...link, link: null, error: 'late' }), product, 'card')).kind).toBe(
    'unknown',
  );
});

test('a decline by rocketgate offers ways on, by others it is only told (BILLING-049, ERRORS-051)', async () => {
  const error = declined({ should_verify: true, alternatives: ['epoch'] });
  expect(await buyWithCard(paying(error), product, 'card')).toEqual({
    kind: 'declined',
    shouldVerify: true,
    alternative: 'epoch',
    text: 'no',
  });
  const other = await buyWithCard(paying(declined({})), productFixture({ biller: 'ccbill' }), 'card');
  expect(other.kind).toBe('refused');
});

test("a biller's page is asked for without charging (BILLING-019)", async () => {
  const api = {
    openPurchase: vi.fn(async () => ({
      status: 0,
      link: 'https://pay',
      error: null,
      biller: 'ccbill',
      order_id: 'o',
    })),
  };
  expect(await buyAtBiller(api as unknown as Pick<Client, 'openPurchase'>, product)).toEqual({
    kind: 'link',
    orderId: 'o',
    link: 'https://pay',
  });
});
