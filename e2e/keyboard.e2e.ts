import { expect, type Page } from '@playwright/test';
import { balanceOf, expectMovingPicture, newName, settlePage } from './steps.ts';
import { test } from './test.ts';

/*
 * The viewer's whole story without a pointer: find a room, join, buy, chat, tip, read the trace. Every step
 * is a key; what is pressed must be reachable by Tab and show that it has the focus.
 */

const FOCUS_LIMIT = 220;

/** Name of what has the focus, and whether the focus can be seen on it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    let element = document.activeElement;
    while (element instanceof HTMLIFrameElement && element.contentDocument)
      element = element.contentDocument.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return { text: '', isVisible: true };
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
    const text = [
      element.getAttribute('aria-label'),
      ...labels.map((label) => label.textContent),
      element.matches('a, button, summary, [role]:not([role=dialog])') ? element.textContent : '',
    ]
      .filter(Boolean)
      .join(' | ')
      .replaceAll(/\s+/gu, ' ');
    const hosts = [element, element.parentElement, ...labels];
    const outlined = () =>
      hosts.some((host) => host !== null && getComputedStyle(host).outlineStyle !== 'none');
    const shadows = () => hosts.map((host) => host && getComputedStyle(host).boxShadow).join(' ');
    let isVisible = outlined();
    if (!isVisible) {
      // A shadow is a sign of focus only when it is not there without.
      const withFocus = shadows();
      element.blur();
      isVisible = shadows() !== withFocus;
      element.focus();
    }
    return { text, isVisible };
  });

/** Presses Tab until the focus stands on what matches; fails when it is nowhere on the way round. */
async function tabTo(page: Page, wanted: RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let press = 0; press < FOCUS_LIMIT; press += 1) {
    const { text, isVisible } = await focused(page);
    if (wanted.test(text)) {
      expect(isVisible, `focus can be seen on ${text}`).toBe(true);
      return;
    }
    passed.push(text.slice(0, 40));
    await page.keyboard.press(key);
  }
  throw new Error(`${wanted} is not reachable by ${key}; passed ${[...new Set(passed)].join(', ')}`);
}

test('a viewer finds a room, joins, buys, chats and tips by keyboard alone', async ({ page }) => {
  const onStage = page.getByRole('article').filter({ hasText: 'Marlowe Diallo' }).getByText('Live');
  await expect(async () => {
    await page.goto('/');
    await expect(onStage.first()).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await settlePage(page);
  await page.keyboard.press('Tab');

  await test.step('the first Tab offers to skip to the content', async () => {
    expect((await focused(page)).text).toMatch(/Skip to/u);
    await page.keyboard.press('Enter');
  });

  await test.step('opens a room', async () => {
    await tabTo(page, /^Marlowe Diallo|Marlowe Diallo/u);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/marlowe_diallo');
    await expectMovingPicture(page);
  });

  const name = newName();
  await test.step('joins', async () => {
    await tabTo(page, /^Join free/u);
    await page.keyboard.press('Enter');
    await tabTo(page, /^Username/u);
    await page.keyboard.type(name);
    await tabTo(page, /^Email/u);
    await page.keyboard.type(`${name}@example.org`);
    await tabTo(page, /^Password/u);
    await page.keyboard.type('a long enough phrase');
    await tabTo(page, /^Day/u);
    await page.keyboard.press('Enter');
    // One part opens the next; the year is on an earlier page of years.
    for (const choice of ['7', 'May']) {
      await expect(page.getByRole('listbox').getByRole('option').first()).toBeFocused();
      await page.keyboard.type(choice, { delay: 20 });
      await expect(page.getByRole('option', { name: choice, exact: true })).toBeFocused();
      await page.keyboard.press('Enter');
    }
    const year = page.getByRole('option', { name: /^19\d\d$/u });
    for (let press = 0; press < 4 && (await year.count()) === 0; press += 1)
      await page.keyboard.press('PageDown');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Day: 7' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Month: May' })).toBeVisible();
    await tabTo(page, /^Woman/u);
    await page.keyboard.press('Space');
    await tabTo(page, /I am 18 or older/u);
    await page.keyboard.press('Space');
    await tabTo(page, /^Join free/u);
    await page.keyboard.press('Enter');
    await expect(page.locator('.site-header .balance')).toBeVisible();
    expect(await balanceOf(page)).toBe(0);
  });
  await settlePage(page);

  await test.step('buys', async () => {
    await tabTo(page, /^Buy tokens/u);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await tabTo(page, /\$\d/u);
    for (let press = 0; press < 8 && !/\$10\.00/u.test((await focused(page)).text); press += 1)
      await page.keyboard.press('ArrowDown');
    expect((await focused(page)).text).toMatch(/\$10\.00/u);
    await tabTo(page, /Continue to pay/u);
    await page.keyboard.press('Enter');
    const pay = page.frameLocator('iframe').getByRole('button', { name: /Pay \$10\.00/u });
    await expect(pay).toBeVisible();
    for (let press = 0; press < 30; press += 1) {
      if (await pay.evaluate((button) => button === button.ownerDocument.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await expect(pay).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByText('100 tokens added')).toBeVisible();
    await tabTo(page, /^Back to the page/u);
    await page.keyboard.press('Enter');
    await expect.poll(() => balanceOf(page)).toBe(100);
  });

  await test.step('chats', async () => {
    await tabTo(page, /^Message(?!s)/u);
    await page.keyboard.type(`hello, this is ${name}`);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('log').getByText(`hello, this is ${name}`)).toBeVisible();
  });

  await test.step('tips, and the trace tells where it went', async () => {
    await tabTo(page, /^Tip \d+ tokens/u);
    await page.keyboard.press('Enter');
    await expect.poll(() => balanceOf(page)).toBeLessThan(100);
    await page.goto('/account/tokens');
    await expect(
      page
        .getByRole('row')
        .filter({ hasText: /marlowe/iu })
        .first(),
    ).toBeVisible();
    await tabTo(page, /marlowe|Trace/iu);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('complementary', { name: 'Ledger trace' })).toBeVisible();
  });
});

test(
  'a model logs in, goes live, answers in the chat and ends the stream by keyboard alone',
  { tag: '@long' },
  async ({ page, context }) => {
    await context.grantPermissions(['camera', 'microphone']);
    await page.goto('/login');
    await settlePage(page);
    await tabTo(page, /^Username or email/u);
    await page.keyboard.type('demo_model');
    await tabTo(page, /^Password/u);
    await page.keyboard.type('demo-password');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname !== '/login');
    await page.goto('/broadcast');
    await expect(page.getByRole('button', { name: 'Go live' })).toBeEnabled();
    await tabTo(page, /^Go live/u);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'On air' })).toBeVisible();
    const line = `good evening ${newName()}`;
    await tabTo(page, /^Message(?!s)/u);
    await page.keyboard.type(line);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('log').getByText(line)).toBeVisible();
    await tabTo(page, /^End/u);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Go live' })).toBeVisible();
  },
);
