import { createHmac } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { logIn, newName } from './steps.ts';
import { test } from './test.ts';

/* Somebody whom a partner sends: finishes the account, logs out to the partner, and comes back by a link. */

const looksRight = (page: Page) =>
  inEveryLook(page, async (look) => {
    expect(await overhangOf(page), look.name).toBeLessThanOrEqual(0);
    expect(await findings(page, look), look.name).toEqual([]);
  });

/** A call as the page's own code makes it. */
const callAs = <T>(page: Page, path: string, body: object): Promise<T> =>
  page.evaluate(
    async ([to, given]) => {
      const { csrf } = (await (await fetch('/api/v1/site_config')).json()) as { csrf: string };
      const answer = await fetch(`/api/v1${to}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-csrf-token': csrf },
        body: JSON.stringify(given),
      });
      if (!answer.ok) throw new Error(await answer.text());
      return (await answer.json()) as never;
    },
    [path, body] as const,
  );

const nameOf = (page: Page) =>
  page.evaluate(async () => {
    const answer = await fetch('/api/v1/user/current');
    return ((await answer.json()) as { user: { username: string } }).user.username;
  });

test(
  'an account that a partner has begun is finished, goes home to the partner, and comes back by a link (IDENTITY-004) (IDENTITY-007) (IDENTITY-033)',
  { tag: '@long' },
  async ({ page, browser, request }) => {
    const desk = await (await browser.newContext()).newPage();
    await logIn(desk, 'demo_admin');
    const domain = `${newName()}.example.com`;
    const partner = await callAs<{ id: string; secret: string }>(desk, '/admin/partners', {
      name: 'Gift Cards',
      domain,
    });
    const [email, username] = [`${newName()}@example.org`, newName()];
    /** What the partner's own server asks for. */
    const ask = async (kind: 'register' | 'login', more: string): Promise<string> => {
      const at = Math.floor(Date.now() / 1000);
      const mac = createHmac('sha256', partner.secret)
        .update([kind, partner.id, String(at), email, more].join('\n'))
        .digest('hex');
      const isLogin = kind === 'login';
      const answer = await request.post(`/api/v1/partners/${isLogin ? 'logins' : 'registrations'}`, {
        data: {
          partner: partner.id,
          at,
          email,
          mac,
          ...(isLogin ? { return_to: more } : { suggested_username: more }),
        },
      });
      const { pathname, search } = new URL(((await answer.json()) as { url: string }).url);
      return `${pathname}${search}`;
    };

    await test.step('the account is finished', async () => {
      await page.goto(await ask('register', username));
      await expect(page.getByText('You come from Gift Cards')).toBeVisible();
      await expect(page.getByLabel('Username')).toHaveValue(username);
      await looksRight(page);
      await page.getByRole('button', { name: /^Day/u }).press('Enter');
      for (const choice of ['7', 'May']) {
        await expect(page.getByRole('listbox').getByRole('option').first()).toBeFocused();
        await page.getByRole('option', { name: choice, exact: true }).press('Enter');
      }
      const year = page.getByRole('option', { name: /^19\d\d$/u });
      for (let press = 0; press < 4 && (await year.count()) === 0; press += 1)
        await page.keyboard.press('PageDown');
      await page.keyboard.press('Home');
      await page.keyboard.press('Enter');
      await page.getByRole('radio', { name: 'Woman' }).press('Enter');
      await page.getByRole('checkbox', { name: /I am 18 or older/u }).press('Space');
      await page.getByRole('main').getByRole('button', { name: 'Join free' }).click();
      await page.waitForURL((url) => url.pathname === '/');
      await expect.poll(() => nameOf(page)).toBe(username);
    });

    await test.step('who logs out goes to the partner', async () => {
      await page.route(`https://${domain}/`, (route) => route.fulfill({ body: 'home of the partner' }));
      await page.getByRole('button', { name: 'Your account' }).click();
      await page.getByRole('menuitem', { name: 'Log out' }).click();
      await expect(page).toHaveURL(`https://${domain}/`);
    });

    await test.step('and comes back by a link of the partner, once', async () => {
      const link = await ask('login', '/girls');
      await page.goto(link);
      await looksRight(page);
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
      await page.waitForURL((url) => url.pathname === '/girls');
      await expect.poll(() => nameOf(page)).toBe(username);
      const device = await (await browser.newContext()).newPage();
      await device.goto(link);
      await device.getByRole('main').getByRole('button', { name: 'Log in' }).click();
      await expect(device.getByText('That did not work')).toBeVisible();
    });
  },
);
