import type { Browser, Locator, Page } from 'playwright-core';
import { type Profile, slowDown } from './measure-page.ts';

/** One press, and how long the page took until it showed that it was heard. */
export interface Press {
  readonly name: string;
  readonly ms: number;
}

/** What the browser does not list at all took less than this. */
const LISTED_MS = 16;
const AFTER_PRESS_MS = 900;

interface Presses {
  longest: number;
}

const watchPresses = (page: Page) =>
  page.evaluate(() => {
    const presses = { longest: 0 };
    (globalThis as unknown as { presses: Presses }).presses = presses;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (entry.interactionId) presses.longest = Math.max(presses.longest, entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });

/** Presses what is there, and asks the browser from the press to the next frame that was shown (INP). */
async function press(page: Page, name: string, target: Locator): Promise<Press> {
  await target.scrollIntoViewIfNeeded();
  await page.evaluate(() => {
    (globalThis as unknown as { presses: Presses }).presses.longest = 0;
  });
  await target.click();
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), AFTER_PRESS_MS);
  const longest = await page.evaluate(() => (globalThis as unknown as { presses: Presses }).presses.longest);
  return { name, ms: Math.max(longest, LISTED_MS) };
}

const open = async (browser: Browser, address: string, profile: Profile): Promise<Page> => {
  const context = await browser.newContext({
    viewport: { width: profile.width, height: profile.height },
    serviceWorkers: 'block',
    ignoreHTTPSErrors: true,
  });
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForLoadState('networkidle', { timeout: 8_000 }).catch(() => undefined);
  await slowDown(page, profile);
  await watchPresses(page);
  return page;
};

/** Changes filters of a list and tabs of a room; each press by itself. */
export async function pressAround(browser: Browser, url: string, profile: Profile): Promise<Press[]> {
  const presses: Press[] = [];
  const list = await open(browser, `${url}/girls`, profile);
  const filters = list.getByRole('navigation', { name: 'Filters' }).getByRole('link');
  const count = Math.min(await filters.count(), 4);
  for (let at = 0; at < count; at++) {
    const filter = filters.nth(at);
    const name = (await filter.innerText()).split('\n')[0]!;
    presses.push(await press(list, `filter ${name}`, filter));
  }
  await list.context().close();

  const many = await open(browser, `${url}/multi-filter`, profile);
  const boxes = many.getByRole('checkbox');
  for (let at = 0; at < Math.min(await boxes.count(), 4); at++)
    presses.push(await press(many, `facet ${at + 1}`, boxes.nth(at)));
  await many.context().close();

  const room = await open(browser, `${url}/marlowe_diallo`, profile);
  const tabs = room.getByRole('tab');
  for (let at = 0; at < (await tabs.count()); at++) {
    const tab = tabs.nth(at);
    if (await tab.isVisible())
      presses.push(await press(room, `tab ${(await tab.innerText()).split('\n')[0]!}`, tab));
  }
  await room.context().close();
  return presses;
}
