import { expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { joinAsNew } from './steps.ts';
import { test } from './test.ts';

/* A membership's life: seen, bought, what it brings, canceled; each in the browser and at the sandbox biller. */

const modal = (page: Page) => page.getByRole('dialog', { name: 'Membership' });
const module = (page: Page) => page.getByRole('main').getByText('Membership', { exact: true }).locator('..');

test('a membership is chosen by keyboard, paid at the biller, brings its tokens, is shown with its next charge, and canceled (BILLING-012)', async ({
  page,
}) => {
  await joinAsNew(page);
  await page.goto('/account/tokens');
  await expect(module(page).getByText('None')).toBeVisible();
  await module(page).getByRole('button', { name: 'See memberships' }).click();
  await expect(modal(page).getByRole('radio')).toHaveCount(3);
  await expect(
    modal(page).getByText('110 tokens with every period, 10 % more than its price buys'),
  ).toBeVisible();
  await modal(page).getByRole('radio').nth(0).focus();
  await page.keyboard.press('ArrowDown');
  await expect(modal(page).getByRole('radio', { name: /^VIP/u })).toBeChecked();
  await modal(page).getByRole('button', { name: 'Pay $29.99' }).click();

  const frame = page.frameLocator('iframe');
  await frame.getByRole('button', { name: /^Pay/u }).click();
  await expect(
    page
      .getByRole('dialog')
      .getByText(/done|thank you|added/iu)
      .first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(module(page).getByText('VIP')).toBeVisible();
  await expect(module(page).getByText(/Renews for \$29\.99/u)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('main').getByText('220').first()).toBeVisible();

  const other = await page.context().newPage();
  await other.goto('/account/tokens');
  await expect(module(other).getByText(/Renews for \$29\.99/u)).toBeVisible();
  await module(page).getByRole('button', { name: 'Cancel' }).click();
  await module(page).getByRole('button', { name: 'Keep it' }).click();
  await module(page).getByRole('button', { name: 'Cancel' }).click();
  await module(page).getByRole('button', { name: 'Yes, cancel' }).click();
  await expect(module(page).getByText(/Ends on .*; nothing more is charged/u)).toBeVisible();
  // Another page of theirs hears of it, though the level is the same.
  await expect(module(other).getByText(/Ends on .*; nothing more is charged/u)).toBeVisible();
  await other.close();
  await expect(module(page).getByText('VIP')).toBeVisible();
});

test(
  'the memberships open by their address, are found by axe without fault and fit every window',
  { tag: '@long' },
  async ({ page }) => {
    await joinAsNew(page);
    await page.goto('/?modal=upgrade');
    const shots = process.env['MEMBERSHIP_SHOTS'];
    await inEveryLook(page, async (look) => {
      await expect(modal(page).getByRole('radio')).toHaveCount(3);
      expect(await overhangOf(page), look.name).toBeLessThanOrEqual(0);
      expect(await findings(page, look), look.name).toEqual([]);
      if (shots) await page.screenshot({ path: `${shots}/upgrade-${look.name}.png` });
    });
  },
);
