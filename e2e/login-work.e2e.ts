import { expect, request } from '@playwright/test';
import { joinAsNew, PASSWORD_OF_NEW as PASSWORD } from './steps.ts';
import { test } from './test.ts';

/* Somebody logs in, and links an account, from a browser that nobody knows, while strangers try stolen passwords. */

test.use({ siteEnv: { TRUSTED_HOPS: '1' } });

test(
  'whose browser is not known does some work first while very many fail, and gets in; so does who links an account',
  { tag: '@long' },
  async ({ browser, baseURL }) => {
    const from = (address: string) =>
      browser.newContext({ baseURL: baseURL!, extraHTTPHeaders: { 'X-Forwarded-For': address } });
    const [first, second] = [await from('198.51.100.8'), await from('198.51.100.9')];
    const [mine, others] = [await first.newPage(), await second.newPage()];
    await joinAsNew(mine);
    const other = await joinAsNew(others);
    const codes = new Set<string>();
    for (let at = 0; at < 21; at++) {
      const stranger = await request.newContext({
        baseURL: baseURL!,
        extraHTTPHeaders: {
          'X-Forwarded-For': `203.0.113.${at + 1}`,
          'sec-fetch-site': 'same-origin',
          origin: baseURL!,
        },
      });
      const { csrf } = (await (await stranger.get('/api/v1/site_config')).json()) as { csrf: string };
      for (let name = 0; name < 5; name++) {
        const answer = await stranger.post('/api/v1/auth/login', {
          headers: { 'x-csrf-token': csrf },
          data: { login: `nobody_${at}_${name}`, password: 'stolen password' },
        });
        codes.add(((await answer.json()) as { code: string }).code);
      }
      await stranger.dispose();
    }
    expect([...codes]).toEqual(['identity.bad_credentials', 'identity.captcha_required']);
    const context = await from('198.51.100.7');
    const page = await context.newPage();
    const answers: number[] = [];
    page.on('response', (answer) => {
      if (answer.url().endsWith('/auth/login')) answers.push(answer.status());
    });
    await page.goto('/login?promo_form=0');
    await page.getByLabel('Username or email').fill('demo_viewer');
    await page.getByLabel('Password', { exact: true }).fill('demo-password');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.waitForURL((url) => url.pathname !== '/login');
    expect(answers).toEqual([400, 200]);
    const links: number[] = [];
    mine.on('response', (answer) => {
      if (answer.url().endsWith('/user/linked_accounts') && answer.request().method() === 'POST')
        links.push(answer.status());
    });
    await mine.goto('/account/settings/linked');
    await mine.getByLabel('Username or email of the other account').fill(other);
    await mine.getByLabel('Its password').fill(PASSWORD);
    await mine.getByRole('button', { name: 'Link the account' }).click();
    await expect(mine.getByRole('button', { name: `Switch to ${other}` })).toBeVisible();
    expect(links).toEqual([400, 200]);
    for (const each of [context, first, second]) await each.close();
  },
);
