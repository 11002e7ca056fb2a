import { expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { joinAsNew, newName, PASSWORD_OF_NEW as PASSWORD } from './steps.ts';
import { test } from './test.ts';

/* Accounts of one person: linked by a password, changed between in one press, ended again. */

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Whose page it is, as the server knows it; a page that loads anew is asked again. */
const nameOf = (page: Page) =>
  page
    .evaluate(async () => {
      const answer = await fetch('/api/v1/user/current');
      return ((await answer.json()) as { user: { username: string } }).user.username;
    })
    .catch(() => undefined);

test(
  'two own accounts are linked, and changed between in one press; a new password ends that (SETTINGS-025)',
  { tag: '@long' },
  async ({ page, browser }) => {
    const other = newName();
    const device = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
    await joinAsNew(device, other);
    const own = await joinAsNew(page);
    await page.goto('/account/settings/linked');
    const part = section(page, 'Linked accounts');
    await expect(part.getByText('This account', { exact: true })).toBeVisible();
    await part.getByLabel('Username or email of the other account').fill(other);
    await part.getByLabel('Its password').fill('wrong');
    await part.getByRole('button', { name: 'Link the account' }).click();
    await expect(part.getByText('Name and password do not match.')).toBeVisible();
    await part.getByLabel('Its password').fill(PASSWORD);
    await part.getByRole('button', { name: 'Link the account' }).click();
    await expect(part.getByRole('button', { name: `Switch to ${other}` })).toBeVisible();
    await inEveryLook(page, async (look) => {
      expect(await overhangOf(page), look.name).toBeLessThanOrEqual(0);
      expect(await findings(page, look), look.name).toEqual([]);
    });

    await test.step('the menu changes the account, also on a narrow screen', async () => {
      await page.reload();
      await page.getByRole('button', { name: 'Your account' }).click();
      await page.getByRole('menuitem', { name: `Switch to ${other}` }).click();
      await expect(part.getByRole('button', { name: `Switch to ${own}` })).toBeVisible();
      await device.reload();
      await device.getByRole('button', { name: 'Your account' }).click();
      await device.getByRole('menuitem', { name: `Switch to ${own}` }).click();
      await expect.poll(() => nameOf(device)).toBe(own);
      // The page is loading anew by itself at this moment.
      await expect(() => device.goto('/account/settings/linked')).toPass();
      await expect(device.getByRole('button', { name: `Switch to ${other}` })).toBeVisible();
    });

    await test.step('hidden, it is no longer in the menu', async () => {
      const shown = section(page, 'Menu').getByRole('switch');
      await shown.click();
      await expect(section(page, 'Menu').getByText('Saved', { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Your account' }).click();
      await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
      await expect(page.getByRole('menuitem', { name: /^Switch to/u })).toHaveCount(0);
      await page.keyboard.press('Escape');
    });

    await test.step('a new password ends the link', async () => {
      await page.goto('/account/settings/security');
      const password = section(page, 'Password');
      await password.getByLabel('Current password').fill(PASSWORD);
      await password.getByLabel('New password').fill('another one for 1974');
      await password.getByRole('button', { name: 'Change password' }).click();
      await expect(password.getByText('Saved', { exact: true })).toBeVisible();
      await device.getByRole('button', { name: `Switch to ${other}` }).click();
      await expect(device.getByRole('button', { name: `Switch to ${other}` })).toHaveCount(0);
      await expect(device.getByText('This account', { exact: true })).toBeVisible();
    });
  },
);
