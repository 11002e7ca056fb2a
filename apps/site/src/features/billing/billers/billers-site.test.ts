import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { codeOf, useTestSite } from '#site/app/testing-site.ts';

const SALT = '7d901dad245fd0ff6bc20d06';
const site = await useTestSite({
  env: {
    CCBILL_ACCOUNT: '900123',
    CCBILL_SUBACCOUNT: '0001',
    CCBILL_FORM: 'abcdef01',
    CCBILL_SALT: SALT,
    CCBILL_NETWORKS: '127.0.0.1',
  },
});
const buy = async () => {
  const buyer = await site.join();
  const link = await buyer.call('getPurchaseLink', {
    params: { internal_id: 'tokens_500' },
    query: { biller: 'ccbill' },
  });
  return { buyer, ...link };
};
/** A webhook as CCBill sends it for an approved sale. */
const post = (oid: string, price = '50.00') =>
  fetch(`${site.url}/api/v1/postback/ccbill?eventType=NewSaleSuccess&clientAccnum=900123&clientSubacc=0001`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      subscriptionId: `0912191101${oid.slice(-9)}`,
      transactionId: '1',
      billedInitialPrice: price,
      billedCurrencyCode: '840',
      'X-oid': oid,
      dynamicPricingValidationDigest: createHash('md5')
        .update(`0912191101${oid.slice(-9)}1${SALT}`)
        .digest('hex'),
      cardType: 'VISA',
      last4: '4242',
      note: 'never sent: 4242424242424242',
    }),
  });

test('a biller that is set up sells by its own page in its own window, and its post credits (BILLING-050)', async () => {
  const { buyer, purchase_link: link, opens, order_id: id } = await buy();
  const { origin, pathname, searchParams } = new URL(link);
  expect([origin + pathname, opens]).toEqual([
    'https://api.ccbill.com/wap-frontflex/flexforms/abcdef01',
    'new_window',
  ]);
  expect(searchParams.get('formDigest')).toBe(createHash('md5').update(`50.0030840${SALT}`).digest('hex'));
  const oid = searchParams.get('oid')!;
  const answer = await post(oid);
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    200,
    expect.stringContaining('text/plain'),
    'OK',
  ]);
  expect((await buyer.call('getOrder', { params: { order_id: id } })).state).toBe('succeeded');
  const products = await buyer.call('listProducts', { body: {} });
  expect(products.products.credit[0]!.biller).toBe('ccbill');
  expect(products.cards).toMatchObject([{ brand: 'VISA', last4: '4242' }]);
  // It has no user of DataLink here, so a card on file is charged on its page.
  expect(
    await buyer.call('purchase', {
      params: { biller: 'ccbill', internal_id: 'tokens_50' },
      body: {},
      idempotencyKey: id,
    }),
  ).toMatchObject({ status: 0, link: expect.stringContaining('https://api.ccbill.com/') });
});

test('a post with another name of an order is refused, one with another price credits nothing', async () => {
  const { buyer, purchase_link: link } = await buy();
  const oid = new URL(link).searchParams.get('oid')!;
  const altered = oid.slice(0, -1) + (oid.endsWith('0') ? '1' : '0');
  expect((await post(altered)).status).toBe(403);
  expect((await post(oid, '1.00')).status).toBe(200);
  expect((await buyer.call('getCurrentUser')).tokens).toBe(0);
});

test('billers that are not set up, and numbers of cards, are refused', async () => {
  const buyer = await site.join();
  for (const biller of ['epoch', 'paypal', 'rocketfuel'] as const)
    expect(await codeOf(buyer.call('openPurchase', { params: { biller, internal_id: 'tokens_50' } }))).toBe(
      'billing.biller_unavailable',
    );
  for (const ans of ['Y|4242424242424242', 'N4000 0000 0000 0002'])
    expect(await codeOf(buyer.call('explainReturn', { body: { ans } }))).toBe('common.invalid_input');
  expect((await buyer.call('explainReturn', { body: { ans: 'Y|0912191101000000159' } })).result).toBe(
    'success',
  );
});
