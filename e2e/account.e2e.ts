import { expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { joinAsNew, newName, PASSWORD_OF_NEW as PASSWORD } from './steps.ts';
import { test } from './test.ts';

/* No dead ends around an account: every page of it is reached, works once, and says what to do next. */

const NEW_PASSWORD = 'another one for 1974';

/** The link of the newest mail of a subject to an address, as its owner would press it. */
async function linkTo(page: Page, to: string, subject: string): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const mails = await (await page.request.get('/dev/mail')).text();
    const mail = mails.split('<article>').find((text) => text.includes(subject) && text.includes(to));
    link = /(\/(?:reset|confirm|keep-email)\/[\w-]{43})/u.exec(mail ?? '')?.[1];
    expect(link).toBeTruthy();
  }).toPass();
  return link!;
}

/** Presses until the page has answered: a press before it has become interactive does nothing. */
const pressUntil = (page: Page, button: string, shown: string) =>
  expect(async () => {
    const key = page.getByRole('button', { name: button, exact: true });
    if (await key.isVisible()) await key.click({ timeout: 5_000 });
    await expect(page.getByText(shown, { exact: true }).first()).toBeVisible({ timeout: 5_000 });
  }).toPass();

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a forgotten password is set anew by mail; a used link says what to do next (IDENTITY-012)', async ({
  page,
  browser,
}) => {
  const username = newName();
  await joinAsNew(await (await browser.newContext()).newPage(), username);
  await page.goto('/login');
  await page.getByLabel('Username or email').fill(username);
  await expect(async () => {
    await page.getByRole('button', { name: 'Forgot it?' }).click({ timeout: 5_000 });
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 5_000 });
  }).toPass();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Username or email')).toHaveValue(username);
  await expect(page).toHaveURL(/modal=forgot-password/u);
  await dialog.getByLabel('Username or email').press('Enter');
  await expect(dialog.getByText(`If ${username} has an account, a link is on its way.`)).toBeVisible();

  const link = await linkTo(page, `${username}@example.org`, 'Set a new password');
  // Two tabs of another device.
  const device = await browser.newContext();
  const [one, two] = [await device.newPage(), await device.newPage()];
  // The first is filled in before its scripts have come, as somebody quick does on a slow line.
  const filled = Promise.withResolvers<void>();
  await one.route(/\.js$/u, (route) => filled.promise.then(() => route.continue()));
  await one.goto(link, { waitUntil: 'commit' });
  await one.getByLabel('New password').fill(NEW_PASSWORD);
  filled.resolve();
  await two.goto(link);
  await two.getByLabel('New password').fill(NEW_PASSWORD);
  expect(await overhangOf(one)).toBeLessThanOrEqual(0);
  await pressUntil(one, 'Set the password', 'Your password is set');
  await pressUntil(two, 'Set the password', 'This link has been used');
  await two.getByRole('button', { name: 'Send another link' }).click();
  await expect(two.getByRole('dialog', { name: 'Reset your password' })).toBeVisible();

  await one.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await one.getByLabel('Username or email').fill(username);
  await one.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await expect(async () => {
    if (new URL(one.url()).pathname !== '/login') return;
    await one.getByRole('main').getByRole('button', { name: 'Log in' }).click({ timeout: 5_000 });
    await one.waitForURL((url) => url.pathname !== '/login', { timeout: 5_000 });
  }).toPass();
});

for (const how of ['a press', 'Enter'] as const)
  test(
    `${how} on the log-in page counts before its scripts have come`,
    { tag: how === 'Enter' ? '@long' : [] },
    async ({ page }) => {
      const pressed = Promise.withResolvers<void>();
      await page.route(/\.js$/u, (route) => pressed.promise.then(() => route.continue()));
      await page.goto('/login', { waitUntil: 'commit' });
      await page.getByLabel('Username or email').fill('demo_viewer');
      await page.getByLabel('Password', { exact: true }).fill('demo-password');
      if (how === 'Enter') await page.getByLabel('Password', { exact: true }).press('Enter');
      else await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
      pressed.resolve();
      await page.waitForURL((url) => url.pathname !== '/login');
      await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible();
    },
  );

