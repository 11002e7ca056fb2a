import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { isLongRun } from '@klieg/testing/run-length';
import { type Browser, expect, type Page } from '@playwright/test';
import { balanceOf, joinAndBuy, logIn, settlePage } from './steps.ts';
import { test } from './test.ts';

/*
 * What stands around the lines of a room: emoticons, highlights, pins, translations, and the room that is
 * on its way.
 */

const ROOM = '/demo_model';
const PICTURES = process.env['E2E_PICTURES'];

const field = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const log = (page: Page) => page.getByRole('log', { name: 'Messages' });
const lineOf = (page: Page, text: string) => log(page).locator('.message').filter({ hasText: text });
const say = async (page: Page, text: string) => {
  await field(page).fill(text);
  await field(page).press('Enter');
};

/** Who is logged in is shown once the page has become interactive. */
const becomeInteractive = (page: Page) => expect(page.locator('.site-header .balance')).toBeVisible();

async function enter(browser: Browser, username: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await logIn(page, username);
  await page.goto(ROOM);
  await becomeInteractive(page);
  return page;
}

/** Pictures of what is shown, where a folder for them is given. */
async function picture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  for (const theme of ['dark', 'light'])
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
      await page.evaluate((value) => document.documentElement.setAttribute('data-theme', value), theme);
      await page.screenshot({ path: `${PICTURES}/${name}-${width}-${theme}.png` });
    }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test(
  'emoticons are picked by keyboard and finger, and completed while they are typed (CHAT-025)',
  { tag: '@long' },
  async ({ browser }) => {
    const page = await enter(browser, 'demo_viewer');
    const button = page.getByRole('button', { name: 'Emoticons' });
    const grid = page.getByRole('dialog', { name: 'Emoticons' });

    await test.step('arrows go round the grid, Esc goes back, Enter takes one to the caret', async () => {
      await field(page).fill('good evening');
      await field(page).evaluate((input: HTMLInputElement) => input.setSelectionRange(4, 4));
      await button.focus();
      await page.keyboard.press('Enter');
      await expect(grid.getByRole('button', { name: 'smile' })).toBeFocused();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowDown');
      await expect(grid.getByRole('button', { name: 'fire' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(grid).toBeHidden();
      await expect(button).toBeFocused();
      await page.keyboard.press('Enter');
      await page.keyboard.press('End');
      await expect(grid.getByRole('button', { name: 'coffee' })).toBeFocused();
      await picture(page, 'picker');
      await page.keyboard.press('Enter');
      await expect(grid).toBeHidden();
      await expect(field(page)).toBeFocused();
      await expect(field(page)).toHaveValue('good :coffee: evening');
      await page.keyboard.type('my ');
      await expect(field(page)).toHaveValue('good :coffee: my evening');
    });

    await test.step('a colon and two letters offer codes, and the line shows the picture', async () => {
      await field(page).fill('');
      await field(page).pressSequentially('hello :sm');
      const list = page.getByRole('listbox', { name: 'Emoticons' });
      await expect(list.getByRole('option')).toHaveText([':smile:']);
      await picture(page, 'completion');
      await page.keyboard.press('Tab');
      await expect(field(page)).toHaveValue('hello :smile: ');
      await expect(list).toBeHidden();
      await field(page).pressSequentially(':ar');
      await expect(list.getByRole('option')).toHaveText([':heart:', ':party:', ':star:']);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(field(page)).toHaveValue('hello :smile: :party: ');
      await page.keyboard.press('Enter');
      const line = lineOf(page, 'hello').last();
      await expect(line.getByRole('img', { name: ':smile:' })).toBeVisible();
      await expect(line.getByRole('img', { name: ':party:' })).toBeVisible();
    });

    await test.step('a finger takes one', async () => {
      const context = await browser.newContext({
        hasTouch: true,
        isMobile: true,
        viewport: { width: 360, height: 740 },
        storageState: await page.context().storageState(),
      });
      const phone = await context.newPage();
      await phone.goto(ROOM);
      await becomeInteractive(phone);
      await phone.getByRole('button', { name: 'Emoticons' }).tap();
      await phone.getByRole('dialog', { name: 'Emoticons' }).getByRole('button', { name: 'heart' }).tap();
      await expect(field(phone)).toHaveValue(':heart: ');
    });
  },
);

test(
  'a line is highlighted for a minute for 10 tokens, or pinned for nothing (CHAT-017) (S3206)',
  { tag: '@long' },
  async ({ browser }) => {
    const viewer = await (await browser.newContext()).newPage();
    await joinAndBuy(viewer);
    await viewer.goto(ROOM);
    await becomeInteractive(viewer);
    const other = await enter(browser, 'demo_webmaster');
    const text = `worth a light ${Date.now()}`;
    await say(viewer, text);
    await expect(lineOf(other, text)).toBeVisible();
    const mark = (page: Page, of = text) => log(page).locator('.message-highlight').filter({ hasText: of });

    await test.step('after its price was confirmed, everybody sees it, who comes later too', async () => {
      await lineOf(viewer, text).hover();
      await lineOf(viewer, text).getByRole('button', { name: 'Highlight this message' }).click();
      const dialog = viewer.getByRole('dialog', { name: 'Highlight your message' });
      await expect(dialog.getByText('It costs 10 tokens')).toBeVisible();
      await picture(viewer, 'highlight-dialog');
      await dialog.getByRole('button', { name: 'Highlight 10' }).click();
      await expect(dialog).toBeHidden();
      for (const page of [viewer, other]) await expect(mark(page)).toHaveCount(1);
      await expect(mark(viewer).getByText('Highlighted')).toBeAttached();
      await expect.poll(() => balanceOf(viewer)).toBe(90);
      await picture(viewer, 'highlighted');
      const late = await (await browser.newContext()).newPage();
      await late.goto(ROOM);
      await expect(mark(late)).toHaveCount(1);
      await late.context().close();
      await expect(lineOf(other, text).getByRole('button', { name: /Highlight|Pin/ })).toHaveCount(0);
    });

    await test.step('it stands in the history of tokens', async () => {
      const history = await viewer.context().newPage();
      await history.goto('/account/tokens');
      await expect(history.getByText('Highlighted message').first()).toBeVisible();
      await history.close();
    });

    if (isLongRun)
      await test.step('it ends after a minute', async () => {
        for (const page of [viewer, other]) await expect(mark(page)).toHaveCount(0, { timeout: 150_000 });
      });

    await test.step('the streamer pins a line of anybody', async () => {
      const pinned = `worth a pin ${Date.now()}`;
      await say(viewer, pinned);
      const model = await enter(browser, 'demo_model');
      await lineOf(model, pinned).hover();
      await lineOf(model, pinned).getByRole('button', { name: 'Pin this message' }).click();
      for (const page of [viewer, other, model]) await expect(mark(page, pinned)).toHaveCount(1);
      expect(await balanceOf(viewer)).toBe(90);
    });
  },
);

test.describe('with a translator', () => {
  let server: Server;
  test.beforeAll(async ({ site }) => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { q, target } = JSON.parse(Buffer.concat(chunks).toString()) as { q: string; target: string };
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ translatedText: `in ${target}: ${q.toUpperCase()}` }));
      });
    }).listen(site.translatorPort, '127.0.0.1');
    await once(server, 'listening');
  });
  test.afterAll(() => void server.close());

  test(
    'a line of somebody else is read in the own language, under the original, and put away again (CHAT-011)',
    { tag: '@long' },
    async ({ browser }) => {
      const viewer = await enter(browser, 'demo_viewer');
      const reader = await enter(browser, 'demo_webmaster');
      await say(viewer, 'buenas noches a todos');
      const line = lineOf(reader, 'buenas noches a todos').last();
      // By keyboard: from the name to the right.
      await line.getByRole('button', { name: 'Demo Viewer' }).focus();
      await reader.keyboard.press('ArrowRight');
      await expect(line.getByRole('button', { name: 'Translate this message' })).toBeFocused();
      await reader.keyboard.press('Enter');
      await expect(line.getByText('in en: BUENAS NOCHES A TODOS')).toBeVisible();
      await expect(line.getByText('buenas noches a todos', { exact: true })).toBeVisible();
      await picture(reader, 'translated');
      await line.getByRole('button', { name: 'Hide translation' }).click();
      await expect(line.getByText('in en: BUENAS')).toHaveCount(0);
      await expect(
        lineOf(viewer, 'buenas noches')
          .last()
          .getByRole('button', { name: /Translate/ }),
      ).toHaveCount(0);
    },
  );
});

test(
  'a room that is on its way shows its shape, and one that is not there what to do next (CHAT-029)',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/');
    // A press before the scripts are there opens the room as any link does.
    await settlePage(page);
    const card = page.getByRole('main').locator('article.card a').first();
    const address = (await card.getAttribute('href'))!;
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => void (letThrough = resolve));
    await page.route(`**${address}.data*`, async (route) => {
      await held;
      await route.continue();
    });
    await card.click();
    const waiting = page.getByText(`Loading the room of ${address.slice(1)}`);
    await expect(waiting).toBeAttached();
    await expect(page.locator('.room-waiting')).toBeVisible();
    await picture(page, 'waiting');
    letThrough();
    await expect(log(page)).toBeVisible();
    await expect(waiting).toHaveCount(0);
    await page.goto('/nobody_at_all_here');
    await expect(page.getByRole('link', { name: 'Home', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Search', exact: true })).toBeVisible();
  },
);
