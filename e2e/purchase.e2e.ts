import { devices, expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { type Shop, test } from './purchase-site.ts';
import {
  call,
  choose,
  dialog,
  expectAdded,
  join,
  openPurchase,
  payAtSandbox,
  payAtTwin,
  preferBiller,
  settle,
  tokensOf,
} from './purchase-steps.ts';

// They share nothing, so every worker takes of them.
test.describe.configure({ mode: 'parallel' });

/* The purchase of tokens, at a twin of every biller, on a desktop and on a phone. */

const SHOTS = process.env['PURCHASE_SHOTS'];
const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7'];
const DEVICES = [
  { device: 'desktop', use: {} },
  { device: 'phone', use: { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } },
] as const;
const IS_LONG = process.env['KLIEG_LONG'] === '1';

/** Axe finds nothing in any look, and nothing is wider than the window. */
const expectGoodLooks = (page: Page, name: string): Promise<void> =>
  inEveryLook(page, async (look) => {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name} ${look.name}.png`.replaceAll(' ', '-') });
    expect(await findings(page, look), `${name}, ${look.name}`).toEqual([]);
    expect(await overhangOf(page), `${name}, ${look.name}`).toBeLessThanOrEqual(0);
  });

interface Journey {
  readonly biller: 'sandbox' | 'ccbill' | 'epoch' | 'rocketgate' | 'cashtocode' | 'paygarden' | 'rocketfuel';
  readonly method: RegExp;
  readonly opens: 'window' | 'same' | 'frame';
  /** The biller's own reason, and how the page says it; absent: it tells of payments alone. */
  readonly decline?: readonly [reason: string, sentence: RegExp];
  /** One of each place where a biller's page opens, on a desktop, and one on a phone; all others in the long run. */
  readonly isShort?: 'desktop' | 'everywhere';
}

const JOURNEYS: readonly Journey[] = [
  {
    biller: 'sandbox',
    method: /^Card$/u,
    opens: 'frame',
    isShort: 'everywhere',
    decline: ['4000000000009995', /Insufficient funds/u],
  },
  {
    biller: 'ccbill',
    method: /^Card$/u,
    opens: 'window',
    isShort: 'desktop',
    decline: ['Card has expired', /card has expired/u],
  },
  {
    biller: 'epoch',
    method: /^Card$/u,
    opens: 'same',
    decline: ['DECLINEDCVV2', /Invalid CVV2/u],
  },
  { biller: 'rocketgate', method: /^Card$/u, opens: 'frame', decline: ['104', /Declined by your bank/u] },
  { biller: 'cashtocode', method: /^Cash voucher/u, opens: 'window' },
  { biller: 'paygarden', method: /^Gift card/u, opens: 'window' },
  { biller: 'rocketfuel', method: /^Crypto/u, opens: 'same', decline: ['-1', /Declined by your bank/u] },
];

/** Goes on to the biller's page and pays there, or is declined. */
async function payAt(page: Page, { biller, method, opens }: Journey, reason = ''): Promise<void> {
  const popup = opens === 'window' ? page.waitForEvent('popup') : undefined;
  await choose(page, 100, method);
  const heading = biller === 'sandbox' ? 'Sandbox biller' : / twin$/u;
  const place = popup ? await popup : opens === 'frame' ? page.frameLocator('iframe') : page;
  await expect(place.getByRole('heading', { name: heading })).toBeVisible();
  if (opens === 'frame') await settle(page);
  if (opens === 'same') expect(new URL(page.url()).hostname).toBe('127.0.0.1');
  else expect(new URL(page.url()).hostname).toBe('localhost');
  if (biller === 'sandbox') await payAtSandbox(place, reason || '4242424242424242');
  else await payAtTwin(place, reason);
  if (popup) await (await popup).close();
}

for (const { device, use } of DEVICES)
  test.describe(device, () => {
    test.use(use);
    for (const journey of JOURNEYS.filter(
      ({ isShort }) => IS_LONG || isShort === 'everywhere' || isShort === device,
    ))
      test(`${journey.biller} on a ${device}: ${journey.decline ? 'declined, then another way and ' : ''}approved (BILLING-054)`, async ({
        page,
      }) => {
        await join(page);
        const { biller, decline } = journey;
        const isOfCards = journey.method.test('Card');
        const isLookedAt = biller === 'sandbox' && device === 'desktop';
        await preferBiller(page, isOfCards ? biller : undefined);
        await openPurchase(page);
        if (decline) {
          await payAt(page, journey, decline[0]);
          const failed = dialog(page, 'Payment failed');
          await expect(failed.getByText(decline[1])).toBeVisible();
          expect(await tokensOf(page)).toBe(0);
          if (isLookedAt) await expectGoodLooks(page, 'payment failed');
          await failed.getByRole('button', { name: /^Try a different card/u }).click();
        }
        await payAt(page, journey);
        await expectAdded(page, 100, 100);
        if (isLookedAt) await expectGoodLooks(page, 'payment success');
        await dialog(page).getByRole('button', { name: 'Back to the page' }).click();
        await expect(dialog(page)).toBeHidden();
        await expect(page).toHaveURL(/\/faq$/u);
      });
  });

test(
  'the biller says by the return that it took the payment or why not; the page shows it and clears its address (BILLING-055) (BILLING-056)',
  { tag: '@long' },
  async ({ page }) => {
    await join(page);
    const { order_id: id } = await call<{ order_id: string }>(
      page,
      'GET',
      '/billing/purchase/ccbill/tokens_50',
    );
    await page.goto(`/account/tokens?ans=NVELOCITY|${id}&email=a@example.org&amount=5.00&pi_code=x&p=1`);
    const failed = dialog(page, 'Payment failed');
    await expect(failed).toContainText('Declined due to velocity. Please wait 5 minutes');
    await expect(page).toHaveURL(/\/account\/tokens\?p=1$/u);
    await page.goto(`/account/tokens?ans=YGOODTEST|${id}&epoch_digest=d&transaction_id=t`);
    await expect(dialog(page)).toContainText('Your payment is being confirmed');
    await expect(page).toHaveURL(/\/account\/tokens$/u);
    expect(await tokensOf(page)).toBe(0);
  },
);

test(
  'billers open where they belong: three in a window beside the page, which waits, framed ones in the page, all others in its place (BILLING-004) (BILLING-050) (BILLING-052)',
  { tag: '@long' },
  async ({ page }) => {
    await join(page);
    for (const { biller, method, opens } of JOURNEYS) {
      await preferBiller(page, method.test('Card') ? biller : undefined);
      await openPurchase(page);
      const popup = opens === 'window' ? page.waitForEvent('popup') : undefined;
      await choose(page, 50, method);
      if (popup) {
        await expect((await popup).getByRole('heading', { name: / twin$/u })).toBeVisible();
        expect(await (await popup).evaluate(() => window.opener === null)).toBe(true);
        await expect(dialog(page, 'Waiting for the biller')).toBeVisible();
        await (await popup).close();
      } else if (opens === 'frame')
        await expect(dialog(page, 'Pay at the biller').locator('iframe')).toHaveAttribute(
          'src',
          /^http:\/\/(?:localhost|127\.0\.0\.1):\d+\//u,
        );
      else await expect(page.getByRole('heading', { name: / twin$/u })).toBeVisible();
    }
  },
);

/** A person with a card on file at a biller, which a purchase there has left. */
async function joinWithCard(page: Page, biller: 'sandbox' | 'ccbill' | 'epoch' | 'rocketgate') {
  const username = await join(page);
  const { link } = await call<{ link: string }>(page, 'GET', `/billing/purchase/${biller}/tokens_50`);
  const other = await page.context().newPage();
  await other.goto(link);
  if (biller === 'sandbox') await payAtSandbox(other, '4242424242424242');
  else await payAtTwin(other);
  await expect.poll(() => tokensOf(page)).toBe(50);
  await other.close();
  // The card is kept a moment after the tokens are there.
  await expect
    .poll(async () => (await call<{ cards: object[] }>(page, 'POST', '/billing/products', {})).cards.length)
    .toBe(1);
  return username;
}

/** The bank says no to the next charge of a card on file. */
const declineNext = (shop: Shop, biller: 'sandbox' | 'ccbill' | 'epoch' | 'rocketgate', username: string) =>
  biller === 'sandbox'
    ? shop.store(username, { cardToken: 'sbx_4000002' })
    : shop.declineNext(biller, { ccbill: 'Insufficient funds', epoch: 'EXPIRED', rocketgate: '110' }[biller]);

/** Rows that a press at each biller shows. */
const ONE_PRESS_IDS = {
  sandbox: ' (BILLING-006) (BILLING-007) (BILLING-048) (ERRORS-051)',
  ccbill: '',
  epoch: '',
  rocketgate: ' (BILLING-008) (BILLING-049) (BILLING-063)',
} as const;

for (const { device, use } of DEVICES)
  test.describe(`one press on a ${device}`, () => {
    test.use(use);
    const cardBillers = ['sandbox', 'rocketgate', 'ccbill', 'epoch'] as const;
    for (const biller of IS_LONG ? cardBillers : device === 'desktop' ? cardBillers.slice(0, 1) : [])
      test(`at ${biller}: approved, then declined${ONE_PRESS_IDS[biller]}`, async ({ page, shop }) => {
        const username = await joinWithCard(page, biller);
        await openPurchase(page);
        const open = dialog(page, 'Buy tokens');
        const isPhone = device === 'phone';
        // A phone has the tab with what is suggested, everything else the whole purchase.
        await expect(open.getByRole('button', { name: 'Other packages and ways to pay' })).toBeVisible({
          visible: isPhone,
        });
        if (!isPhone) await open.getByRole('radio', { name: /^200 tokens/u }).press('Space');
        else if (biller === 'sandbox') await expectGoodLooks(page, 'purchase tab');
        const pay = open.getByRole('button', { name: /^Pay \$20\.00 with/u });
        await pay.click();
        await expectAdded(page, 200, 250);

        await openPurchase(page);
        await declineNext(shop, biller, username);
        if (!isPhone) await open.getByRole('radio', { name: /^200 tokens/u }).press('Space');
        await pay.click();
        if (biller === 'rocketgate') {
          const declined = dialog(page, 'Your bank said no');
          const ways = declined.locator('.result-ways button');
          await expect(ways).toHaveText([
            /^Get verified/u,
            /^Try an alternate biller.*CCBill/u,
            /^Try an alternate biller.*Epoch/u,
            /^Try an alternate biller.*Sandbox/u,
            /^Try a different card/u,
            /^Adjust purchase amount/u,
          ]);
          if (!isPhone) await expectGoodLooks(page, 'declined with verification');
          await ways.filter({ hasText: 'Epoch' }).click();
          await expect(page.getByRole('heading', { name: 'Epoch twin' })).toBeVisible();
        } else {
          const failed = dialog(page, 'Payment failed');
          await expect(failed).toContainText(
            'Error purchasing product, if this persists, please contact support.',
          );
          await expect(failed).toContainText(/Insufficient funds|expired|Declined/u);
        }
        expect(await tokensOf(page).catch(() => 250)).toBe(250);
      });
  });

test(
  'a card on file that Epoch declines is told to the other pages of its person, with the ways on (BILLING-025)',
  { tag: '@long' },
  async ({ page, shop }) => {
    const username = await joinWithCard(page, 'epoch');
    const other = await page.context().newPage();
    await other.goto('/');
    await expect(other.getByText('50', { exact: true }).first()).toBeVisible();
    await openPurchase(page);
    await declineNext(shop, 'epoch', username);
    await dialog(page, 'Buy tokens')
      .getByRole('button', { name: /^Pay \$.* with/u })
      .click();
    const declined = dialog(other, 'Your bank said no');
    await expect(declined).toContainText('expired');
    await expect(declined.locator('.result-ways button').first()).toHaveText(/^Try an alternate biller/u);
    await expect(dialog(page, 'Payment failed')).toBeVisible();
    expect(await tokensOf(page)).toBe(50);
  },
);

test.describe('before the purchase', () => {
  /** What stands in the way, how it comes to be, and what is shown. */
  const checks = [
    {
      name: 'the last login was from Sweden (BILLING-013) (BILLING-041) (ERRORS-052)',
      tag: [],
      state: { lastLoginCountry: 'SE' },
      shows: 'Not available in your country',
      text: /Paid live or custom adult content is not available.*Buying tokens and tipping are switched off/u,
    },
    {
      name: 'post-pay is on',
      tag: ['@long'],
      patch: (me: { postpay: boolean }) => ({ ...me, postpay: true }),
      shows: 'Post-pay is on',
      text: /there are no packages to buy/u,
    },
  ] as const;
  for (const check of checks)
    test(check.name, { tag: [...check.tag] }, async ({ page, shop }) => {
      const username = await join(page);
      if ('state' in check) await shop.store(username, check.state);
      else
        await page.route('**/api/v1/user/current', async (route) => {
          const response = await route.fetch();
          const patch: (me: never) => object = check.patch;
          await route.fulfill({ response, json: patch((await response.json()) as never) });
        });
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await openPurchase(page);
      await expect(dialog(page, check.shows)).toContainText(check.text);
      expect(asked).not.toContain('/api/v1/billing/products');
      await expectGoodLooks(page, check.shows);
    });

  test('a guest is asked to sign up (BILLING-044) (BILLING-069)', async ({ page }) => {
    await openPurchase(page);
    await expect(dialog(page, 'Join to buy tokens')).toBeVisible();
  });

  test(
    'models and whoever is in review go to their tokens, where nothing is sold (BILLING-068) (BILLING-001)',
    { tag: '@long' },
    async ({ page, shop }) => {
      for (const state of [{ complianceStatus: 'pending' }, { type: 'model' }] as const) {
        await shop.store(await join(page), state);
        await openPurchase(page);
        await page.waitForURL((url) => url.pathname === '/account/tokens');
        await expect(dialog(page)).toBeHidden();
        await expect(call(page, 'GET', '/billing/purchase/sandbox/tokens_50')).rejects.toThrow(/403/u);
        await page.context().clearCookies();
      }
    },
  );

  test(
    'after a decline within a day its dialog comes first, with the same at another biller, another card and less (BILLING-005) (BILLING-047) (BILLING-064) (BILLING-065) (BILLING-066) (ERRORS-050)',
    { tag: '@long' },
    async ({ page, shop }) => {
      const username = await join(page);
      const { link } = await call<{ link: string }>(page, 'GET', '/billing/purchase/ccbill/tokens_200');
      const other = await page.context().newPage();
      await other.goto(link);
      await payAtTwin(other, 'Insufficient funds');
      await expect
        .poll(
          async () =>
            (await call<{ declined_reason: string | null }>(page, 'POST', '/billing/products', {}))
              .declined_reason,
        )
        .toBe('Insufficient funds');
      const declined = dialog(page, 'Your bank said no');
      await openPurchase(page);
      await expect(declined).toContainText("Something went wrong. We couldn't process your credit card.");
      await expect(declined).toContainText('Insufficient funds');
      await expect(declined).toContainText('Nothing was charged.');
      await expectGoodLooks(page, 'declined');
      await declined.getByRole('button', { name: /^Try a different card/u }).click();
      await expect(
        dialog(page, 'Buy tokens').getByRole('radio', { name: 'Card', exact: true }),
      ).toBeChecked();
      await openPurchase(page);
      await declined.getByRole('button', { name: /^Adjust purchase amount/u }).click();
      await expect(dialog(page, 'Buy tokens').getByRole('radio', { name: /^50 tokens/u })).toBeChecked();
      await openPurchase(page);
      await declined.getByRole('button', { name: /^Try an alternate biller.*RocketGate/u }).click();
      await expect(
        page.frameLocator('iframe').getByRole('heading', { name: 'RocketGate twin' }),
      ).toBeVisible();
      await shop.store(username, { settledHoursAgo: 25 });
      await openPurchase(page);
      await expect(dialog(page, 'Buy tokens')).toBeVisible();
    },
  );
});

test(
  'before paying one reads who bills and what the statement says; help opens a case with a number (BILLING-003) (BILLING-015) (BILLING-018)',
  { tag: '@long' },
  async ({ page }) => {
    await joinWithCard(page, 'sandbox');
    await openPurchase(page);
    const open = dialog(page, 'Buy tokens');
    await expect(open).toContainText(/Shows as KLG SERVICES on your statement/u);
    await expect(open).toContainText(
      /Discreetly billed by CCBill, Epoch, RocketGate, CashtoCode, PayGarden, RocketFuel, Sandbox biller/u,
    );
    await expectGoodLooks(page, 'purchase');
    await open.getByRole('button', { name: 'Help with a payment' }).click();
    const help = dialog(page, 'Contact support');
    await help.getByRole('button', { name: 'Send' }).click();
    await expect(help.getByText('Please tell us what it is about.')).toBeVisible();
    await expectGoodLooks(page, 'contact support');
    await help.getByLabel('What is it about?').selectOption('missing_tokens');
    await help.getByLabel('Your message').fill('They have not come yet.');
    await help.getByRole('button', { name: 'Send' }).click();
    await expect(help.getByText(/^Number \d+$/u)).toBeVisible();
  },
);

test(
  'the limit of a day stops the purchase and says how much was bought, and leads to being verified (BILLING-010)',
  { tag: '@long' },
  async ({ page }) => {
    await join(page);
    for (const path of ['sandbox/tokens_1000', 'ccbill/tokens_500', 'sandbox/tokens_500'])
      await call(page, 'GET', `/billing/purchase/${path}`);
    await openPurchase(page);
    await choose(page, 50, /^Card$/u);
    const limit = dialog(page, 'Daily limit reached');
    await expect(limit).toContainText('$0.00 of $200.00');
    await expect(limit).toContainText('Verified accounts can buy up to $500.00 a day.');
    await expectGoodLooks(page, 'daily limit verify');
    await limit.getByRole('button', { name: 'Get verified' }).click();
    await expect(page).toHaveURL(/\/account\/verify\?type=daily_limit$/u);
    await expect(page.getByRole('heading', { name: 'Verify your account' })).toBeVisible();
  },
);

test('in a room: too few tokens lead to what is enough, with 50, 100 and 200 by one press; the own limit is lowered at once and raised later (BILLING-009) (CONSTANTS-012)', async ({
  page,
}) => {
  await joinWithCard(page, 'sandbox');
  await page.goto('/marlowe_diallo');
  const tip = async (tokens: number) => {
    await page.getByLabel('Tip amount').last().fill(String(tokens));
    await page
      .getByRole('button', { name: /^Tip \d/u })
      .last()
      .click({ timeout: 15_000 });
  };
  const open = dialog(page, 'Buy tokens');
  // A tip that nobody can pay is asked for again until the room's page answers; a dialog that came late takes no press.
  await expect(async () => {
    if (!(await open.isVisible())) await tip(120);
    await expect(open).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await expect(open.getByText('You need 70 more tokens for your tip')).toBeVisible();
  await expect(open.getByRole('radio', { name: /^100 tokens.*Recommended/u })).toBeChecked();
  await expect(open.locator('.quick-buy button')).toHaveText([
    /50.*\$5\.00/u,
    /100.*\$10\.00/u,
    /200.*\$20\.00/u,
  ]);
  await expectGoodLooks(page, 'low tokens');
  await open.locator('.quick-buy button').nth(1).click();
  await expectAdded(page, 100, 150);
  await dialog(page).getByRole('button', { name: 'Back to the page' }).click();

  await call(page, 'POST', '/payment/daily-limit', { daily_limit: 10 });
  await tip(20);
  const limit = dialog(page, 'You have reached your own limit');
  await expect(limit).toContainText('Your daily limit');
  await expectGoodLooks(page, 'daily low limit');
  const set = async (tokens: string) => {
    await limit.getByLabel(/^New limit/u).fill(tokens);
    await limit.getByRole('button', { name: 'Set the limit' }).click();
  };
  await set('-1');
  await expect(limit.getByText(/^A whole number of tokens/u)).toBeVisible();
  await set('5');
  await expect(limit.locator('dd').first()).toHaveText('5');
  await set('500');
  await expect(limit.locator('dt').nth(2)).toHaveText(/^From /u);
  await expect(limit.locator('dd').nth(2)).toHaveText('500');
  await expect(limit.locator('dd').first()).toHaveText('5');
});

test.describe('parameters of the address', () => {
  test(
    'coins and vouchers go with what is asked, and coins are chosen first (BILLING-030) (BILLING-032)',
    { tag: '@long' },
    async ({ page }) => {
      await join(page);
      const asked: unknown[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/billing/products')) asked.push(request.postDataJSON());
      });
      await page.goto('/faq?crypto=1&cashtocode_country_code=DE&modal=tokens');
      const open = dialog(page, 'Buy tokens');
      await expect(open.getByRole('radio', { name: /^Crypto/u })).toBeChecked();
      expect(asked[0]).toEqual({ crypto: true, cashtocode_country_code: 'DE' });
      // The value of the device is the same each time.
      await open.getByRole('button', { name: /^Continue to pay/u }).click();
      await expect(page.getByText(/^device: [a-p]{32}$/u)).toBeVisible();
    },
  );

  test(
    'token_form opens the purchase on any page, for a guest the way to join (BILLING-031)',
    { tag: '@long' },
    async ({ page }) => {
      await page.goto('/faq?token_form=1');
      await expect(dialog(page, 'Join to buy tokens')).toBeVisible();
      await join(page);
      await page.goto('/legal/terms?token_form=1');
      await expect(dialog(page, 'Buy tokens')).toBeVisible();
      await dialog(page).getByRole('button', { name: 'Close' }).click();
      await expect(dialog(page)).toBeHidden();
      expect(new URL(page.url()).search).toBe('');
    },
  );

  test(
    'join_form shows packages under the registration, which are bought after it; _disabled_join_form wins (BILLING-002) (BILLING-028) (BILLING-033)',
    { tag: '@long' },
    async ({ page }) => {
      // A visit is known by its tab.
      const other = await page.context().newPage();
      await other.goto('/register?join_form=1&_disabled_join_form=1');
      await expect(other.getByRole('button', { name: 'Join free' })).toBeVisible();
      await expect
        .poll(() => other.evaluate(() => sessionStorage.getItem('klieg.visit-query')))
        .toContain('_disabled_join_form');
      await expect(other.getByRole('region', { name: 'Start with tokens' })).toBeHidden();
      await other.close();
      const packages = page.getByRole('region', { name: 'Start with tokens' });
      // It is known for the visit, wherever that begins.
      await page.goto('/faq?join_form=1');
      await expect
        .poll(() => page.evaluate(() => sessionStorage.getItem('klieg.visit-query')))
        .toContain('join_form');
      await page.goto('/register?return_to=/faq');
      await expect(packages).toBeVisible();
      await expectGoodLooks(page, 'join packages');
      await packages
        .getByRole('radio', { name: /^500 tokens/u })
        .first()
        .press('Space');
      const name = `j${Date.now().toString(36)}`;
      await page.getByLabel('Username').fill(name);
      await page.getByLabel('Email').fill(`${name}@example.org`);
      await page.getByLabel('Password', { exact: true }).fill('a long enough phrase');
      await page.getByRole('button', { name: /^Day/u }).click();
      await page.getByRole('option', { name: '7', exact: true }).click();
      await page.getByRole('option', { name: 'May', exact: true }).click();
      await page.getByRole('option').filter({ hasText: /^199/u }).first().click();
      await page.getByRole('radio', { name: 'Man', exact: true }).click();
      await page.getByLabel(/I am 18 or older/u).check();
      await page.getByRole('button', { name: 'Join free' }).click();
      await expect(dialog(page, 'Buy tokens').getByRole('radio', { name: /^500 tokens/u })).toBeChecked();
      expect(new URL(page.url()).pathname).toBe('/faq');
    },
  );
});
