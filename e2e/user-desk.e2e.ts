import { mkdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { joinAsNew, logIn, newName, PASSWORD_OF_NEW as PASSWORD } from './steps.ts';
import { test } from './test.ts';

/* The desk of accounts: found, looked at, given what they may do, suspended and let in again. */

/** Where pictures of the pages go, when somebody wants to look at them. */
const SHOTS = process.env['DESK_SHOTS'];

/** Each page in both lights, wide and narrow: nothing hangs over, and axe finds nothing. */
async function lookAt(page: Page, name: string): Promise<void> {
  await inEveryLook(page, async (look) => {
    expect(await overhangOf(page), look.name).toBeLessThanOrEqual(0);
    expect(await findings(page, look), look.name).toEqual([]);
    if (!SHOTS) return;
    mkdirSync(SHOTS, { recursive: true });
    await page.screenshot({ path: `${SHOTS}/${name} ${look.name}.png` });
  });
}

/** Finds somebody at the desk and opens their page. */
async function openAt(desk: Page, username: string): Promise<void> {
  await desk.goto('/admin/users');
  await desk.getByLabel('Name, email or number').fill(username);
  await desk.getByRole('button', { name: 'Search' }).click();
  await desk.getByRole('link', { name: username, exact: true }).click();
  await expect(desk.getByRole('heading', { name: username })).toBeVisible();
}

test(
  'an admin finds an account and lets it change its name; the dialog opens, and the name is another one (IDENTITY-013)',
  { tag: '@long' },
  async ({ page, browser }) => {
    const device = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
    const name = await joinAsNew(device, newName(), '/?promo_form=0');
    await logIn(page, 'demo_admin', '/login?promo_form=0');
    await openAt(page, name);
    await lookAt(page, 'user');
    await page.getByRole('button', { name: 'Roles…' }).click();
    const roles = page.getByRole('dialog', { name: `Roles of ${name}` });
    await roles.getByRole('switch', { name: 'May change the username once' }).click();
    await lookAt(page, 'roles');
    await roles.getByRole('button', { name: 'Save' }).click();
    await expect(roles).toBeHidden();
    await expect(page.getByText('can_change_username: false → true')).toBeVisible();

    const wanted = newName();
    await device.goto('/?promo_form=0');
    const dialog = device.getByRole('dialog', { name: 'Choose another username' });
    await dialog.getByLabel('New username').fill('demo_viewer');
    await expect(dialog.getByText('This username is taken.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Change it' })).toBeDisabled();
    await dialog.getByLabel('New username').fill(wanted);
    await expect(dialog.getByText('It is free.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Change it' }).click();
    await expect
      .poll(() =>
        device
          .evaluate(async () => {
            const answer = await fetch('/api/v1/user/current');
            return ((await answer.json()) as { user: { username: string } }).user.username;
          })
          .catch(() => undefined),
      )
      .toBe(wanted);
    await openAt(page, wanted);
    await device.context().close();
  },
);

test(
  'an admin gives tokens, suspends somebody, whose page says why, and lifts it; on a phone too',
  { tag: '@full' },
  async ({ page, browser }) => {
    const device = await (await browser.newContext()).newPage();
    const name = await joinAsNew(device, newName(), '/?promo_form=0');
    await page.setViewportSize({ width: 360, height: 740 });
    await logIn(page, 'demo_admin', '/login?promo_form=0');
    await page.goto('/admin/users?q=nobody_has_this_name');
    await expect(page.getByText('No matching accounts')).toBeVisible();
    await openAt(page, name);

    await page.getByRole('button', { name: 'Tokens…' }).click();
    const tokens = page.getByRole('dialog', { name: `Tokens of ${name}` });
    await tokens.getByLabel('Tokens').fill('40');
    await tokens.getByLabel('Reason').fill('A stream broke off');
    await tokens.getByRole('button', { name: 'Book' }).click();
    await expect(page.getByRole('link', { name: '40 tokens' })).toBeVisible();

    await page.getByRole('button', { name: 'Suspend…' }).click();
    const suspend = page.getByRole('dialog', { name: `Suspend ${name}` });
    await suspend.getByLabel('Reason').selectOption('A payment');
    await suspend.getByLabel('What the person sees').fill('A bank has asked for a payment back.');
    await lookAt(page, 'suspend');
    await suspend.getByRole('button', { name: 'Suspend the account' }).click();
    await expect(page.getByRole('button', { name: 'Lift suspension' })).toBeVisible();
    await lookAt(page, 'suspended');

    await device.goto('/login?promo_form=0');
    await device.getByLabel('Username or email').fill(name);
    await device.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await device.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await expect(device.getByText('A bank has asked for a payment back.')).toBeVisible();

    await page.getByRole('button', { name: 'Lift suspension' }).click();
    await expect(page.getByRole('button', { name: 'Lift suspension' })).toBeHidden();
    await page.goto('/admin/users');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await lookAt(page, 'users');
    await device.context().close();
  },
);
