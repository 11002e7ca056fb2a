import type { Browser, Page } from '@playwright/test';

/** The site may load a page anew by itself, for example after its account has changed, while a journey goes somewhere. */
const OTHER_NAVIGATION = 'interrupted by another navigation';
const TRIES_MAX = 5;

let isSteady = false;

/** From here on a page that is on its way by itself is asked again for where the journey goes; once for each worker. */
export async function steadyGoto(browser: Browser): Promise<void> {
  if (isSteady) return;
  isSteady = true;
  const context = await browser.newContext();
  const pages = Object.getPrototypeOf(await context.newPage()) as Pick<Page, 'goto'>;
  await context.close();
  const goOnce = pages.goto;
  pages.goto = async function goto(this: Page, ...where) {
    for (let tries = 1; ; tries++) {
      try {
        return await goOnce.apply(this, where);
      } catch (error) {
        if (tries === TRIES_MAX || !String(error).includes(OTHER_NAVIGATION)) throw error;
        // It is let come where it goes first, or it interrupts the next try as well.
        await this.waitForLoadState().catch(() => undefined);
      }
    }
  };
}
