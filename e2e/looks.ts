import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** A page as it is shown once. */
export interface Look {
  /** Such as `dark at 360`. */
  readonly name: string;
  /** True where only the colours differ from the look before. */
  readonly isRecoloured: boolean;
  /** Which of the widths it is, from 0. */
  readonly at: number;
}

/** What axe judges by colours; a change of theme leaves all else as it was. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const THEMES = ['dark', 'light'] as const;
const WIDTHS = [1440, 360];
const HEIGHT = 800;
/** What a bar covers at one place another thing may be at the next, on a page with much to press. */
const LOOKS_AGAIN = 2;
/** The long run looks at both themes at both widths, each other one at each of them once. */
const IS_LONG = process.env['KLIEG_LONG'] === '1';

/**
 * What axe finds on a page (WCAG 2.0 to 2.2, A and AA), what is embedded from elsewhere left out. What is found
 * is looked for again when nothing moves, scrolled a little: a notice that is just fading away has weak colours for a
 * moment, and what a bar covers at one place it shows at another.
 */
export async function findings(page: Page, look?: Look): Promise<string[]> {
  if (look && !isJudgedIn(page, look)) return [];
  let found = await audit(page, look);
  for (let again = 0; again < LOOKS_AGAIN && found.length > 0; again++) {
    await settle(page);
    await uncover(page);
    found = await audit(page, look);
  }
  return found;
}

/** Axe takes most of the time: the short run asks it about each address at one width, the long run at all. */
function isJudgedIn(page: Page, { at }: Look): boolean {
  return IS_LONG || new URL(page.url()).pathname.length % WIDTHS.length === at;
}

/** A control half under a bar that stays where it is can be scrolled out from under it, by whoever wants to press it. */
const uncover = (page: Page): Promise<void> =>
  page.evaluate(() => {
    scrollBy({ top: -innerHeight / 3, behavior: 'instant' });
  });

async function audit(page: Page, look?: Look): Promise<string[]> {
  // In one go in the page itself: what is embedded is left out, so nothing has to be put together elsewhere.
  const axe = new AxeBuilder({ page }).exclude('iframe').setLegacyMode();
  const { violations } = await (
    look?.isRecoloured ? axe.withRules(RULES_OF_COLOURS) : axe.withTags(TAGS)
  ).analyze();
  return violations.flatMap((violation) =>
    violation.nodes.map(
      (node) => `${violation.id}: ${node.html.slice(0, 160)} ${node.failureSummary?.slice(0, 200)}`,
    ),
  );
}

/** Waits until colours and places that change gradually have arrived where they go. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect && Number.isFinite(effect.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

/**
 * Shows an open page in both themes and widths, without loading it anew, and looks at each; the page is
 * left as its visitor had it.
 */
export async function inEveryLook(page: Page, see: (look: Look) => Promise<void>): Promise<void> {
  const before = { size: page.viewportSize(), theme: await themeOf(page) };
  for (const [at, width] of WIDTHS.entries()) {
    await page.setViewportSize({ width, height: HEIGHT });
    const themes = IS_LONG ? THEMES : THEMES.slice(at, at + 1);
    for (const theme of themes) {
      await setTheme(page, theme);
      await settle(page);
      await see({ name: `${theme} at ${width}`, isRecoloured: theme !== themes[0], at });
    }
  }
  if (before.size) await page.setViewportSize(before.size);
  await setTheme(page, before.theme);
}

const themeOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.documentElement.dataset['theme'] ?? 'dark');

/** As the page's own switch does it: the theme is an attribute of the document. */
async function setTheme(page: Page, theme: string): Promise<void> {
  await page.emulateMedia({ colorScheme: theme === 'light' ? 'light' : 'dark' });
  await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
}

/** How much wider than the window the page is, in pixels. */
export const overhangOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
