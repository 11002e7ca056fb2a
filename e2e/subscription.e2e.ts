import { expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { joinAsNew } from './steps.ts';
import { test } from './test.ts';

/* Which mails somebody gets, how much they let themselves spend, and what a kept mail looks like. */

const look = (page: Page, name: string) =>
  inEveryLook(page, async (one) => {
    if (process.env['SHOTS'])
      await page.screenshot({ path: `${process.env['SHOTS']}/${name}-${one.name.replaceAll(' ', '-')}.png` });
    expect(await findings(page, one), `${name}, ${one.name}`).toEqual([]);
    expect(await overhangOf(page), `${name}, ${one.name}`).toBeLessThanOrEqual(0);
  });

for (const width of [1440, 360])
  test(
    `mails are chosen by kind and stopped by one press, at ${width} px (SETTINGS-002)`,
    { tag: width === 1440 ? '@long' : [] },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      const username = await joinAsNew(page);
      await page.goto('/email/subscription');
      const kinds = page.getByRole('region', { name: /^Emails to/u });
      await expect(kinds.getByRole('switch', { name: /^Receipts/u })).toBeDisabled();
      const followed = kinds.getByRole('switch', { name: /^Performers you follow/u });
      await expect(followed).toBeChecked();
      await followed.press('Space');
      await expect(kinds.getByText('Saved', { exact: true })).toBeVisible();
      await page.reload();
      await expect(followed).not.toBeChecked();
      await followed.press('Space');
      await expect(followed).toBeChecked();
      await kinds.getByRole('button', { name: 'Stop all but receipts' }).click();
      await expect(followed).not.toBeChecked();
      await expect(kinds.getByRole('switch', { name: /^Receipts/u })).toBeChecked();
      if (width === 360) await look(page, 'subscription');

      await test.step('the settings have the same; a link of nobody says so', async () => {
        await page.goto('/account/settings/email');
        await expect(followed).not.toBeChecked();
        await page.goto('/email/subscription?token=nobody');
        await expect(page.getByText('This link is invalid or has expired')).toBeVisible();
      });

      await test.step('a kept mail shows its page and its text', async () => {
        await expect(async () => {
          await page.goto('/dev/mail');
          const mail = page.getByRole('article').filter({ hasText: `${username}@example.org` });
          await expect(
            mail.frameLocator('iframe').getByRole('heading', { name: 'Confirm your email' }),
          ).toBeVisible({ timeout: 5_000 });
        }).toPass();
      });
    },
  );

test(
  'a guest without a link logs in first, and a spending limit is lowered at once and raised later',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/email/subscription');
    await expect(page).toHaveURL(/\/login\?return_to=%2Femail%2Fsubscription/u);
    await joinAsNew(page);
    await page.goto('/account/settings/limits');
    const spending = page.getByRole('region', { name: 'Spending' });
    const field = spending.getByLabel('Tokens a day');
    const set = spending.getByRole('button', { name: 'Set the limit' });
    await field.fill('many');
    await expect(spending.getByText('A whole number of tokens', { exact: false })).toBeVisible();
    await field.fill('50');
    await set.click();
    await expect(spending.getByText('Saved', { exact: true })).toBeVisible();
    await field.fill('200');
    await set.click();
    await expect(spending.getByText('A higher limit is pending')).toBeVisible();
    await look(page, 'limits');
    await spending.getByRole('button', { name: 'Keep the current one' }).click();
    await expect(spending.getByText('A higher limit is pending')).toBeHidden();
  },
);
