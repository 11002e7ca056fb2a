import { expect, type Page } from '@playwright/test';
import { expectMovingPicture, logIn } from './steps.ts';
import { test } from './test.ts';

/* Whatever a finger presses on a phone is at least 44 by 44 pixels. */

const LEAST_PX = 44;

/**
 * The controls that can be pressed now and are too small, each with its size. What is read as part of a sentence is
 * left out, as WCAG 2.5.8 has it: names in lines of the chat, links in the words of a box that is ticked.
 */
const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const number = (length: string) => Number.parseFloat(length) || 0;
    /** The place that is pressed: the label around a box, and what a control adds to itself unseen. */
    const sizeOf = (control: Element) => {
      const target = control.closest('label') ?? control;
      const { width, height } = target.getBoundingClientRect();
      const more = getComputedStyle(target, '::after');
      if (more.content === 'none' || more.position !== 'absolute') return { width, height };
      return {
        width: Math.max(width, width - number(more.left) - number(more.right)),
        height: Math.max(height, height - number(more.top) - number(more.bottom)),
      };
    };
    const isPressable = (control: Element) =>
      control.checkVisibility({ visibilityProperty: true }) &&
      !control.matches(':disabled, .visually-hidden, .skip-link, .message *, .choice a');
    const found = [...document.querySelectorAll('button, a[href], input, select, textarea')]
      .filter(isPressable)
      .map((control) => ({ control, ...sizeOf(control) }))
      // Half a pixel is how places are rounded.
      .filter(({ width, height }) => Math.min(width, height) < least - 0.5)
      .map(({ control, width, height }) => {
        const name = control.getAttribute('aria-label') ?? control.textContent.trim().slice(0, 30);
        return `${Math.round(width)} by ${Math.round(height)}: ${control.className} ${name}`;
      });
    return [...new Set(found)];
  }, LEAST_PX);

test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });

test('home', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Join free' }).first()).toBeVisible();
  expect(await tooSmall(page)).toEqual([]);
});

for (const who of ['a guest', 'a member'] as const)
  test(`the room of ${who}`, { tag: who === 'a guest' ? '@long' : [] }, async ({ page }) => {
    if (who === 'a member') await logIn(page, 'demo_viewer');
    await page.goto('/marlowe_diallo');
    await expectMovingPicture(page);
    await expect(page.getByRole('button', { name: 'Pause' })).toBeAttached();
    expect(await tooSmall(page)).toEqual([]);
    await page.getByRole('tab', { name: /^Users/u }).click();
    await expect(
      page
        .getByRole('tabpanel', { name: /^Users/u })
        .getByRole('button')
        .first(),
    ).toBeVisible();
    expect(await tooSmall(page)).toEqual([]);
  });

test('the studio', { tag: '@long' }, async ({ page, context }) => {
  await context.grantPermissions(['camera', 'microphone']);
  await logIn(page, 'demo_model');
  await page.goto('/broadcast');
  await expect(page.getByRole('button', { name: 'Go live' })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Set a goal' })).toBeVisible();
  expect(await tooSmall(page)).toEqual([]);
});
