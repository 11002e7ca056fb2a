import { expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { joinAndBuy, joinAsNew, newName, settlePage } from './steps.ts';
import { test } from './test.ts';

/* Free tokens: the offer, the wheels with their draws to check, a code, and what waits for a confirmed address. */

test.use({
  siteEnv: { PROMO_DAILY_TOKENS: '1000000' },
  contextOptions: { reducedMotion: 'no-preference' },
});

/** Joins as somebody new whose address is not confirmed. */
const join = (page: Page) => joinAsNew(page, newName(), '/?promo_form=0');

/** The link of the newest mail that asks somebody to confirm. */
async function confirmLink(page: Page, username: string): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const mails = await (await page.request.get('/dev/mail')).text();
    const mail = mails.split('<article>').find((text) => text.includes(`${username}@example.org`));
    link = /(\/confirm\/[\w-]{43})/u.exec(mail ?? '')?.[1];
    expect(link).toBeTruthy();
  }).toPass();
  return link!;
}

const me = async (page: Page) =>
  (await (await page.request.get('/api/v1/user/current')).json()) as {
    tokens: number;
    user: { free_tokens_on_hold: number };
  };
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

test('a guest is shown the offer on page load, and its button leads to registration (PROMO-003) (PROMO-014) (PROMO-020)', async ({
  page,
}) => {
  await page.goto('/');
  const offer = dialog(page, '20 free tokens');
  await expect(offer).toBeVisible();
  await offer.getByRole('button', { name: 'Join free' }).click();
  await page.waitForURL((url) => url.pathname === '/register');
  await expect(offer).toBeHidden();
});

test(
  'promo_form decides over the offer: 0 shows none, 1 shows it on /register too, and anything else says nothing (PROMO-010)',
  { tag: '@long' },
  async ({ page }) => {
    const offer = dialog(page, '20 free tokens');
    const comes = async (path: string, isShown: boolean) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      const known = page.waitForResponse((answer) => answer.url().includes('/user/current'));
      await page.goto(path);
      await known;
      if (isShown) return expect(offer, path).toBeVisible();
      // Who is there is known, and the code of offers has come: one that is to be shown is asked for by now.
      await settlePage(page);
      expect(asked, path).not.toContain('/api/v1/billing/promos');
      await expect(offer, path).toBeHidden();
    };
    await comes('/?promo_form=0', false);
    await comes('/?promo_form=1', true);
    await comes('/?promo_form=2', true);
    await comes('/register', false);
    await comes('/register?promo_form=0', false);
    await comes('/register?promo_form=1', true);
  },
);

test(
  'visitors of a special campaign are shown the offer again a minute after they closed it (PROMO-015) (CONSTANTS-017)',
  { tag: '@long' },
  async ({ page }) => {
    await page.clock.install();
    await page.goto('/?advert_id=xv300wo&promo=nwh');
    const offer = dialog(page, '20 free tokens');
    await expect(offer).toBeVisible();
    await offer.getByRole('button', { name: 'Not now' }).click();
    await expect(offer).toBeHidden();
    await page.clock.fastForward(59_000);
    await expect(offer).toBeHidden();
    await page.clock.fastForward(2_000);
    await expect(offer).toBeVisible();
  },
);

test(
  'an advert of the address goes with the site’s configuration, its offers, its products and what is known of the visit (TRACKING-LOGGING-008)',
  { tag: '@long' },
  async ({ page, context, baseURL }) => {
    // Who agreed to adverts.
    await context.addCookies([{ name: 'cookie_consent', value: '010', url: baseURL! }]);
    const asked = new Map<string, string>();
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      const what = search + (request.postData() ?? '');
      if (what.includes('spring7')) asked.set(pathname.replace('/api/v1/', ''), what);
    });
    await page.goto('/?advert_id=spring7&promo_form=1');
    await dialog(page, '20 free tokens').getByRole('button', { name: 'Not now' }).click();
    for (const call of ['billing/promos', 'site_config', 'tracking'])
      await expect.poll(() => [...asked.keys()]).toContain(call);
    expect(asked.get('site_config')).toMatch(/[?&]id=spring7/);
    expect(asked.get('billing/promos')).toBe('?advert_id=spring7');
    expect(JSON.parse(asked.get('tracking')!)).toMatchObject({ advert_id: 'spring7' });
    await join(page);
    await page.goto('/account/tokens?advert_id=spring7&promo_form=0');
    await dialog(page, 'Spin the wheel').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Buy tokens' }).first().click();
    await expect.poll(() => asked.get('billing/products')).toContain('"advert_id":"spring7"');
  },
);

test(
  'the advert and the test of a visit go with what is asked of the site and of products (PROMO-011)',
  { tag: '@long' },
  async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/site_config?')) asked.push(new URL(request.url()).search);
      if (request.url().endsWith('/billing/products')) asked.push(request.postData() ?? '');
    });
    await join(page);
    await page.goto('/account/tokens?advert_id=xv300wo&custom_promo_test=b');
    await dialog(page, 'Spin the wheel').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Buy tokens' }).first().click();
    await expect(dialog(page, 'Buy tokens')).toBeVisible();
    await expect.poll(() => asked).toContain('?id=xv300wo&custom_promo_test=b');
    await expect.poll(() => asked).toContain('{"advert_id":"xv300wo","custom_promo_test":"b"}');
  },
);

