import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { keepLoops } from '@klieg/testing/kept-loops';
import { test as base } from '@playwright/test';
import { demoOn, FIRST_PORT, makeDataDir, TRANSLATOR_PORT } from './site-data.ts';
import { steadyGoto } from './steady-goto.ts';

/** Each worker's site has so many ports of its own. */
const PORTS_PER_SITE = 10;
const START_MS = 180_000;
const END_MS = 12_000;

/** The demo site that all journeys of a worker use. */
export interface JourneySite {
  readonly url: string;
  /** Where a journey may listen as the translator that the site asks. */
  readonly translatorPort: number;
}

interface RunningSite extends JourneySite {
  end(): Promise<void>;
}

/** A site that was ended by force may hold its ports for a moment longer, so the next one on them is tried again. */
const STARTS_MAX = 5;
const AGAIN_MS = 3_000;

/** Starts a demo site with a database of its own on a block of ports; resolves when it is ready. */
async function startSite(port: number, more: Readonly<Record<string, string>>): Promise<RunningSite> {
  for (let start = 1; ; start++) {
    const site = await tryStart(port, more);
    if (site) return site;
    if (start === STARTS_MAX) throw new Error(`the site on port ${port} did not become ready`);
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/** @returns undefined where it has ended before it was ready. @throws Error where it does not become ready in time */
async function tryStart(
  port: number,
  more: Readonly<Record<string, string>>,
): Promise<RunningSite | undefined> {
  const dataDir = makeDataDir();
  const url = `http://localhost:${port}`;
  const translatorPort = port + TRANSLATOR_PORT;
  const site = spawn(process.execPath, ['apps/site/src/app/main.ts'], {
    stdio: 'ignore',
    env: { ...process.env, ...demoOn(port), DATA_DIR: dataDir, ...more },
  });
  const ended = once(site, 'exit');
  const end = async (): Promise<void> => {
    site.kill('SIGTERM');
    const timer = setTimeout(() => site.kill('SIGKILL'), END_MS);
    await ended;
    clearTimeout(timer);
    keepLoops(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  };
  const until = Date.now() + START_MS;
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return { url, translatorPort, end };
    const hasEnded = site.exitCode !== null || site.signalCode !== null;
    if (hasEnded || Date.now() > until) {
      await end();
      if (hasEnded) return undefined;
      throw new Error(`the site on port ${port} did not become ready in time`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/**
 * The test of Playwright with a site for each worker, whose browser is left as it was found: what a journey
 * opened is closed with it. Pages left open go on playing video, and slow every journey after theirs.
 */
export const test = base.extend<
  { tidyBrowser: void },
  { ownSite: string; renditions: boolean; siteEnv: Readonly<Record<string, string>>; site: JourneySite }
>({
  // Journeys that give it a name get a worker, and so a site, of their own.
  ownSite: ['', { option: true, scope: 'worker' }],
  // Smaller pictures of what is sent take a fourth of the machine's time from everything else; journeys about them want them.
  renditions: [false, { option: true, scope: 'worker' }],
  // Journeys of what a site has only when its operator wants it; they get a site of their own, too.
  siteEnv: [{}, { option: true, scope: 'worker' }],
  site: [
    async ({ renditions, siteEnv }, use, { parallelIndex }) => {
      const video = renditions ? {} : { MEDIA_TRANSCODE_CORES: '0' };
      const port = FIRST_PORT + parallelIndex * PORTS_PER_SITE;
      const site = await startSite(port, { ...video, ...siteEnv });
      await use(site);
      await site.end();
    },
    { scope: 'worker', timeout: START_MS + END_MS },
  ],
  baseURL: ({ site }, use) => use(site.url),
  // What a browser is told once is not told in each journey of a performer.
  storageState: ({ site }, use) =>
    use({
      cookies: [],
      origins: [{ origin: site.url, localStorage: [{ name: 'klieg.club-announced', value: 'true' }] }],
    }),
  tidyBrowser: [
    async ({ browser }, use) => {
      await steadyGoto(browser);
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
