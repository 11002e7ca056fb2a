import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { balanceOf, joinAndBuy, logIn } from './steps.ts';
import { test } from './test.ts';

/* A tip goal from the performer's form to the viewers' room, counted from tips that the ledger has taken. */

test.use({ permissions: ['camera', 'microphone'] });
test.describe.configure({ mode: 'serial' });

const SHOTS = process.env['GOAL_SHOTS'];

const goalOf = (page: Page): Locator => page.getByRole('region', { name: 'Goal', exact: true });
const studioOf = (page: Page): Locator => page.getByRole('region', { name: 'Tip goal' });

/** Axe finds nothing in any look, and nothing is wider than the window. */
const expectAccessible = (page: Page, name: string): Promise<void> =>
  inEveryLook(page, async (look) => {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name} ${look.name}.png`.replaceAll(' ', '-') });
    expect(await findings(page, look), `${name}, ${look.name}`).toEqual([]);
    expect(await overhangOf(page), `${name}, ${look.name}`).toBeLessThanOrEqual(0);
  });

/** A page with camera and microphone, in a context of its own. */
async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ permissions: ['camera', 'microphone'] });
  return context.newPage();
}

/** A page of its own for an account, at an address. */
async function openAs(browser: Browser, account: string, path: string): Promise<Page> {
  const page = await openPage(browser);
  await logIn(page, account);
  await page.goto(path);
  return page;
}

/** Somebody with tokens in the room, whose tips no other journey meets again. */
async function openAsBuyer(browser: Browser, path: string): Promise<{ page: Page; username: string }> {
  const page = await openPage(browser);
  const username = await joinAndBuy(page, 200);
  await page.goto(path);
  return { page, username };
}

async function goLive(studio: Page): Promise<void> {
  await studio.getByRole('button', { name: 'Go live' }).click();
  await expect(studio.locator('.on-air')).toHaveText('On air');
}

async function tip(page: Page, tokens: number): Promise<void> {
  const before = await balanceOf(page);
  await page.getByRole('textbox', { name: 'Tip amount' }).fill(String(tokens));
  await page.getByRole('button', { name: /^Tip \d/u }).click();
  await expect.poll(() => balanceOf(page)).toBe(before - tokens);
}

/** Counts how many lower thirds are seen at once from now on. */
const watchThirds = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = { most: 0 };
    Object.assign(globalThis, { thirds: seen });
    new MutationObserver(() => {
      const shown = [...document.querySelectorAll('.lower-third')].filter((third) => third.checkVisibility());
      seen.most = Math.max(seen.most, shown.length);
    }).observe(document.body, { childList: true, subtree: true });
  });

const mostThirdsOf = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { thirds: { most: number } }).thirds.most);

/** Presses Tab until the focus stands on it. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let press = 0; press < 80; press++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(wanted).toBeFocused();
}

test(
  'one goal: installed by keyboard alone, counted, reached, started over and ended (GAMES-017) (S1210)',
  { tag: '@long' },
  async ({ browser }) => {
    const studio = await openAs(browser, 'demo_model', '/broadcast');
    await goLive(studio);
    const { page: viewer, username } = await openAsBuyer(browser, '/demo_model');
    await expect(goalOf(viewer)).toHaveCount(0);

    await test.step('the form is filled by keyboard, and the preview follows', async () => {
      const set = studio.getByRole('button', { name: 'Set a goal' });
      await expect(set).toBeVisible();
      await set.focus();
      await studio.keyboard.press('Enter');
      await tabTo(studio, studio.getByLabel('What it is for'));
      await studio.keyboard.type('Full side B, uncut');
      const preview = studio.getByRole('region', { name: 'Goal preview' });
      await expect(preview.getByRole('heading')).toHaveText('Full side B, uncut');
      await tabTo(studio, studio.getByLabel('Tokens', { exact: true }));
      await studio.keyboard.press('ControlOrMeta+a');
      await studio.keyboard.type('5');
      await studio.keyboard.press('Enter');
      await expect(studio.getByLabel('Tokens', { exact: true })).toBeFocused();
      await expect(studio.getByText('A whole number from 10 to 1,000,000.')).toBeVisible();
      await expectAccessible(studio, 'form with a fault');
      await studio.getByLabel('Tokens', { exact: true }).focus();
      await studio.keyboard.press('ControlOrMeta+a');
      await studio.keyboard.type('100');
      await expect(preview).toContainText('100 to go');
      await tabTo(studio, studio.getByRole('button', { name: 'Start the goal' }));
      await studio.keyboard.press('Enter');
    });

    await test.step('the room shows it without being loaded again', async () => {
      await expect(goalOf(viewer)).toContainText('Full side B, uncut');
      await expect(goalOf(viewer)).toContainText('100 to go');
      await expect(goalOf(studio)).toContainText('100 to go');
      await tip(viewer, 60);
      await expect(goalOf(viewer)).toContainText('40 to go');
      await expect(goalOf(viewer).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '60');
      await expect(goalOf(viewer)).toContainText('60%');
      await expect(goalOf(viewer)).toContainText(`Last tip from ${username}`);
      await expect(goalOf(studio)).toContainText('60%');
      await expectAccessible(viewer, 'room with a goal');
      await expectAccessible(studio, 'studio with a goal');
    });

    await test.step('the tip that reaches it is told along the lower edge, and in both places', async () => {
      const third = viewer.getByRole('status').filter({ hasText: `closed by ${username}` });
      await tip(viewer, 50);
      await expect(third).toContainText('Full side B, uncut');
      await expect(third).toContainText(`100 of 100, closed by ${username}`);
      if (SHOTS) await viewer.screenshot({ path: `${SHOTS}/room-reached-third.png` });
      for (const page of [viewer, studio]) {
        await expect(goalOf(page).getByText('Reached').filter({ visible: true })).toBeVisible();
        await expect(goalOf(page)).toContainText('100%');
        await expect(goalOf(page)).toContainText('110 tokens of 100');
      }
      await expect(third).toHaveCount(0);
      await expectAccessible(viewer, 'room with a reached goal');
    });

    await test.step('a reload shows the same, already in the HTML', async () => {
      const html = await (await viewer.request.get('/demo_model')).text();
      expect(html).toContain('Full side B, uncut');
      await viewer.reload();
      await expect(goalOf(viewer).getByText('Reached').filter({ visible: true })).toBeVisible();
      await expect(goalOf(viewer)).toContainText('110 tokens of 100');
      await expect(viewer.getByText(`closed by ${username}`)).toHaveCount(0);
    });

    await test.step('it starts over, and is gone when it is ended', async () => {
      await studio.getByRole('button', { name: 'Start over' }).click();
      await studio.getByRole('button', { name: 'Keep counting' }).click();
      await expect(goalOf(viewer)).toContainText('110 tokens of 100');
      await studio.getByRole('button', { name: 'Start over' }).click();
      await expect(studio.getByText('110 tokens that were tipped towards it count no more.')).toBeVisible();
      await studio.getByRole('button', { name: 'Start over from zero' }).click();
      for (const page of [viewer, studio]) await expect(goalOf(page)).toContainText('100 to go');
      await studio.getByRole('button', { name: 'End goal' }).click();
      await expectAccessible(studio, 'question before the end');
      await studio.getByRole('button', { name: 'Keep it' }).click();
      await expect(goalOf(viewer)).toBeVisible();
      await studio.getByRole('button', { name: 'End goal' }).click();
      await studio.getByRole('button', { name: 'End it now' }).click();
      await expect(goalOf(viewer)).toHaveCount(0);
      await expect(studio.getByRole('button', { name: 'Set a goal' })).toBeVisible();
      await expect(studioOf(studio)).toBeFocused();
    });
  },
);

test(
  'goals in a row: one big tip closes several, and the rest counts for the next (GAMES-018) (S1212)',
  { tag: '@long' },
  async ({ browser }) => {
    const studio = await openAs(browser, 'demo_model', '/broadcast');
    await goLive(studio);
    const { page: viewer } = await openAsBuyer(browser, '/demo_model');
    const module = studioOf(studio);
    await module.getByRole('button', { name: 'Set a goal' }).click();
    await module.getByRole('radio', { name: 'Several in a row' }).click();
    await module.getByLabel('Goal 1', { exact: true }).fill('First song');
    await module.getByLabel('Tokens for 1', { exact: true }).fill('50');
    await module.getByRole('button', { name: 'Add a goal' }).click();
    await module.getByLabel('Goal 2', { exact: true }).fill('Second song');
    await module.getByLabel('Tokens for 2', { exact: true }).fill('70');
    await module.getByLabel('Start again after the last one').check();
    await expectAccessible(studio, 'form of several goals');
    const sent: string[] = [];
    studio.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/apps/')) sent.push(request.url());
    });
    await module.getByRole('button', { name: 'Start the goal' }).dblclick();
    await expect(goalOf(viewer)).toContainText('First song');
    await expect(goalOf(viewer)).toContainText('1 of 2');
    expect(sent).toHaveLength(1);

    // 150 are the first goal, the second, and three fifths of the first once more.
    await watchThirds(viewer);
    await tip(viewer, 150);
    const thirds = viewer.locator('.lower-third');
    await expect(thirds).toContainText('150');
    for (const title of ['First song', 'Second song']) await expect(thirds).toContainText(title);
    await expect(thirds).toHaveCount(0);
    expect(await mostThirdsOf(viewer)).toBe(1);
    for (const page of [viewer, studio]) {
      await expect(goalOf(page)).toContainText('First song');
      await expect(goalOf(page)).toContainText('20 to go');
      await expect(goalOf(page)).toContainText('60%');
    }

    await test.step('words change without a new round, a change elsewhere is told', async () => {
      await module.getByRole('button', { name: 'Edit' }).click();
      await module.getByLabel('Goal 1', { exact: true }).fill('Third song');
      await expect(module).toContainText('Every tip in your room counts');
      await module.getByLabel('Tokens for 1', { exact: true }).fill('40');
      await expect(module).toContainText('starts a new round');
      await module.getByLabel('Tokens for 1', { exact: true }).fill('50');
      await module.getByRole('button', { name: 'Save the goal' }).click();
      await expect(goalOf(viewer)).toContainText('Third song');
      await expect(goalOf(viewer)).toContainText('20 to go');

      const other = await openAs(browser, 'demo_model', '/broadcast');
      await module.getByRole('button', { name: 'Edit' }).click();
      await module.getByLabel('Goal 2', { exact: true }).fill('Mine');
      await studioOf(other).getByRole('button', { name: 'Edit' }).click();
      await studioOf(other).getByLabel('Goal 2', { exact: true }).fill('Theirs');
      await studioOf(other).getByRole('button', { name: 'Save the goal' }).click();
      await expect(studioOf(other).getByRole('button', { name: 'Edit' })).toBeVisible();
      await module.getByRole('button', { name: 'Save the goal' }).click();
      await expect(module).toContainText('The goal was changed elsewhere');
      await expect(module.getByLabel('Goal 2', { exact: true })).toHaveValue('Theirs');
      await module.getByRole('button', { name: 'Cancel' }).click();
    });

    await test.step('it waits while there is no broadcast', async () => {
      await studio.getByRole('button', { name: /^End( stream)?$/u }).click();
      await expect(goalOf(studio)).toContainText('Continues with the public show');
      await expectAccessible(studio, 'studio with a paused goal');
      await module.getByRole('button', { name: 'End goal' }).click();
      await studio.getByRole('button', { name: 'End it now' }).click();
      await expect(goalOf(studio)).toHaveCount(0);
    });
  },
);
