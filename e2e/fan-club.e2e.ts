import { type Browser, expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { balanceOf, joinAndBuy, joinAsNew, logIn } from './steps.ts';
import { test } from './test.ts';

/*
 * A fan club's life: joined, read, liked, a level up, canceled and resumed by its member; set up, written and looked at
 * by its performer.
 */

const CLUB = '/demo_model/fanclub';
const SHOTS = process.env['E2E_SHOTS'];

const expectGood = (page: Page, name: string): Promise<void> =>
  inEveryLook(page, async (look) => {
    if (SHOTS)
      await page.screenshot({
        path: `${SHOTS}/${name} ${look.name}.png`.replaceAll(' ', '-'),
        fullPage: true,
      });
    expect(await findings(page, look), `${name}, ${look.name}`).toEqual([]);
    expect(await overhangOf(page), `${name}, ${look.name}`).toBeLessThanOrEqual(0);
  });

const newPage = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage();

const own = (page: Page) => page.getByRole('region', { name: 'Your membership' });
const posts = (page: Page) => page.getByRole('region', { name: 'Posts' });

test(
  'a club is joined by its levels, read, liked, changed, canceled and resumed; a new post comes to the open page (FANCLUB-002) (FANCLUB-008) (FANCLUB-014) (FANCLUB-016)',
  { tag: '@full' },
  async ({ page, browser }) => {
    const performer = await newPage(browser);
    await logIn(performer, 'demo_model');
    await joinAndBuy(page, 200);
    await page.goto(CLUB);
    await expect(page.getByRole('heading', { name: 'Demo Model fan club' })).toBeVisible();

    await test.step('what is locked says so, and which level opens it', async () => {
      await expect(posts(page).getByText('Locked').first()).toBeVisible();
      await expect(posts(page).getByText('For members of level Supporter and above.').first()).toBeVisible();
      await expectGood(page, 'club of a stranger');
    });

    await test.step('the dialog says what is paid, now and later', async () => {
      await page.getByRole('button', { name: 'Join as Supporter' }).first().press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Join as Supporter' });
      await expect(dialog.getByText('Next charge, on')).toBeVisible();
      await expect(dialog.getByText('80% of what you pay goes to Demo Model.')).toBeVisible();
      await expectGood(page, 'club join');
      await dialog.getByRole('button', { name: 'Join for 100 tokens' }).press('Enter');
      await expect(dialog).toHaveCount(0);
      await expect(own(page)).toContainText('Supporter');
      await expect.poll(() => balanceOf(page)).toBe(100);
    });

    await test.step('posts of the level are read and liked', async () => {
      const post = posts(page).getByRole('listitem').filter({ hasText: 'Welcome to the club' });
      await expect(post).toBeVisible();
      const like = post.getByRole('button', { name: /^Like/u });
      await like.click();
      await expect(like).toHaveAttribute('aria-pressed', 'true');
      await page.reload();
      await expect(like).toHaveAttribute('aria-pressed', 'true');
      await expectGood(page, 'club of a member');
    });

    await test.step('what the performer writes is there without a reload', async () => {
      await performer.goto('/model-desk/fan-club');
      const text = `Tea at nine ${Date.now()}`;
      await performer.getByLabel('Write a post').fill(text);
      await performer.getByRole('button', { name: 'Post', exact: true }).click();
      await expect(posts(performer).getByText(text)).toBeVisible();
      await expect(posts(page).getByText(text)).toBeVisible();
      await posts(performer)
        .getByRole('listitem')
        .filter({ hasText: text })
        .getByRole('button', { name: 'Delete the post' })
        .click();
      await performer.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expect(posts(performer).getByText(text)).toHaveCount(0);
    });

    await test.step('a higher level holds at once, for the difference', async () => {
      await page.getByRole('button', { name: 'Go up to Insider' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Change to Insider' });
      await expect(dialog.getByText(/^Charged now, for the time until/u)).toBeVisible();
      await dialog.getByRole('button', { name: /^Pay/u }).click();
      await expect(own(page)).toContainText('Insider');
      await expect(posts(page).getByText('Rehearsal notes.')).toBeVisible();
    });

    await test.step('too few tokens lead to buying them, and back to the question', async () => {
      await page.getByRole('button', { name: 'Go up to Legend' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Change to Legend' });
      await dialog.getByRole('button', { name: /^Pay/u }).click();
      const buy = page
        .getByRole('dialog')
        .filter({ hasText: /more tokens? for the fan club|balance is too low/u });
      await expect(buy).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeVisible();
      await dialog.getByRole('button', { name: 'Not now' }).click();
    });

    await test.step('canceled it runs to its end, resumed it goes on', async () => {
      await own(page).getByRole('button', { name: 'Cancel the membership' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel the membership' }).click();
      await expect(own(page).getByText(/^Ends on .* Nothing more is charged\.$/u)).toBeVisible();
      await own(page).getByRole('button', { name: 'Resume' }).click();
      await expect(own(page).getByText('Next charge')).toBeVisible();
    });

    await test.step('the page of all clubs has the membership and its posts', async () => {
      await page.goto('/fans');
      await expect(page.getByRole('region', { name: 'Your clubs' })).toContainText('Insider');
      await expect(posts(page).getByText('Rehearsal notes.')).toBeVisible();
      await expectGood(page, 'clubs of a member');
    });

    await test.step('the room’s bio says the level', async () => {
      await page.goto('/demo_model/bio');
      const own = page.locator('.club-levels > [data-own]');
      await expect(own.getByRole('heading', { name: 'Insider' })).toBeVisible();
      await expect(own.getByRole('link', { name: 'Manage' })).toHaveAttribute('href', '/demo_model/fanclub');
    });
    await performer.context().close();
  },
);

test('guests see clubs to join, and are led to join the site first (FANCLUB-001) (FANCLUB-003)', async ({
  page,
}) => {
  await page.goto('/fans');
  await expect(page.getByRole('heading', { name: 'Clubs to join' })).toBeVisible();
  await expectGood(page, 'clubs of a guest');
  await page.getByRole('link', { name: 'All fan clubs' }).click();
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  await page.goto(CLUB);
  await page.getByRole('button', { name: 'Join as Insider' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Join to become a fan club member' })).toBeVisible();
});

test('who is in no club sees the clubs to join (FANCLUB-001)', async ({ page }) => {
  await joinAsNew(page);
  await page.goto('/fans');
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your clubs' })).toHaveCount(0);
});

test(
  'performers are told of fan clubs once in a browser, and run theirs at the desk (FANCLUB-005) (FANCLUB-007)',
  { tag: '@long' },
  async ({ browser }) => {
    const page = await (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage();
    await logIn(page, 'demo_model');
    const told = page.getByRole('dialog', { name: 'Your own fan club' });
    await expect(told).toContainText('at three monthly tiers');
    await expect(told).toContainText('You get 80% of what they spend on it.');
    await told.getByRole('link', { name: 'See your club' }).click();
    await expect(page.getByRole('heading', { name: 'Fan club', exact: true })).toBeVisible();
    await expect(told).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Members' }).getByRole('listitem').first()).toBeVisible();
    await expect(page.getByText('Earned this month')).toBeVisible();
    await expectGood(page, 'desk of a club');

    const settings = page.getByRole('region', { name: 'Your club' });
    await settings.getByLabel('Legend').fill('150');
    await expect(settings.getByRole('button', { name: 'Save the prices' })).toBeDisabled();
    await settings.getByLabel('Legend').fill('450');
    await settings.getByRole('button', { name: 'Save the prices' }).click();
    await expect(settings.getByText('Saved', { exact: true })).toBeVisible();
    await settings.getByLabel('Legend').fill('400');
    await settings.getByRole('button', { name: 'Save the prices' }).click();
    await expect(settings.getByRole('button', { name: 'Save the prices' })).toBeDisabled();

    await settings.getByRole('switch').click();
    const ask = page.getByRole('dialog', { name: 'Close your fan club?' });
    await expect(ask).toContainText('members are refunded for the rest of their month');
    await ask.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(settings.getByRole('switch')).toBeChecked();

    await page.goto('/');
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await expect(told).toHaveCount(0);
  },
);
