import { expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { logIn, settlePage } from './steps.ts';
import { test } from './test.ts';

/* Joining and logging in by an account elsewhere, at the provider of the sandbox. */

const SHOTS = process.env['OAUTH_SHOTS'];
const expectGoodLooks = (page: Page, name: string): Promise<void> =>
  inEveryLook(page, async (look) => {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name} ${look.name}.png`.replaceAll(' ', '-') });
    expect(await findings(page, look), `${name}, ${look.name}`).toEqual([]);
    expect(await overhangOf(page), `${name}, ${look.name}`).toBeLessThanOrEqual(0);
  });

test(
  'a guest joins by Google, logs out, and comes back by one press (IDENTITY-030)',
  { tag: '@full' },
  async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('link', { name: 'Continue with Facebook' })).toBeVisible();
    await expectGoodLooks(page, 'oauth login');
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await expect(page.getByRole('heading', { name: 'Sandbox Google' })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('You are not logged in')).toBeVisible();
    await expectGoodLooks(page, 'oauth refused');

    await page.goto('/register');
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await page.getByLabel('Name').fill('Robin Oslo');
    await page.getByLabel('Email address').fill('robin.oslo@example.org');
    await page.getByRole('button', { name: 'Continue as this person' }).click();
    await expect(page.getByText('Google has told us who you are')).toBeVisible();
    await expect(page.getByLabel('Username')).toHaveValue('robin_oslo');
    await expect(page.getByLabel('Password')).toHaveCount(0);
    await expectGoodLooks(page, 'oauth register');
    await page.getByRole('button', { name: /^Day:/u }).click();
    for (const value of ['3', 'February', '1990'])
      await page.getByRole('option', { name: value, exact: true }).click();
    await page.getByRole('radio', { name: 'Woman' }).check();
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Join free' }).last().click();
    await expect(page).toHaveURL(/\/$/u);
    await settlePage(page);

    await page.context().clearCookies();
    await page.goto('/login?return_to=/faq');
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await page.getByLabel('Name').fill('Robin Oslo');
    await page.getByLabel('Email address').fill('robin.oslo@example.org');
    await page.getByRole('button', { name: 'Continue as this person' }).click();
    await expect(page).toHaveURL(/\/faq$/u);
  },
);

test('a member joins Facebook to the account and ends it again', { tag: '@long' }, async ({ page }) => {
  await logIn(page, 'demo_viewer');
  await page.goto('/account/settings/linked');
  await page.getByRole('button', { name: 'Connect Facebook' }).click();
  await page.getByLabel('Name').fill('Demo Viewer');
  await page.getByRole('button', { name: 'Continue as this person' }).click();
  await expect(page.getByText('Facebook is connected')).toBeVisible();
  await expectGoodLooks(page, 'oauth connected');
  await page.getByRole('button', { name: 'Disconnect Facebook' }).click();
  await expect(page.getByRole('button', { name: 'Connect Facebook' })).toBeVisible();
});
