import type { Browser, BrowserContext, Page } from 'playwright-core';

/** What a visitor has: a line, a screen and how much slower than this machine the phone is. */
export interface Profile {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Towards the visitor, in megabits a second. */
  readonly mbitPerSecond: number;
  readonly roundTripMs: number;
  readonly slowdown: number;
}

/** What one visit with an empty cache was like. */
export interface Visit {
  /** Until the largest part of the page stood there, in milliseconds from the navigation on. */
  readonly lcpMs: number;
  /** Sum of all shifts of the layout, as the browser scores them. */
  readonly cls: number;
}

const BYTES_PER_MBIT = 125_000;
/** After the page has loaded; a later picture may be larger. */
const REST_MS = 2_500;
const QUIET_MS = 8_000;

interface Seen {
  lcp: number;
  cls: number;
}

const watch = (context: BrowserContext) =>
  context.addInitScript(() => {
    const seen = { lcp: 0, cls: 0 };
    (globalThis as unknown as { seen: typeof seen }).seen = seen;
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) seen.lcp = startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) seen.cls += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Slows a page's line and processor down. */
export async function slowDown(page: Page, profile: Profile): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: profile.roundTripMs,
    downloadThroughput: profile.mbitPerSecond * BYTES_PER_MBIT,
    uploadThroughput: (profile.mbitPerSecond * BYTES_PER_MBIT) / 2,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: profile.slowdown });
}

/**
 * Opens a page as somebody who was never there before.
 * @param isBare its scripts never come: what HTML, style and pictures alone take, as the floor
 */
export async function visit(
  browser: Browser,
  address: string,
  profile: Profile,
  isBare: boolean,
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: profile.width, height: profile.height },
    reducedMotion: 'no-preference',
    // The service worker fetches what a later visit needs.
    serviceWorkers: 'block',
    ignoreHTTPSErrors: true,
  });
  try {
    await watch(context);
    const page = await context.newPage();
    if (isBare)
      await page.route(
        ({ pathname }) => pathname.endsWith('.js'),
        (route) => route.abort(),
      );
    await slowDown(page, profile);
    await page.goto(address, { waitUntil: 'load', timeout: 120_000 });
    await page.waitForLoadState('networkidle', { timeout: QUIET_MS }).catch(() => undefined);
    await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), REST_MS);
    const { lcp, cls } = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
    return { lcpMs: lcp, cls };
  } finally {
    await context.close();
  }
}
