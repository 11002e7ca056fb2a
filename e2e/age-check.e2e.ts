import { type Browser, expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { joinAsNew, logIn, settlePage } from './steps.ts';
import { test } from './test.ts';

/* Whoever must have their age checked: the dialog, the card, the vendors' pages, a person of the house, and the rules. */

test.use({ siteEnv: { TRUSTED_HOPS: '1', COUNTRY_HEADER: 'X-Country', REGION_HEADER: 'X-Region' } });

const ROOM = '/marlowe_diallo';
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 360, height: 740 } } as const;
const SHOTS = process.env['AGE_SHOTS'];
let addresses = 0;

/** A browser of its own in Texas, as the proxy in front announces it. */
async function inTexas(
  browser: Browser,
  baseURL: string,
  size: keyof typeof SIZES = 'desktop',
): Promise<Page> {
  addresses += 1;
  const context = await browser.newContext({
    baseURL,
    viewport: SIZES[size],
    extraHTTPHeaders: { 'X-Country': 'US', 'X-Region': 'TX', 'X-Forwarded-For': `192.0.2.${addresses}` },
  });
  return context.newPage();
}

const expectGoodLooks = (page: Page, name: string): Promise<void> =>
  inEveryLook(page, async (look) => {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name} ${look.name}.png`.replaceAll(' ', '-') });
    expect(await findings(page, look), `${name}, ${look.name}`).toEqual([]);
    expect(await overhangOf(page), `${name}, ${look.name}`).toBeLessThanOrEqual(0);
  });

const dialogOf = (page: Page, name = 'Verify your age') => page.getByRole('dialog', { name, exact: true });
const cardFrame = (page: Page) => page.frameLocator('iframe[title="Card number and CVC"]');
const choose = (page: Page, method: string) =>
  page.getByRole('radio', { name: new RegExp(`^${method}`, 'u') }).check();

/** Fills in everything but the card. */
async function fillPerson(page: Page): Promise<void> {
  await page.getByLabel('Month of expiration').fill('12');
  await page.getByLabel('Year of expiration').fill('34');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByRole('button', { name: /^Day:/u }).click();
  // Each choice opens the next one.
  for (const value of ['3', 'February', '1990'])
    await page.getByRole('option', { name: value, exact: true }).click();
  await page.getByLabel('Address').fill('1 Main Street');
  await page.getByLabel('City').fill('Austin');
  await page.getByLabel('State').selectOption({ label: 'Texas' });
  await page.getByLabel('Postal code').fill('73301');
}

for (const size of ['desktop', 'phone'] as const)
  test(
    `a guest checks by card on a ${size}: every field says what it lacks, the number never leaves the biller's frame (AGE-VERIFICATION-002) (AGE-VERIFICATION-012) (AGE-VERIFICATION-017) (AGE-VERIFICATION-020) (AGE-VERIFICATION-021) (AGE-VERIFICATION-032) (AGE-VERIFICATION-033) (AGE-VERIFICATION-034) (AGE-VERIFICATION-035) (AGE-VERIFICATION-036) (AGE-VERIFICATION-037) (AGE-VERIFICATION-038) (AGE-VERIFICATION-039) (AGE-VERIFICATION-040) (AGE-VERIFICATION-041) (AGE-VERIFICATION-042) (AGE-VERIFICATION-043)`,
    { tag: size === 'phone' ? '@long' : [] },
    async ({ browser, baseURL }) => {
      const page = await inTexas(browser, baseURL!, size);
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.url().startsWith(baseURL!)) sent.push(request.postData() ?? '');
      });
      await page.goto('/');
      const dialog = dialogOf(page);
      await expect(dialog).toContainText('Your state asks for this');
      await expect(page.locator('html')).toHaveAttribute('data-age-unverified', '');
      if (size === 'desktop') await expectGoodLooks(page, 'age standard');
      await choose(page, 'Credit card');
      await expect(cardFrame(page).getByLabel('Card number')).toBeVisible();
      // Whatever is not in the frame of the biller is a field of this form.
      for (const field of [
        'First name',
        'Last name',
        'Month of expiration',
        'Year of expiration',
        'Email',
        'Address',
        'City',
        'Country',
        'State',
        'Postal code',
      ])
        await expect(dialog.getByLabel(field)).toBeVisible();
      await expect(dialog.getByRole('button', { name: /^Day:/u })).toBeVisible();
      await expect(cardFrame(page).getByLabel('CVC')).toBeVisible();
      await dialog.getByLabel('Country').selectOption('');
      const send = dialog.getByRole('button', { name: 'Check my card' });
      await send.click();
      for (const words of [
        'First name is required',
        'Last name is required',
        'Expiration date is required',
        'Email is required',
        'Address is required',
        'City is required',
        'Province is required',
        'Country is required',
        'Postal code is required',
        'Birth date is required',
      ])
        await expect(dialog.getByText(words)).toBeVisible();
      await expect(cardFrame(page).getByText('Credit card number is required')).toBeVisible();
      await expect(cardFrame(page).getByText('CVC is required')).toBeVisible();
      await dialog.getByLabel('Country').selectOption('US');
      await send.click();
      await expect(dialog.getByText('State is required')).toBeVisible();
      if (size === 'desktop') await expectGoodLooks(page, 'age card');

      await fillPerson(page);
      await cardFrame(page).getByLabel('Card number').fill('4242 4242 4242 4242');
      await cardFrame(page).getByLabel('CVC').fill('123');
      await send.click();
      const done = dialogOf(page, 'Your age is verified');
      await expect(done).toBeVisible();
      expect(sent.filter((body) => /4242[ -]?4242[ -]?4242/u.test(body))).toEqual([]);
      await done.getByRole('button', { name: 'Continue' }).click();
      await expect(page.locator('html')).not.toHaveAttribute('data-age-unverified', '');
      await settlePage(page);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.context().close();
    },
  );

