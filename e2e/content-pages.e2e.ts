import { expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { newName, settlePage } from './steps.ts';
import { test } from './test.ts';

/* Help and law as visitors meet them: every link of the footer, the questions, the texts at sign-up, the forms. */

/** Waits until the page answers to presses. */
const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await settlePage(page);
};

/** The newest kept mails as text. */
const mails = async (page: Page): Promise<string> => (await page.request.get('/dev/mail')).text();

test('every link of the footer leads to a page with a heading, drawn on the server (CONTENT-PAGES-006)', async ({
  page,
}) => {
  await open(page, '/');
  const footer = page.locator('.site-footer');
  const links = await footer
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href') ?? '']));
  expect(links.length).toBeGreaterThanOrEqual(5);
  for (const [name, path = ''] of links) {
    const answer = await page.request.get(path);
    expect(answer.status(), `${name} ${path}`).toBe(200);
    expect(await answer.text(), path).toMatch(/<h1[^>]*>[^<]+<\/h1>/);
  }
  await footer.getByRole('link', { name: 'Legal', exact: true }).click();
  const rail = page.getByRole('navigation', { name: 'Help and law' });
  for (const name of ['Terms of use', 'Privacy policy', 'Cookies', '2257 statement', 'Complaints policy']) {
    await rail.getByRole('link', { name }).click();
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(rail.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByText(/^Version \d+, /u)).toBeVisible();
  }
  expect((await page.request.get('/legal/no-such-text')).status()).toBe(404);
});

test('the questions are listed and searched, and each answer has an address of its own (CONTENT-PAGES-002) (CONTENT-PAGES-008)', async ({
  page,
}) => {
  await open(page, '/faq');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 2 })).toHaveCount(5);
  await main.getByRole('searchbox').fill('refund');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/faq\?q=refund$/u);
  await expect(main.getByRole('link', { name: 'What are tokens' })).toHaveCount(0);
  await main.getByRole('link', { name: 'Can I get a refund?' }).click();
  await expect(page).toHaveURL(/\/faq\/refunds$/u);
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Can I get a refund?');
  await expect(main.getByText('final')).toBeVisible();
  await main.getByRole('link', { name: 'What are tokens, and what do they cost?' }).click();
  await expect(main.getByText('Ten tokens cost one US dollar')).toBeVisible();
  await open(page, '/faq?q=zebra');
  await expect(main.getByText('Nothing found for “zebra”')).toBeVisible();
  expect((await page.request.get('/faq/no-such-article')).status()).toBe(404);
});

for (const { where, path } of [
  { where: 'page', path: '/register' },
  { where: 'dialog', path: '/?modal=signup' },
])
  test(
    `terms and privacy policy are read over the sign-up ${where}, which keeps what was typed (CONTENT-PAGES-013) (CONTENT-PAGES-014)`,
    { tag: where === 'dialog' ? [] : '@long' },
    async ({ page }) => {
      await open(page, path);
      const name = newName();
      await page.getByLabel('Username').fill(name);
      for (const { link, title, words } of [
        { link: 'terms', title: 'Terms of use', words: 'Ten tokens cost one US dollar' },
        { link: 'privacy policy', title: 'Privacy policy', words: 'a digest of your password' },
      ]) {
        const opener = page.getByRole('link', { name: link, exact: true });
        await opener.focus();
        await page.keyboard.press('Enter');
        const dialog = page.getByRole('dialog', { name: title });
        await expect(dialog.getByText(words)).toBeVisible();
        expect(await findings(page), title).toEqual([]);
        await page.keyboard.press('Escape');
        await expect(dialog).toBeHidden();
        await expect(opener).toBeFocused();
      }
      await expect(page.getByLabel('Username')).toHaveValue(name);
      await expect(page.getByRole('checkbox')).not.toBeChecked();
    },
  );

test('a guest asks for help on a phone, gets a number, and the operator gets the mail', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await open(page, '/support?topic=video');
  await expect(page.getByLabel('What is it about?')).toHaveValue('video');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Type your email address.')).toBeVisible();
  await expect(page.getByText('Please tell us what it is about.')).toBeVisible();
  const address = `${newName()}@example.org`;
  await page.getByLabel('Email').fill(address);
  await page.getByLabel('Your message').fill('The picture <b>stands</b> still.');
  await page.getByRole('button', { name: 'Send' }).click();
  const number = /\d+/u.exec(await page.getByText(/^Number \d+$/u).innerText())![0];
  await expect.poll(() => mails(page)).toContain(`Support request ${number}: video`);
  await expect.poll(() => mails(page)).toContain(`Your support request ${number}`);
  expect(await mails(page)).toContain('&gt; The picture &lt;b&gt;stands&lt;/b&gt; still.');
  expect(await mails(page)).toContain(address);
});

test(
  'a complaint gets a number, a day and a page of its own that no other page leads to',
  { tag: '@long' },
  async ({ page, baseURL }) => {
    await open(page, `/complaints?kind=copyright&url=${encodeURIComponent(`${baseURL}/demo_model`)}`);
    const send = page.getByRole('button', { name: 'Send' });
    await page.getByLabel('What is wrong with it?').fill('This picture was made by me and is used here.');
    await page.getByLabel('Your name').fill('Cora Clerk');
    await page.getByLabel('Email').fill(`${newName()}@example.org`);
    await page.getByLabel('Signature').fill('Cora Clerk');
    await page.getByLabel('What I say is true to the best of my knowledge.').check();
    await send.click();
    await expect(page.getByText('Please confirm this.')).toBeVisible();
    await page.getByLabel(/^Under penalty of perjury/u).check();
    await send.click();
    const number = /\d+/u.exec(await page.getByText(/^Number \d+$/u).innerText())![0];
    await page.getByRole('link', { name: 'See its status' }).click();
    await expect(page).toHaveURL(/\/complaints\/[\w-]{22}$/u);
    await expect(page.getByText('Received')).toBeVisible();
    await expect(page.getByRole('main').getByText(number, { exact: true })).toBeVisible();
    const answer = await page.request.get(new URL(page.url()).pathname);
    expect(answer.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
    await open(page, `/complaints/${'A'.repeat(22)}`);
    await expect(page.getByText('No complaint with this receipt')).toBeVisible();
  },
);

test(
  'axe finds nothing on the pages of texts, and nothing is wider than the window',
  { tag: '@long' },
  async ({ page }) => {
    for (const path of [
      '/legal',
      '/legal/terms',
      '/faq',
      '/faq/refunds',
      '/support?topic=billing',
      '/complaints',
    ]) {
      await open(page, path);
      await inEveryLook(page, async (look) => {
        expect(await findings(page, look), `${path}, ${look.name}`).toEqual([]);
        expect(await overhangOf(page), `${path}, ${look.name}`).toBeLessThanOrEqual(0);
        const shots = process.env['SHOTS'];
        const name = `${path.replaceAll(/\W+/gu, '-')} ${look.name}`.replaceAll(' ', '-');
        if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
      });
    }
  },
);