test(
  'an address is confirmed by its mail, and another takes its place (IDENTITY-014) (IDENTITY-018)',
  { tag: '@long' },
  async ({ page, browser }) => {
    const username = newName();
    await joinAsNew(page, username);
    await page.goto('/account/settings/security');
    const email = section(page, 'Email');
    await expect(email.getByText('Not confirmed')).toBeVisible();
    await expect(email.getByRole('button', { name: /^Send again in/u })).toBeDisabled();
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Confirm your email' }).click();
    await expect(page.getByRole('dialog').getByText(`${username}@example.org`)).toBeVisible();
    await page.keyboard.press('Escape');

    // A room says what opens its chat, and opens it once the link was pressed somewhere else.
    const room = await page.context().newPage();
    await room.goto('/marlowe_diallo');
    await room.getByRole('button', { name: 'Not there?' }).click();
    await expect(room.getByRole('dialog').getByText(`${username}@example.org`)).toBeVisible();
    await room.keyboard.press('Escape');
    await expect(room.getByLabel('Message', { exact: true })).toBeDisabled();

    const elsewhere = await (await browser.newContext()).newPage();
    const link = await linkTo(page, `${username}@example.org`, 'Confirm your email');
    await elsewhere.goto(link);
    await pressUntil(elsewhere, 'Confirm the address', 'Email confirmed');
    await room.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await room.getByLabel('Message', { exact: true }).fill('good evening');
    await room.keyboard.press('Enter');
    await expect(room.getByRole('log').getByText('good evening').last()).toBeVisible();
    await room.close();
    await elsewhere.goto(link);
    await pressUntil(elsewhere, 'Confirm the address', 'This link has been used');
    await expect(elsewhere.getByRole('link', { name: 'Log in to get a new one' })).toBeVisible();

    await page.reload();
    await expect(email.getByText('Confirmed', { exact: true })).toBeVisible();
    await email.getByLabel('New address').fill(`${username}.new@example.org`);
    await email.getByLabel('Password, to change the address').fill(PASSWORD);
    await email.getByRole('button', { name: 'Send a link there' }).click();
    await expect(email.getByText(`${username}.new@example.org is not confirmed yet`)).toBeVisible();
    await elsewhere.goto(await linkTo(page, `${username}.new@example.org`, 'Confirm your email'));
    await pressUntil(elsewhere, 'Confirm the address', 'Email confirmed');
    await elsewhere.goto(
      await linkTo(page, `${username}@example.org`, 'Your email address is to be changed'),
    );
    await pressUntil(elsewhere, 'Keep my address', 'Your address is unchanged');
    // The page of whoever changed it loads itself anew, as a guest.
    await expect(page).toHaveURL(/\/login/u);
  },
);

test(
  'log-ins are seen and ended, a changed password ends the others, in every look',
  { tag: '@long' },
  async ({ page, browser }) => {
    const username = newName();
    await joinAsNew(page, username);
    const other = await (await browser.newContext()).newPage();
    await other.goto('/login');
    await other.getByLabel('Username or email').fill(username);
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await expect(async () => {
      if (new URL(other.url()).pathname !== '/login') return;
      await other.getByRole('main').getByRole('button', { name: 'Log in' }).click({ timeout: 5_000 });
      await other.waitForURL((url) => url.pathname !== '/login', { timeout: 5_000 });
    }).toPass();
    await other.goto('/account/settings/chat');
    await expect(other.getByRole('heading', { name: 'Settings' })).toBeVisible();

    await page.goto('/account/settings/security');
    const list = section(page, 'Where you are logged in');
    await expect(list.getByText('This device')).toBeVisible();
    await inEveryLook(page, async (look) => {
      await expect(list.getByText('This device')).toBeVisible();
      expect(await overhangOf(page), look.name).toBeLessThanOrEqual(0);
      expect(await findings(page, look), look.name).toEqual([]);
    });
    await list.getByRole('button', { name: /^Log out Chrome on/u }).click();
    await expect(list.getByRole('button', { name: /^Log out/u })).toHaveCount(0);
    await expect(other).toHaveURL(/\/login/u);

    const password = section(page, 'Password');
    await password.getByLabel('Current password').fill('wrong');
    await password.getByLabel('New password').fill(NEW_PASSWORD);
    await password.getByLabel('New password').press('Enter');
    await expect(password.getByText('That is not your password.')).toBeVisible();
    await password.getByLabel('Current password').fill(PASSWORD);
    await password.getByRole('button', { name: 'Change password' }).click();
    await expect(password.getByText('Saved', { exact: true })).toBeVisible();
    await page.reload();
    await expect(list.getByText('This device')).toBeVisible();
  },
);

test('an address that leads nowhere keeps the header and the navigation, and offers ways on (SHELL-004)', async ({
  page,
}) => {
  for (const path of ['/nobody_is_here_at_all/and/nothing', '/nobody_is_here']) {
    expect((await page.goto(path))!.status()).toBe(404);
    await inEveryLook(page, async (look) => {
      await expect(page.getByRole('main')).toHaveCount(1);
      await expect(page.getByRole('banner')).toHaveCount(1);
      await expect(page.getByRole('contentinfo')).toHaveCount(1);
      await expect(page.getByRole('main').getByRole('link', { name: 'Home' })).toBeVisible();
      expect(await overhangOf(page), look.name).toBeLessThanOrEqual(0);
      expect(await findings(page, look), look.name).toEqual([]);
    });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByText('Live instead')).toBeVisible();
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: /not exist|not found/iu })).toHaveCount(0);
});