test(
  'in a room nothing that opens by itself lies on the picture: the offer stands beside or below it, the wheel waits behind a key (PROMO-014) (PROMO-024)',
  { tag: '@full' },
  async ({ page }) => {
    const offer = dialog(page, '20 free tokens');
    for (const [width, height] of [
      [1440, 900],
      [768, 1024],
      [360, 780],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto('/marlowe_diallo');
      await expect(offer).toBeVisible();
      await expect(async () => {
        const picture = (await page.locator('.player').boundingBox())!;
        const shown = (await offer.boundingBox())!;
        const isBeside = shown.x >= picture.x + picture.width - 1;
        expect(isBeside || shown.y >= picture.y + picture.height - 1, `at ${width}`).toBe(true);
      }).toPass();
    }
    await join(page);
    await page.goto('/marlowe_diallo');
    const wheel = dialog(page, 'Spin the wheel');
    await page.getByRole('button', { name: 'You have a wheel spin' }).click();
    await expect(wheel).toBeVisible();
    await wheel.getByRole('button', { name: 'Close' }).click();
    await page.reload();
    await expect(page.getByRole('button', { name: 'You have a wheel spin' })).toBeVisible();
    await expect(wheel).toBeHidden();
  },
);

test(
  'whoever joins spins, sees the odds before, and has the prize once the address is confirmed; a code of the address or the usual one stands in its field (PROMO-001) (PROMO-009) (PROMO-024) (PROMO-026) (PROMO-027)',
  { tag: '@full' },
  async ({ page }) => {
    const username = await join(page);
    await page.goto('/');
    const wheel = dialog(page, 'Spin the wheel');
    await expect(wheel).toBeVisible();
    await expect(wheel.getByRole('row')).toHaveCount(6);
    await expect(wheel.getByText('0.5%')).toBeVisible();
    await expect(wheel.getByText(/^Commitment of the next draw/u)).toBeVisible();
    await wheel.getByRole('button', { name: 'Spin', exact: true }).click();
    await expect(wheel.getByText(/kept for you until you confirm/u)).toBeVisible();
    await wheel.getByRole('button', { name: 'Check this draw' }).click();
    const draws = dialog(page, 'Your spins');
    await expect(draws.getByText(/The secret is revealed when the day has ended/u)).toBeVisible();
    await draws.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText(/free tokens on hold$/u).first()).toBeVisible();

    const { free_tokens_on_hold: held } = (await me(page)).user;
    expect(held).toBeGreaterThan(0);
    await page.goto(await confirmLink(page, username));
    await page.getByRole('main').getByRole('button').first().click();
    await expect.poll(async () => (await me(page)).tokens).toBe(held);
    expect((await me(page)).user.free_tokens_on_hold).toBe(0);

    await page.goto('/account/tokens?promo_code=free_tokens');
    const code = dialog(page, 'Promo code');
    await expect(code.getByLabel('Code')).toHaveValue('free_tokens');
    await code.getByRole('button', { name: 'Redeem' }).click();
    await expect(code).toBeHidden();
    await expect.poll(async () => (await me(page)).tokens).toBe(held + 20);

    await expect(async () => {
      await page.getByRole('button', { name: 'Promo code' }).click({ timeout: 5_000 });
      await expect(code.getByLabel('Code')).toHaveValue('FREE_TOKENS', { timeout: 5_000 });
    }).toPass();
    await code.getByRole('button', { name: 'Redeem' }).click();
    await expect(code.getByText('This code is not valid')).toBeVisible();
    await code.getByLabel('Code').fill('');
    await expect(code.getByText('Type your promo code.')).toBeVisible();
    await code.getByLabel('Code').fill('ab');
    await expect(code.getByText('At least 3 characters.')).toBeVisible();
  },
);

test(
  'whoever has bought is told of the vault on the home page and spins it; both wheels fit every look (PROMO-002) (PROMO-025)',
  { tag: '@long' },
  async ({ page }) => {
    await joinAndBuy(page);
    const wheel = dialog(page, 'Spin the wheel');
    await expect(wheel).toBeVisible();
    const shots = process.env['PROMO_SHOTS'];
    await inEveryLook(page, async (look) => {
      await expect(wheel).toBeVisible();
      expect(await overhangOf(page), look.name).toBeLessThanOrEqual(0);
      expect(await findings(page, look), look.name).toEqual([]);
      if (shots) await page.screenshot({ path: `${shots}/wheel-${look.name}.png` });
    });
    await wheel.getByRole('button', { name: 'Close' }).click();
    await page.getByText('The vault is open').click();
    const vault = dialog(page, 'The vault, free spin');
    await vault.getByRole('button', { name: 'Spin', exact: true }).click();
    await expect(vault.getByText('You have')).toBeVisible();
    await expect(vault.getByText('0 spins left')).toBeVisible();
    if (shots) await page.screenshot({ path: `${shots}/vault-done.png` });
  },
);
