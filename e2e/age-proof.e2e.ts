import { createHmac } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { deriveSecret } from '../apps/site/src/app/config.ts';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { ROOT_SECRET } from './site-data.ts';
import { test } from './test.ts';

/* France: a proof of age that nobody can link, from an issuer that is not told which site asks. */

test.use({ siteEnv: { TRUSTED_HOPS: '1', COUNTRY_HEADER: 'X-Country', REGION_HEADER: 'X-Region' } });

/** Where pictures of the page go, when somebody wants to look at them. */
const SHOTS = process.env['AGE_SHOTS'];

interface Issued {
  readonly pageHeaders: Readonly<Record<string, string>>;
  readonly signHeaders: Readonly<Record<string, string>>;
}

/** Everything that the issuer has seen of the people whom it gave a proof. */
async function readTranscript(issuer: string): Promise<readonly Issued[]> {
  const secret = Buffer.from(deriveSecret(Buffer.from(ROOT_SECRET, 'hex'), 'sandbox')).toString('hex');
  const answer = await fetch(`${issuer}transcript`, {
    method: 'POST',
    body: '{}',
    headers: {
      'content-type': 'application/json',
      'x-signature': createHmac('sha256', secret).update('{}').digest('hex'),
    },
  });
  return ((await answer.json()) as { readonly issued: readonly Issued[] }).issued;
}

/** Goes to the issuer as the page's link leads, says what the person is, and comes back with the code. */
async function visitIssuer(page: Page, outcome: string): Promise<string> {
  const opened = page.context().waitForEvent('page');
  const link = page.getByRole('link', { name: 'Open Sandbox age proof in a new tab' });
  // By keyboard, as all of it.
  await link.focus();
  await page.keyboard.press('Enter');
  const issuer = await opened;
  expect(await issuer.evaluate(() => [document.referrer, String(globalThis.opener)])).toEqual(['', 'null']);
  await issuer.getByRole('button', { name: outcome }).click();
  await expect(issuer.getByRole('heading', { name: /^(?:Your code|No code)$/u })).toBeVisible();
  const code = await issuer.locator('output').allTextContents();
  await issuer.close();
  return code[0] ?? '';
}

test(
  'in France somebody shows their age without their name: the issuer gives a code, the page has it signed unseen, and nothing that the issuer sees names the site (AGE-VERIFICATION-029) (AGE-VERIFICATION-030)',
  { tag: '@long' },
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      baseURL: baseURL!,
      // At the site alone: a real issuer is not sent what the proxy in front of the site says.
      viewport: { width: 360, height: 740 },
    });
    await context.route(`${baseURL}/**`, (route, request) =>
      route.continue({
        headers: { ...request.headers(), 'x-country': 'FR', 'x-forwarded-for': '192.0.2.77' },
      }),
    );
    const page = await context.newPage();
    await page.goto('/verify-age');
    await page.getByRole('radio', { name: /^Document/u }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Prove your age without your name' })).toBeVisible();
    await expect(page.getByText('It is not told which site you are visiting.')).toBeVisible();
    await expect(page.getByText('We learn that you are an adult, but not who you are.')).toBeVisible();
    await inEveryLook(page, async (look) => {
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/age proof ${look.name}.png`, fullPage: true });
      expect(await findings(page, look), look.name).toEqual([]);
      expect(await overhangOf(page), look.name).toBeLessThanOrEqual(0);
    });

    const field = page.getByLabel('Code');
    const send = async (code: string) => {
      await field.fill(code);
      await field.press('Enter');
    };
    await send('ABC');
    await expect(page.getByText('A code has twelve characters, such as ABCD-EFGH-JKMN.')).toBeVisible();
    await send('AAAA-BBBB-CCCC');
    await expect(page.getByText(/^This code is not valid, was already used/u)).toBeVisible();
    expect(await visitIssuer(page, 'Fail: under 18')).toBe('');

    const link = page.getByRole('link', { name: 'Open Sandbox age proof in a new tab' });
    const issuer = (await link.getAttribute('href'))!;
    const shown = page.waitForRequest((request) => request.url().endsWith('/age-verification/proof'));
    const code = await visitIssuer(page, 'I am an adult');
    // However it is typed.
    await send(code.toLowerCase().replaceAll('-', ' '));
    const sent = (await shown).postData()!;
    expect(sent).not.toContain(code);
    await expect(page.getByRole('heading', { name: 'Your age is verified' })).toBeVisible();

    const issued = await readTranscript(issuer);
    expect(issued).toHaveLength(1);
    const [seen] = issued;
    expect(seen!.signHeaders['origin']).toBe('null');
    expect(seen!.signHeaders).not.toHaveProperty('referer');
    expect(seen!.signHeaders).not.toHaveProperty('cookie');
    expect(JSON.stringify(seen)).not.toContain(new URL(baseURL!).host);

    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.locator('html')).not.toHaveAttribute('data-age-unverified', '');
    await context.close();
  },
);
