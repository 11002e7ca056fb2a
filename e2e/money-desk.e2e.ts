import { createHmac } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { type Browser, expect, type Page } from '@playwright/test';
import { deriveSecret } from '../apps/site/src/app/config.ts';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { ROOT_SECRET } from './site-data.ts';
import { joinAndBuy, logIn } from './steps.ts';
import { test } from './test.ts';

/* What comes after a sale, as the operator of the demo sees it. */

/** Where pictures of the pages go, when somebody wants to look at them. */
const SHOTS = process.env['DESK_SHOTS'];

/** Each page in both themes, wide and narrow: nothing hangs over, and axe finds nothing. */
async function lookAt(page: Page, name: string): Promise<void> {
  await inEveryLook(page, async (look) => {
    expect(await overhangOf(page), look.name).toBeLessThanOrEqual(0);
    expect(await findings(page, look), look.name).toEqual([]);
    if (!SHOTS) return;
    mkdirSync(SHOTS, { recursive: true });
    await page.screenshot({ path: `${SHOTS}/${name} ${look.name}.png` });
  });
}

/** Somebody who has bought, in a browser of their own. */
async function withBuyer(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  return { context, page, username: await joinAndBuy(page) };
}

/** Has the sandbox biller tell that a bank took a payment back. */
async function chargeBack(baseURL: string, transactionId: string, amount: number): Promise<void> {
  const site = new URL(baseURL);
  const secret = Buffer.from(deriveSecret(Buffer.from(ROOT_SECRET, 'hex'), 'sandbox')).toString('hex');
  const body = JSON.stringify({
    type: 'charged_back',
    order_id: '',
    transaction_id: transactionId,
    amount,
    currency: 'USD',
    callback_url: `${baseURL}/api/v1/postback/sandbox`,
  });
  const answer = await fetch(`http://localhost:${Number(site.port) + 1}/api/reverse`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-signature': createHmac('sha256', secret).update(body).digest('hex'),
    },
    body,
  });
  expect(answer.status).toBe(200);
}

/** The newest order of somebody, as the back office has it. */
async function newestOrder(page: Page, username: string) {
  const answer = await page.request.get(`/api/v1/admin/orders?user=${username}`);
  const { items } = (await answer.json()) as {
    items: { order_id: string; transaction_id: string; amount: number }[];
  };
  return items[0]!;
}