test(
  "the vendor's page fails, then passes: the failure is told, the next try says so, and the way leads back (AGE-VERIFICATION-001) (AGE-VERIFICATION-004) (AGE-VERIFICATION-013) (AGE-VERIFICATION-016)",
  { tag: '@long' },
  async ({ browser, baseURL }) => {
    const page = await inTexas(browser, baseURL!, 'phone');
    await page.goto(ROOM);
    await dialogOf(page).getByRole('button', { name: 'Not now' }).click();
    await expect(page.getByText('Verify your age to watch')).toBeVisible();
    await expectGoodLooks(page, 'age overlay');
    await page.getByRole('button', { name: 'Verify my age' }).click();
    await expect(dialogOf(page).getByRole('button', { name: 'Continue' })).toBeDisabled();
    await choose(page, 'Document');
    await dialogOf(page).getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Fail: under 18' }).click();
    await page.getByRole('link', { name: 'Back to the site' }).click();
    await expect(page.getByRole('heading', { name: 'That did not work. Try again' })).toBeVisible();
    await expect(page.getByText('Verification failed').first()).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/verify-age');
    await expectGoodLooks(page, 'age page failed');
    await choose(page, 'Face estimate');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'I am an adult' }).click();
    await page.getByRole('link', { name: 'Back to the site' }).click();
    await expect(page.getByRole('heading', { name: 'Your age is verified' })).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.context().close();
  },
);

