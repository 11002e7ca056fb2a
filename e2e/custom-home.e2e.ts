import { expect, type Page } from '@playwright/test';
import { joinAsNew, settlePage } from './steps.ts';
import { test } from './test.ts';

/* A member's own home page: which sections it has, in what order, on a desk and on a phone. */

const rows = (page: Page) => page.getByRole('main').locator('.section-head');
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Your home page' });

async function openChoice(page: Page) {
  await page.getByRole('button', { name: 'Customize' }).click();
  const dialog = dialogOf(page);
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Moves a section up by the keyboard alone until it is at a place of the list. */
async function moveUp(page: Page, name: string, place: number) {
  const dialog = dialogOf(page);
  const names = dialog.getByRole('listitem');
  await dialog.getByRole('button', { name: `Move ${name} up` }).focus();
  const now = (await names.allInnerTexts()).findIndex((text) => text.trim() === name) + 1;
  for (let at = now - 1; at >= place; at--) {
    await page.keyboard.press('Enter');
    await expect(dialog.getByText(`${name}: place ${at} of 12`)).toBeAttached();
  }
  await expect(names.nth(place - 1)).toHaveText(name);
}

/** Follows as many performers as give a section a way to all of them. */
const followSome = (page: Page) =>
  page.evaluate(async () => {
    const { csrf } = (await (await fetch('/api/v1/site_config')).json()) as { csrf: string };
    const { userList } = (await (await fetch('/api/v1/browse/react')).json()) as {
      userList: { username: string }[];
    };
    for (const { username } of userList.slice(0, 5))
      await fetch(`/api/v1/user/${username}/follow`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-csrf-token': csrf },
        body: '{}',
      });
  });

/** What the classic page has at every hour. */
const classicRows = (page: Page) =>
  page.getByRole('main').getByRole('heading', { name: /^(?:More live rooms|Offline now)/ });

/** The sum of layout shifts of this page so far. */
const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
            sum += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 200);
      }),
  );
const SHIFT_MAX = 0.02;

test(
  'a member orders the sections of an own home page by keyboard and finds them so (HOME-001) (HOME-002) (HOME-008) (HOME-010) (HOME-016) (HOME-018) (HOME-019) (HOME-020) (HOME-021) (ERRORS-063)',
  { tag: '@long' },
  async ({ page }) => {
    await joinAsNew(page);
    await followSome(page);
    await page.goto('/');

    await test.step('who has chosen nothing has the classic page', async () => {
      await expect(classicRows(page).first()).toBeVisible();
      const dialog = await openChoice(page);
      await expect(dialog.getByRole('radio', { name: 'Classic' })).toBeChecked();
      await dialog.getByRole('radio', { name: 'Custom' }).click();
      await expect(dialog.getByRole('checkbox')).toHaveCount(12);
    });

    await test.step('two sections go to the top, and it is saved', async () => {
      await moveUp(page, 'Language', 1);
      await moveUp(page, 'Continent', 2);
      await dialogOf(page).getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Preference updated.')).toBeVisible();
      await expect(dialogOf(page)).toBeHidden();
      await expect(rows(page).nth(0)).toContainText('Language');
      await expect(rows(page).nth(1)).toContainText('Continent');
      await expect(classicRows(page)).toHaveCount(0);
    });

    await test.step('they are there after a reload, and nothing jumps', async () => {
      expect(await (await page.request.get('/')).text()).toContain('aria-busy="true"');
      await page.reload();
      await expect(rows(page).nth(0)).toContainText('Language');
      await expect(rows(page).nth(1)).toContainText('Continent');
      await settlePage(page);
      expect(await shiftOf(page)).toBeLessThanOrEqual(SHIFT_MAX);
    });

    await test.step('all of a section are one press away', async () => {
      await rows(page)
        .filter({ hasText: 'My Favs & History' })
        .getByRole('link', { name: 'See all 5' })
        .click();
      await page.waitForURL('**/followed');
      await expect(page.getByRole('article')).toHaveCount(5);
    });

    await test.step('the classic list is there as well, and is for everybody', async () => {
      await page.goto('/');
      await page.getByRole('link', { name: /^All live/ }).click();
      await page.waitForURL('**/?p=1');
      await expect(classicRows(page).first()).toBeVisible();
    });
  },
);

test(
  'on a phone sections are dragged, closing forgets it, and a guest has the classic page (HOME-001) (HOME-018) (HOME-019)',
  { tag: '@long' },
  async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    await joinAsNew(page);
    await page.goto('/');
    const dialog = await openChoice(page);
    await dialog.getByRole('radio', { name: 'Custom' }).click();
    const names = dialog.getByRole('listitem');
    await expect(names).toHaveCount(12);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

    await test.step('a section is dragged to the top', async () => {
      const grip = (await names.nth(2).locator('.section-grip').boundingBox())!;
      const first = (await names.nth(0).boundingBox())!;
      await expect(names.nth(2)).toHaveText('Age Range');
      await page.mouse.move(grip.x + 10, grip.y + 10);
      await page.mouse.down();
      await page.mouse.move(grip.x + 10, first.y + 60, { steps: 4 });
      await page.mouse.move(grip.x + 10, first.y + 5, { steps: 4 });
      await page.mouse.up();
      await expect(names.nth(0)).toHaveText('Age Range');
      await expect(dialog.getByText('Age Range: place 1 of 12')).toBeAttached();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Preference updated.')).toBeVisible();
      await expect(rows(page).nth(0)).toContainText('Age Range');
    });

    await test.step('closing the dialog forgets what was changed', async () => {
      await openChoice(page);
      await moveUp(page, 'Language', 1);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await page.reload();
      await expect(rows(page).nth(0)).toContainText('Age Range');
      await settlePage(page);
      expect(await shiftOf(page)).toBeLessThanOrEqual(SHIFT_MAX);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      await openChoice(page);
      await expect(names.nth(0)).toHaveText('Age Range');
      await page.keyboard.press('Escape');
    });

    await test.step('whoever comes after the member’s session has ended is a guest with the classic page', async () => {
      await context.clearCookies({ name: /^(?!home$)/ });
      await page.goto('/');
      await expect(classicRows(page).first()).toBeVisible();
      await expect(page.getByRole('button', { name: 'Customize' })).toHaveCount(0);
      await expect
        .poll(async () => (await context.cookies()).filter(({ name }) => name === 'home'))
        .toEqual([]);
    });
    await context.close();
  },
);
