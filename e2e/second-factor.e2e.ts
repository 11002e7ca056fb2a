import { expect, type Page } from '@playwright/test';
import { codeAt } from '../apps/site/src/features/second-factor/testing-app.ts';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { joinAsNew, PASSWORD_OF_NEW as PASSWORD } from './steps.ts';
import { test } from './test.ts';

/* More than a password: the second step from its set-up to its end, and passkeys of a real browser. */

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Gives name and password on the page /login, until the server has answered. */
async function givePassword(page: Page, username: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
}

const expectIn = (page: Page) => expect(page.getByRole('button', { name: 'Your account' })).toBeVisible();

test(
  'a second step is set up, asked for at log-in, and switched off by a recovery code (IDENTITY-025)',
  { tag: '@full' },
  async ({ page, browser }) => {
    const username = await joinAsNew(page);
    await page.goto('/account/settings/security');
    const part = section(page, 'Two-step login');
    await part.getByRole('button', { name: 'Set up' }).click();
    const setup = page.getByRole('dialog', { name: 'Set up an authenticator app' });
    await expect(setup.getByRole('img', { name: 'Picture for your authenticator app' })).toBeVisible();
    const key = (await setup.locator('b').innerText()).replaceAll(' ', '');
    await inEveryLook(page, async (look) => {
      expect(await overhangOf(page), look.name).toBeLessThanOrEqual(0);
      expect(await findings(page, look), look.name).toEqual([]);
    });
    await setup.getByLabel('Six-digit code that the app shows').fill(codeAt(key, Date.now()));
    await setup.getByRole('button', { name: 'Switch it on' }).click();
    const shown = page.getByRole('dialog', { name: 'Your recovery codes' });
    await expect(shown.getByRole('listitem')).toHaveCount(10);
    const codes = await shown.getByRole('listitem').allInnerTexts();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      shown.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('recovery-codes.txt');
    await inEveryLook(page, async (look) => {
      expect(await overhangOf(page), look.name).toBeLessThanOrEqual(0);
      expect(await findings(page, look), look.name).toEqual([]);
    });
    await shown.getByRole('button', { name: 'I have saved them' }).click();
    await expect(part.getByText('10 of 10 recovery codes left')).toBeVisible();
    const own = await page.evaluate(async () => (await fetch('/api/v1/user/current')).json());
    expect(own).toMatchObject({ user: { has_2faEnabled: true, two_factor_auth_type: 'totp' } });

    await test.step('a log-in asks for the code; a wrong one and a used one are not taken', async () => {
      const other = await (await browser.newContext()).newPage();
      await givePassword(other, username);
      const field = other.getByLabel('Six-digit code');
      await expect(field).toBeFocused();
      await inEveryLook(other, async (look) => {
        expect(await overhangOf(other), look.name).toBeLessThanOrEqual(0);
        expect(await findings(other, look), look.name).toEqual([]);
      });
      await field.pressSequentially(codeAt(key, Date.now() + 3_600_000));
      await expect(other.getByText(/^That code was not accepted/u)).toBeVisible();
      // That of the coming period: the one of now has switched the step on.
      await field.fill(codeAt(key, Date.now() + 30_000));
      await expectIn(other);
    });

    await test.step('on a narrow screen a recovery code is as good', async () => {
      const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
      const phone = await context.newPage();
      await givePassword(phone, username);
      await phone.getByRole('button', { name: 'Use a recovery code' }).click();
      await phone.getByLabel('Recovery code').fill(codes[0]!);
      await phone.getByLabel('Recovery code').press('Enter');
      await expectIn(phone);
    });

    await test.step('it is switched off with a code, and the password alone is enough', async () => {
      await page.reload();
      await expect(part.getByText('9 of 10 recovery codes left')).toBeVisible();
      await part.getByRole('button', { name: 'Switch off' }).click();
      const off = page.getByRole('dialog', { name: 'Switch off two-step login?' });
      await off.getByLabel('Code from the app, or a recovery code').fill(codes[1]!);
      await off.getByRole('button', { name: 'Switch it off' }).click();
      await expect(part.getByRole('button', { name: 'Set up' })).toBeVisible();
      const other = await (await browser.newContext()).newPage();
      await givePassword(other, username);
      await expectIn(other);
    });
  },
);

test(
  'a passkey is made, logs in without a name, and is taken away',
  { tag: '@long' },
  async ({ page, browser }) => {
    // An authenticator of the browser itself, which verifies its person.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const username = await joinAsNew(page);
    await page.goto('/account/settings/security');
    const part = section(page, 'Passkeys');
    await expect(part.getByText('You have none yet.')).toBeVisible();
    await part.getByRole('button', { name: 'Add a passkey' }).click();
    const naming = page.getByRole('dialog', { name: 'Add a passkey' });
    await naming.getByLabel('Name in your list').fill('Laptop');
    await naming.getByRole('button', { name: 'Continue' }).click();
    await expect(part.getByText('Laptop')).toBeVisible();
    await inEveryLook(page, async (look) => {
      expect(await overhangOf(page), look.name).toBeLessThanOrEqual(0);
      expect(await findings(page, look), look.name).toEqual([]);
    });

    await test.step('it logs in, without a name', async () => {
      await page.context().clearCookies();
      await page.goto('/login?return_to=/account/settings/security');
      await page.getByRole('main').getByRole('button', { name: 'Use a passkey' }).click();
      await expect(part.getByText('Laptop')).toBeVisible();
      await expect(part.getByText(/used/u)).toBeVisible();
    });

    await test.step('taken away, it logs in nobody, and other devices are signed out', async () => {
      const other = await (await browser.newContext()).newPage();
      await givePassword(other, username);
      await expectIn(other);
      await part.getByRole('button', { name: 'Remove Laptop' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await expect(part.getByText('You have none yet.')).toBeVisible();
      await expect(other.getByRole('button', { name: 'Your account' })).toHaveCount(0);
      await page.context().clearCookies();
      await page.goto('/login');
      await page.getByRole('main').getByRole('button', { name: 'Use a passkey' }).click();
      await expect(page.getByRole('alert')).toContainText('The passkey was not accepted');
    });
  },
);