for (const [method, type] of [
  ['Document', 'TYPE_DOC_SCAN'],
  ['Digital ID app', 'TYPE_DIGITAL_ID'],
] as const)
  test(`${method} asks for the address of its page by type ${type}, and the browser goes there (AGE-VERIFICATION-010)`, async ({
    browser,
    baseURL,
  }) => {
    const page = await inTexas(browser, baseURL!);
    await page.goto('/verify-age');
    await choose(page, method);
    const asked = page.waitForResponse((answer) => answer.url().includes('/yoti/url'));
    await page.getByRole('button', { name: 'Continue' }).click();
    const answer = await asked;
    expect(new URL(answer.url()).searchParams.get('type')).toBe(type);
    await expect(page).toHaveURL(/\/twins\/yoti\//u);
    await expect(page.getByRole('heading', { name: 'Sandbox Yoti' })).toBeVisible();
    await page.context().close();
  });

test("the card's frame runs no script but the vendor's, whatever the page around it names", async ({
  page,
  baseURL,
}) => {
  await page.route('**/stranger.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: "parent.postMessage({ from: 'klieg.card-fields', stolen: document.getElementById('number').value }, '*')",
    }),
  );
  await page.goto('/faq');
  const heard = await page.evaluate(async (base) => {
    const frame = document.createElement('iframe');
    frame.src = '/api/v1/ccbill/card-fields';
    frame.setAttribute('sandbox', 'allow-scripts');
    const next = (kinds: readonly string[]) =>
      new Promise<Record<string, unknown>>((resolve) => {
        addEventListener('message', ({ source, data }) => {
          const told = data as Record<string, unknown>;
          if (source === frame.contentWindow && kinds.some((kind) => kind === told['kind'] || kind in told))
            resolve(told);
        });
      });
    const ready = next(['ready']);
    document.body.append(frame);
    await ready;
    const answer = next(['refused', 'made', 'stolen']);
    // For when somebody has typed: the page asks for a token with a script of its own choice.
    (globalThis as unknown as { ask: () => void }).ask = () =>
      frame.contentWindow!.postMessage(
        {
          to: 'klieg.card-fields',
          kind: 'make',
          id: '1',
          grant: { script_url: `${base}/stranger.js`, access_token: 'x' },
          person: {},
          expiry: {},
        },
        '*',
      );
    (globalThis as unknown as { answer: Promise<unknown> }).answer = answer;
    return 'ready';
  }, baseURL!);
  expect(heard).toBe('ready');
  const typed = page.frameLocator('iframe[src="/api/v1/ccbill/card-fields"]');
  await typed.getByLabel('Card number').fill('4242 4242 4242 4242');
  await typed.getByLabel('CVC').fill('123');
  const answer = await page.evaluate(() => {
    const given = globalThis as unknown as { ask: () => void; answer: Promise<Record<string, unknown>> };
    given.ask();
    return given.answer;
  });
  expect(answer).toMatchObject({ kind: 'refused', why: 'vendor' });
  expect(answer).not.toHaveProperty('stolen');
});

test('a card that is declined closes the dialog with its words, and the person is read again; ?av=1 opens the check (ERRORS-018) (ERRORS-072) (AGE-VERIFICATION-011)', async ({
  browser,
  baseURL,
}) => {
  const page = await inTexas(browser, baseURL!);
  await page.goto('/faq?av=1');
  await expect(dialogOf(page)).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await choose(page, 'Credit card');
  await fillPerson(page);
  await cardFrame(page).getByLabel('Card number').fill('4000 0000 0000 0002');
  await cardFrame(page).getByLabel('CVC').fill('123');
  const read = page.waitForResponse((answer) => answer.url().includes('/user/current'));
  await dialogOf(page).getByRole('button', { name: 'Check my card' }).click();
  await expect(page.getByText('Verification failed')).toBeVisible();
  await read;
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.context().close();
});

test(
  'a live check waits in a conversation until staff decides it; buying leads to the check before that (AGE-VERIFICATION-003) (AGE-VERIFICATION-012) (BILLING-043)',
  { tag: '@long' },
  async ({ browser, baseURL }) => {
    const page = await inTexas(browser, baseURL!);
    await page.goto('/');
    await dialogOf(page).getByRole('button', { name: 'Not now' }).click();
    const name = await joinAsNew(page);
    await page.goto('/faq?modal=tokens');
    await expect(dialogOf(page)).toBeVisible();
    // A member may also buy with the card that is asked for.
    await choose(page, 'Credit card');
    await expect(dialogOf(page).locator('input[name="do_purchase"]')).toHaveCount(2);
    await choose(page, 'Live with a person');
    await dialogOf(page).getByRole('button', { name: 'Continue' }).click();
    const pending = dialogOf(page, 'Your check is in progress');
    await expect(pending).toBeVisible();
    await expectGoodLooks(page, 'age pending');

    const desk = await browser.newPage({ baseURL: baseURL! });
    await logIn(desk, 'demo_admin');
    await desk.goto('/admin/jurisdictions');
    await expect(desk.getByText('A check is required')).toBeVisible();
    await desk.getByLabel('State').selectOption({ label: 'Florida' });
    await expect(desk.getByText('us-fl: Florida')).toBeVisible();
    await expect(desk.getByText(/ID and face/u)).toBeVisible();
    await desk.getByLabel('Country').selectOption({ label: 'Germany' });
    await expect(desk.getByText('No check is required')).toBeVisible();
    await expectGoodLooks(desk, 'age desk');
    const row = desk.getByRole('row', { name: new RegExp(name, 'u') });
    await row.getByRole('button', { name: 'Adult' }).click();
    await expect(row).toHaveCount(0);

    await pending.getByRole('button', { name: 'Check again' }).click();
    await expect(dialogOf(page, 'Your age is verified')).toBeVisible();
    await page.context().close();
    await desk.close();
  },
);
