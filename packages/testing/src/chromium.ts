import { existsSync } from 'node:fs';

/** Debian's Chromium without a window: the same engine, at a third less of processor. */
const HEADLESS = '/usr/bin/chromium-headless-shell';

/** The browser of tests: `CHROMIUM_PATH`, Debian's, or undefined where Playwright brings its own. */
export const chromiumPath = (): string | undefined =>
  process.env['CHROMIUM_PATH'] ?? (existsSync(HEADLESS) ? HEADLESS : undefined);
