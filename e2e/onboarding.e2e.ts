import { expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { joinAsNew, logIn, newName, PASSWORD_OF_NEW as PASSWORD } from './steps.ts';
import { test } from './test.ts';

/* The way in: of a model from the first visit to the air, of a viewer who shows who they are. */

const SCENE = 'apps/demo/scenes/s01.jpg';
const PDF = { name: 'form.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 %%EOF') };

/** Looks at a page in both themes and widths. */
const look = (page: Page, name: string) =>
  inEveryLook(page, async (one) => {
    if (process.env['SHOTS'])
      await page.screenshot({
        path: `${process.env['SHOTS']}/${name}-${one.name.replaceAll(' ', '-')}.png`,
        fullPage: true,
      });
    expect(await findings(page, one), `${name}, ${one.name}`).toEqual([]);
    expect(await overhangOf(page), `${name}, ${one.name}`).toBeLessThanOrEqual(0);
  });

const step = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}:`, 'u') });
const send = async (page: Page, title: string, file: string | typeof PDF = SCENE) => {
  await page.getByLabel(`File of: ${title}`).setInputFiles(file);
  await expect(page.getByRole('region', { name: title }).getByText('Sent', { exact: true })).toBeVisible();
};

/** Day, month and year of the field, one after the other. */
async function chooseBirth(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Day: not chosen' }).click();
  await page.getByRole('option', { name: '7', exact: true }).click();
  await page.getByRole('option', { name: 'May', exact: true }).click();
  await page.getByRole('option', { name: '1996' }).click();
}

async function confirmByMail(page: Page, username: string): Promise<void> {
  let link: string | undefined;
  await expect(async () => {
    const mails = (await (await page.request.get('/dev/mail')).text()).split('<article>');
    const mail = mails.find((text) => text.includes(`${username}@example.org`));
    link = /(\/confirm\/[\w-]{43})/u.exec(mail ?? '')?.[1];
    expect(link).toBeTruthy();
  }).toPass();
  await page.goto(link!);
  await expect(async () => {
    const key = page.getByRole('button', { name: /Confirm/u }).first();
    if (await key.isVisible()) await key.click({ timeout: 5_000 });
    const answer = await page.request.get('/api/v1/user/current');
    const { user } = (await answer.json()) as { user: { email_confirmed: number } };
    expect(user.email_confirmed).toBe(1);
  }).toPass();
}

for (const width of [1440, 360])
  test(
    `a model goes from the first visit to the air, at ${width} px (IDENTITY-003)`,
    { tag: width === 360 ? '@long' : [] },
    async ({ page, browser }) => {
      await page.setViewportSize({ width, height: 800 });
      const username = newName();

      await test.step('the foot of every page leads to the form', async () => {
        await page.goto('/faq');
        await page.getByRole('contentinfo').getByRole('link', { name: 'Become a model' }).click();
        await page.getByLabel('Username').fill(username);
        if (width === 1440) await look(page, 'signup');
        await page.getByLabel('Email').fill(`${username}@example.org`);
        await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
        await chooseBirth(page);
        await page.getByRole('radio', { name: 'Woman' }).click();
        await page.getByRole('checkbox').first().check();
        await page.getByRole('main').getByRole('button', { name: 'Join free' }).click();
        await expect(page.getByRole('heading', { name: 'Who you are' })).toBeVisible();
      });
      await confirmByMail(page, username);
      await page.goto('/models/signup');

      await test.step('the person of the law', async () => {
        await page.getByLabel('Legal first name').fill('Marlowe');
        await page.getByRole('button', { name: 'Save encrypted' }).click();
        await expect(page.getByText('This is required.').first()).toBeVisible();
        if (width === 1440) await look(page, 'person');
        await page.getByLabel('Legal last name').fill('Ribeiro');
        await chooseBirth(page);
        await page.getByLabel('Country of birth').selectOption('PT');
        await page.getByLabel('Street and number').fill('Rua 1');
        await page.getByLabel('Postal code').fill('1100');
        await page.getByLabel('City').fill('Lisbon');
        await page.getByLabel('Country', { exact: true }).selectOption('PT');
        await page.getByRole('button', { name: 'Save encrypted' }).click();
        await expect(page.getByText('This is saved and encrypted')).toBeVisible();
      });

      await test.step('documents', async () => {
        await step(page, 'Identity').click();
        await page.getByLabel('Valid until').fill('2099-01-01');
        await send(page, 'Front');
        await send(page, 'Back');
        if (width === 1440) await look(page, 'identity');
        await step(page, 'Picture').click();
        await send(page, 'You, holding it');
        await step(page, 'Address').click();
        await send(page, 'Proof of your address');
        await step(page, 'Tax').click();
        await send(page, 'Tax form', PDF);
        await step(page, 'Agreement').click();
        await page.getByLabel('I have read the whole agreement').check();
        await page.getByLabel('Signature').fill('Marlowe Ribeiro');
        if (width === 1440) await look(page, 'agreement');
        await page.getByRole('button', { name: 'Sign the agreement and send everything' }).click();
        await expect(page.getByText('Being checked')).toBeVisible();
      });

      await test.step('staff opens it with a reason, and agrees', async () => {
        const staff = await (await browser.newContext({ viewport: { width, height: 800 } })).newPage();
        await logIn(staff, 'demo_admin');
        await staff.goto('/admin/review');
        await staff.getByRole('radio', { name: 'Models' }).click();
        const one = staff.getByRole('listitem').filter({ hasText: username });
        await one.getByLabel('Why you are looking').fill('first look at a new model');
        await one.getByRole('button', { name: 'Open the documents' }).click();
        const question = staff.getByRole('dialog');
        await expect(question.or(one.getByText('Marlowe Ribeiro')).first()).toBeVisible();
        if (await question.isVisible()) {
          await question.getByLabel('Password').fill('demo');
          await question.getByRole('button', { name: 'Confirm' }).click();
        }
        await expect(one.getByText('Marlowe Ribeiro')).toBeVisible();
        await expect
          .poll(() =>
            one
              .getByRole('img')
              .first()
              .evaluate((img) => (img as HTMLImageElement).naturalWidth),
          )
          .toBeGreaterThan(0);
        if (width === 1440) await look(staff, 'case');
        await one.getByRole('button', { name: `Approve ${username}` }).click();
        await expect(one).toBeHidden();
      });

      await test.step('she hears of it on the open page, and may go live', async () => {
        await expect(page.getByText('You are approved').first()).toBeVisible();
        await page.getByRole('link', { name: 'Go live' }).first().click();
        await expect(page).toHaveURL(/\/broadcast$/u);
        await expect(page.getByText('Your account is not approved yet')).toBeHidden();
      });
    },
  );

test('a viewer sends what shows who they are, and reads that it is looked at (IDENTITY-005) (BILLING-063)', async ({
  page,
}) => {
  await joinAsNew(page);
  await page.goto('/account/verify?type=card');
  await send(page, 'Your document');
  await look(page, 'verify');
  await send(page, 'You, holding it');
  await page.getByLabel('File of: Your card').setInputFiles(SCENE);
  await expect(page.getByText('Being checked')).toBeVisible();
});

test(
  'on the sister-brand subdomain the account verification page is at /verify instead of /account/verify (IDENTITY-006)',
  { tag: '@long' },
  async ({ page, site }) => {
    const sister = site.url.replace('//localhost', '//sister.localhost');
    const brands = [
      { base: sister, own: '/verify', other: '/account/verify' },
      { base: site.url, own: '/account/verify', other: '/verify' },
    ];
    for (const { base, own, other } of brands) {
      // A guest is led to the log-in, and from there to the brand's own address.
      await page.goto(`${base}${other}?type=card`);
      await expect(page).toHaveURL(`${base}/login?return_to=${encodeURIComponent(`${own}?type=card`)}`);
      await joinAsNew(page, newName(), `${base}/`);
      await page.goto(`${base}${other}?type=card`);
      await expect(page).toHaveURL(`${base}${own}?type=card`);
      await expect(page.getByRole('heading', { name: 'Verify your account' })).toBeVisible();
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', base + own);
      // What has a page of its own has it on both.
      await page.goto(`${base}${own}?type=age`);
      await expect(page).toHaveURL(`${base}/verify-age`);
    }
  },
);