test(
  'an admin finds an order, sees what a refund does before it is pressed, and asks for it; the balance falls and the log says who',
  { tag: '@full' },
  async ({ page, browser, baseURL }) => {
    const buyer = await withBuyer(browser, baseURL!);
    await logIn(page, 'demo_admin');
    await page.goto(`/admin/orders?user=${buyer.username}`);
    await expect(page.getByRole('row')).toHaveCount(2);
    await lookAt(page, 'orders');
    await page.getByRole('row').nth(1).getByRole('link').click();
    await expect(page.getByText('Approved', { exact: true })).toBeVisible();
    await expect(page.getByText('Balance after')).toBeVisible();
    await lookAt(page, 'order');

    await page.getByRole('button', { name: 'Refund…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Bought twice by mistake');
    await dialog.getByRole('button', { name: /^Request /u }).click();
    await expect(dialog).toBeHidden();
    await expect(async () => {
      await page.reload();
      await expect(page.getByText('Refunded').first()).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expect(page.getByText('It has been refunded in full.')).toBeVisible();
    const me = await buyer.page.request.get('/api/v1/user/current');
    expect(((await me.json()) as { tokens: number }).tokens).toBe(0);
    await buyer.context.close();

    // Each booking leads to its entries.
    await page
      .getByRole('row', { name: /^Refund/u })
      .getByRole('link')
      .last()
      .click();
    await expect(page.getByText('receivable')).toBeVisible();
    await expect(page.getByText('unspent')).toBeVisible();
    await lookAt(page, 'transfer');
    await page.getByRole('link', { name: 'All movements' }).click();
    await expect(page.getByText('Purchase').first()).toBeVisible();
    await lookAt(page, 'ledger');

    await page.getByRole('link', { name: 'Audit' }).click();
    await expect(page.getByText('orders.refund_asked').first()).toBeVisible();
    await expect(page.getByText('Bought twice by mistake')).toBeVisible();
    await page.getByRole('button', { name: 'Check the chain' }).click();
    await expect(page.getByText('It has not been tampered with')).toBeVisible();
    await lookAt(page, 'audit');
  },
);

test(
  'a chargeback that the biller tells stands on the desk with its evidence, and the figures of the money move',
  { tag: '@long' },
  async ({ page, browser, baseURL }) => {
    const buyer = await withBuyer(browser, baseURL!);
    await buyer.context.close();
    await logIn(page, 'demo_admin');
    await page.goto('/admin');
    await expect(page.getByText('Owed by billers')).toBeVisible();
    const money = async () => {
      const day = new Date().toISOString().slice(0, 10);
      const answer = await page.request.get(`/api/v1/admin/stats?metric=revenue&from=${day}&to=${day}`);
      return ((await answer.json()) as { totals: { sales_cents: number } }).totals.sales_cents;
    };
    const before = await money();
    const order = await newestOrder(page, buyer.username);
    await chargeBack(baseURL!, order.transaction_id, order.amount);
    await expect.poll(money).toBe(before - order.amount);

    await page.getByRole('link', { name: 'Chargebacks', exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: buyer.username });
    await expect(row.getByText('Open')).toBeVisible();
    const saved = page.waitForEvent('download', (download) => download.suggestedFilename().endsWith('.html'));
    await row.getByRole('button', { name: 'Evidence' }).click();
    const html = readFileSync(await (await saved).path(), 'utf8');
    expect(html).toContain(order.transaction_id);
    expect(html).toContain('Compelling Evidence 3.0');
    await expect(row.getByText(/^Exported/u)).toBeVisible();
    await lookAt(page, 'chargebacks');

    await page.goto('/admin');
    await expect(page.getByText('Too many chargebacks')).toBeVisible();
    await lookAt(page, 'money');
    const csv = page.waitForEvent('download');
    await page.getByRole('link', { name: 'CSV' }).first().click();
    expect(readFileSync(await (await csv).path(), 'utf8')).toMatch(/^date,biller,sales_cents/u);
  },
);

test(
  'a settlement file with a line that matches nothing leaves that line open until it is resolved, and its cents in suspense',
  { tag: '@long' },
  async ({ page, browser, baseURL }) => {
    const buyer = await withBuyer(browser, baseURL!);
    await buyer.context.close();
    await logIn(page, 'demo_admin');
    const order = await newestOrder(page, buyer.username);
    await page.goto('/admin/settlements');
    await page.getByLabel('Biller').selectOption('sandbox');
    const text = [
      `${order.transaction_id},approved,${order.amount},USD,2026-11-22,60`,
      'sbx_of_another_shop,approved,700,USD,2026-11-22,0',
      `a row that is none, ${'and goes on '.repeat(30)}`,
    ].join('\n');
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await page.getByRole('button', { name: 'Match and book' }).click();
    await expect(page.getByText(/^Lines: 2, matched: 1, known before: 0, missing here: 1/u)).toBeVisible();
    const line = page.getByRole('row').filter({ hasText: 'sbx_of_another_shop' });
    await expect(line.getByText('Missing here')).toBeVisible();
    await lookAt(page, 'settlements');

    await page.getByRole('link', { name: /november\.csv/u }).click();
    await expect(page.getByText(/^a row that is none/u)).toBeVisible();
    await lookAt(page, 'settlement-rows');

    await expect(async () => {
      await page.goto('/admin');
      await expect(page.locator('.desk-headlines').getByText('$7.00')).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await page.goto('/admin/settlements');
    await line.getByRole('button', { name: 'Resolve' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What it was').fill('A sale of another shop of ours');
    await dialog.getByRole('button', { name: 'Resolve' }).click();
    await expect(dialog).toBeHidden();
    await expect(line).toBeHidden();
  },
);

test('to everybody else the back office is not there', { tag: '@long' }, async ({ page }) => {
  await logIn(page, 'demo_viewer');
  const answer = await page.goto('/admin/orders');
  expect(answer?.status()).toBe(404);
});
