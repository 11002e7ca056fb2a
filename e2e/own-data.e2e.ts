import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { joinAsNew, PASSWORD_OF_NEW as PASSWORD } from './steps.ts';
import { test } from './test.ts';

/* What somebody asks of their own data: an archive of it, and the end of the account, taken back once. */

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

const looksRight = (page: Page) =>
  inEveryLook(page, async (look) => {
    expect(await overhangOf(page), look.name).toBeLessThanOrEqual(0);
    expect(await findings(page, look), look.name).toEqual([]);
  });

test(
  'an archive is asked for, made and fetched; a deletion is asked for and taken back',
  { tag: '@full' },
  async ({ page }) => {
    await joinAsNew(page);
    await page.goto('/account/settings/profile');
    const data = section(page, 'Your data');
    await test.step('the archive is made and saved', async () => {
      await data.getByRole('button', { name: 'Create an archive' }).click();
      await expect(data.getByRole('button', { name: 'Download the archive' })).toBeVisible();
      const saved = page.waitForEvent('download');
      await data.getByRole('button', { name: 'Download the archive' }).click();
      const download = await saved;
      expect(download.suggestedFilename()).toBe('my-data.zip');
      const zip = readFileSync(await download.path());
      expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
      expect(zip.includes('manifest.sig')).toBe(true);
      await expect(data.getByText('It can be downloaded 19 more times.')).toBeVisible();
      await looksRight(page);
    });
    const end = section(page, 'Delete your account');
    await test.step('the deletion is asked for, and the account is kept after a new log-in', async () => {
      await end.getByRole('button', { name: 'Delete my account' }).click();
      const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
      await dialog.getByLabel('Why are you leaving? You need not say.').fill('I want to see what happens');
      await dialog.getByRole('button', { name: 'Delete my account' }).click();
      await expect(end.getByText(/^Your account will be deleted on/u)).toBeVisible();
      await looksRight(page);
      const username = await page.evaluate(async () => {
        const answer = await fetch('/api/v1/user/current');
        return ((await answer.json()) as { user: { username: string } }).user.username;
      });
      await page.context().clearCookies();
      await page.goto('/login?return_to=/account/settings/profile');
      await page.getByLabel('Username or email').fill(username);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
      await end.getByRole('button', { name: 'Keep my account' }).click();
      await expect(end.getByRole('button', { name: 'Delete my account' })).toBeVisible();
    });
  },
);
