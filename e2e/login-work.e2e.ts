import { expect, request } from '@playwright/test';
import { test } from './test.ts';

/* Somebody logs in from a browser that nobody knows, while strangers try stolen passwords. */

test.use({ siteEnv: { TRUSTED_HOPS: '1' } });

test(
  'whose browser is not known does some work first while very many fail, and gets in',
  { tag: '@long' },
  async ({ browser, baseURL }) => {
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
    const context = await browser.newContext({
      baseURL: baseURL!,
      extraHTTPHeaders: { 'X-Forwarded-For': '198.51.100.7' },
    });
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
    await context.close();
  },
);
