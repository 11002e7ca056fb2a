import { expect, type Locator, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { logIn } from './steps.ts';
import { test } from './test.ts';

/* What a person sets stays set, is said to be saved, and is taken back where the server refuses. */

/** Chooses until it shows: a choice made before the page has become interactive does nothing. */
const choose = (select: Locator, value: string, shown: Locator) =>
  expect(async () => {
    await select.selectOption(value, { timeout: 10_000 });
    await expect(shown).toBeVisible({ timeout: 10_000 });
  }).toPass();

const section = (page: Page, name: string) => page.getByRole('region', { name });

test('settings are saved one by one, and refused ones say so (SETTINGS-001) (SETTINGS-003)', async ({
  page,
}) => {
  await logIn(page, 'demo_webmaster');
  await page.goto('/account/settings/notifications');
  const sounds = section(page, 'Sounds');
  const sound = sounds.getByRole('switch', { name: 'Sound for private messages' });
  await expect(sound).toBeChecked();
  await sound.focus();
  await page.keyboard.press('Space');
  await expect(sounds.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(sound).toBeVisible();
  await expect(sound).not.toBeChecked();

  await test.step('invisible mode needs a membership; the choice goes back', async () => {
    await page.getByRole('link', { name: 'Privacy' }).click();
    const sight = section(page, 'Invisible mode');
    const unlisted = sight.getByRole('radio', { name: /^Not in lists/u });
    await expect(sight.getByRole('radio', { name: 'Visible' })).toBeChecked();
    await unlisted.click();
    await expect(sight.getByText('Not saved')).toBeVisible();
    await expect(sight.getByText(/not available for your account/u)).toBeVisible();
    await expect(unlisted).not.toBeChecked();
  });

  await test.step('somebody ignored can be taken from the list', async () => {
    await page.evaluate(async () => {
      const { csrf } = (await (await fetch('/api/v1/site_config')).json()) as { csrf: string };
      await fetch('/api/v1/user/demo_viewer/ignore', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-csrf-token': csrf },
        body: JSON.stringify({ ignored: true }),
      });
    });
    await page.reload();
    const list = section(page, 'Ignored people');
    await list.getByRole('button', { name: 'No longer ignore demo_viewer' }).click();
    await expect(list.getByText('You ignore nobody.', { exact: false })).toBeVisible();
    await page.reload();
    await expect(
      section(page, 'Ignored people').getByText('You ignore nobody.', { exact: false }),
    ).toBeVisible();
  });

  await page.goto('/account/settings/prices');
  await expect(page.getByText('This part is for performers')).toBeVisible();
  expect((await page.goto('/account/settings/nothing'))!.status()).toBe(404);
});

test(
  'the lights of an account are the same in every browser, and change on every open page at once (SETTINGS-029) (SETTINGS-006)',
  { tag: '@long' },
  async ({ page, browser }) => {
    const theme = (of: Page) => of.locator('html').getAttribute('data-theme');
    await page.emulateMedia({ colorScheme: 'dark' });
    await logIn(page, 'demo_studio');
    await page.goto('/account/settings/chat');
    const other = await (await browser.newContext({ colorScheme: 'dark' })).newPage();
    await logIn(other, 'demo_studio');
    // It hears of a change once it is connected.
    let isConnected = false;
    other.on('websocket', (socket) => {
      if (socket.url().endsWith('/ws/lobby')) socket.on('framereceived', () => (isConnected = true));
    });
    await other.goto('/');
    await expect.poll(() => isConnected).toBe(true);
    const lights = section(page, 'Theme');
    await lights.getByRole('radio', { name: 'Light' }).click();
    await expect(lights.getByText('Saved', { exact: true })).toBeVisible();
    for (const one of [page, other]) await expect.poll(() => theme(one)).toBe('light');
    await other.reload();
    expect(await theme(other)).toBe('light');
    await lights.getByRole('radio', { name: 'Same as device' }).click();
    for (const one of [page, other]) await expect.poll(() => theme(one)).toBe('dark');
    await other.context().close();
  },
);

test(
  'a performer sets up the room: welcome line, prices that fit, blocked places',
  { tag: '@long' },
  async ({ page }) => {
    await logIn(page, 'demo_model');
    await page.goto('/account/settings/broadcast');
    const welcome = section(page, 'Welcome line');
    await welcome.getByLabel('Text').fill('Requests for tonight are open');
    await welcome.getByRole('button', { name: 'Save' }).click();
    await expect(welcome.getByText('Saved', { exact: true })).toBeVisible();
    await page.goto('/account/settings/prices');
    const prices = section(page, 'Private shows');
    const saved = prices.getByText('Saved', { exact: true });
    await choose(prices.getByLabel('A private', { exact: true }), '12', saved);
    await choose(prices.getByLabel('Spying on a private'), '30', prices.getByText('Not saved'));
    await expect(prices.getByLabel('Spying on a private')).toHaveValue('6');
    await choose(prices.getByLabel('A private', { exact: true }), '30', saved);
    await page.goto('/account/settings/blocking');
    const places = section(page, 'Places');
    const remove = places.getByRole('button', { name: 'Remove Antarctica' });
    // What the page loads may still come after the first choice, and shows what was there before it.
    await expect(async () => {
      await places.getByLabel('Search the countries').fill('antar', { timeout: 10_000 });
      await places.getByRole('checkbox', { name: 'Antarctica' }).check({ timeout: 10_000 });
      await remove.click({ timeout: 10_000 });
    }).toPass();
    await expect(places.getByRole('button')).toHaveCount(0);
    await expect(places.getByText('Saved', { exact: true })).toBeVisible();
  },
);

test(
  'a fan club is read by everybody, and none is the page of an address that does not exist (FANCLUB-002) (FANCLUB-006)',
  { tag: '@long' },
  async ({ page }) => {
    expect((await page.goto('/demo_viewer/fanclub'))!.status()).toBe(404);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/demo_model/fanclub');
      await expect(page).toHaveTitle('Demo Model fan club');
      await expect(page.getByRole('heading', { name: 'Demo Model fan club' })).toBeVisible();
      for (const name of ['Supporter', 'Insider', 'Legend'])
        await expect(page.getByRole('heading', { name })).toBeVisible();
      if (process.env['SHOTS'])
        await page.screenshot({ path: `${process.env['SHOTS']}/fanclub-${width}.png` });
      expect(await findings(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  },
);

test(
  'axe finds nothing on the settings, and nothing is wider than the window',
  { tag: '@long' },
  async ({ page }) => {
    await logIn(page, 'demo_model');
    for (const tab of ['chat', 'privacy', 'notifications', 'broadcast', 'prices', 'blocking']) {
      await page.goto(`/account/settings/${tab}`);
      await expect(page.getByRole('region').first()).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await inEveryLook(page, async (look) => {
        if (process.env['SHOTS'])
          await page.screenshot({
            path: `${process.env['SHOTS']}/settings-${tab}-${look.name.replaceAll(' ', '-')}.png`,
          });
        expect(await findings(page, look), `${tab}, ${look.name}`).toEqual([]);
        expect(await overhangOf(page), `${tab}, ${look.name}`).toBeLessThanOrEqual(0);
      });
    }
  },
);
