import { test as base } from '@playwright/test';

/**
 * The test of Playwright, whose browser is left as it was found: what a journey opened is closed with it.
 * Pages left open go on playing video, and slow every journey after theirs.
 */
export const test = base.extend<{ tidyBrowser: void }>({
  tidyBrowser: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      await use();
      await Promise.all(
        browser
          .contexts()
          .filter((context) => !before.has(context))
          .map((context) => context.close()),
      );
    },
    { auto: true },
  ],
});
