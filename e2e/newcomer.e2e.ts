import { expect, type Locator, type Page } from '@playwright/test';
import { balanceOf, joinAndBuy, settlePage } from './steps.ts';
import { test } from './test.ts';

/*
 * Three things that a newcomer comes for, counted in presses, keys' words and seconds; the figures are printed. More
 * steps than written here fail: a way that has become longer is a defect. Seconds depend on the machine and fail nothing.
 */

test.use({ ownSite: 'feed', siteEnv: { DEMO_LIVE: '4', SITE_VARIANT: 'swiper' } });

/** Counts what somebody does with mouse and keyboard. */
function makeWalker(page: Page) {
  let steps = 0;
  const from = Date.now();
  return {
    async press(what: Locator) {
      steps += 1;
      await what.click();
    },
    async write(where: Locator, words: string) {
      steps += 1;
      await where.fill(words);
    },
    async key(name: string) {
      steps += 1;
      await page.keyboard.press(name);
    },
    /** Tells how long the way was. */
    arrive(task: string, stepsMax: number) {
      console.log(`${task}: ${steps} steps, ${((Date.now() - from) / 1000).toFixed(1)} s`);
      expect(steps, task).toBeLessThanOrEqual(stepsMax);
    },
  };
}

interface Card {
  readonly username: string;
  readonly displayName: string;
  readonly status: string;
  readonly tags: readonly string[];
  readonly languages: readonly string[];
  readonly private_enabled: boolean;
  readonly private_cost: number;
}

/** A live room with a topic, a language and a price, by which somebody may look for it. */
async function someLiveRoom(page: Page): Promise<Card> {
  let found: Card | undefined;
  await expect(async () => {
    const answer = await page.request.get('/api/v1/browse/react/girls');
    const { userList } = (await answer.json()) as { userList: Card[] };
    found = userList.find(
      ({ status, tags, languages, private_enabled: offers }) =>
        status === 'online' && tags.length > 0 && languages.length > 0 && offers,
    );
    expect(found).toBeDefined();
  }).toPass();
  return found!;
}

test('a live room is found by topic, language and price, from the home page', async ({ page }) => {
  const wanted = await someLiveRoom(page);
  await page.goto('/');
  await settlePage(page);
  const walk = makeWalker(page);
  await walk.press(page.getByRole('searchbox').first());
  await page.keyboard.type(`${wanted.tags[0]!.replaceAll('-', ' ')} ${wanted.languages[0]!}`);
  await walk.key('Enter');
  const card = page.locator(`article.card > a[href="/${wanted.username}"]`).first();
  // The price stands on the card: nobody has to open rooms to compare.
  await expect(card).toContainText(/\d/u);
  await walk.press(card);
  await expect(page.getByRole('heading', { level: 1, name: wanted.displayName })).toBeVisible();
  walk.arrive('find by topic and language, see the price', 3);
});

test('a live room is found by filters alone', async ({ page }) => {
  const wanted = await someLiveRoom(page);
  await page.goto('/');
  await settlePage(page);
  const walk = makeWalker(page);
  await walk.press(page.getByRole('link', { name: 'All filters' }));
  const facets = page.getByRole('complementary', { name: 'Filters' });
  const language = wanted.languages[0]!;
  await walk.press(facets.getByRole('checkbox', { name: new RegExp(`^${language}`, 'iu') }));
  await expect(page).toHaveURL(new RegExp(`lang=${language}`));
  const card = page.locator(`article.card > a[href="/${wanted.username}"]`).first();
  await walk.press(card);
  await expect(page.getByRole('heading', { level: 1, name: wanted.displayName })).toBeVisible();
  walk.arrive('find by filters', 3);
});

test('somebody whom one looked at yesterday is one press away', async ({ page }) => {
  const known = await someLiveRoom(page);
  await page.goto(`/${known.username}`);
  await settlePage(page);
  await page.goto('/');
  await settlePage(page);
  const walk = makeWalker(page);
  await walk.press(page.getByRole('link', { name: 'Recently viewed' }).first());
  await walk.press(page.locator(`article.card > a[href="/${known.username}"]`).first());
  await expect(page.getByRole('heading', { level: 1, name: known.displayName })).toBeVisible();
  walk.arrive('come back to somebody', 2);
});

test('the first 25 tokens are tipped from the home page', async ({ page }) => {
  const wanted = await someLiveRoom(page);
  await joinAndBuy(page);
  await page.goto('/');
  await settlePage(page);
  const walk = makeWalker(page);
  await walk.press(page.locator(`article.card > a[href="/${wanted.username}"]`).first());
  await walk.press(page.getByRole('button', { name: /^Tip/u }));
  await expect.poll(() => balanceOf(page)).toBe(75);
  walk.arrive('tip the first 25', 2);
});
