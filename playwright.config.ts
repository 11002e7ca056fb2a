import { chromiumPath } from '@klieg/testing/chromium';
import { isFullRun, isLongRun } from '@klieg/testing/run-length';
import { defineConfig } from '@playwright/test';

const executablePath = chromiumPath();

/** Journeys that need the whole of a machine's time for pictures that move: one at a time. */
const video =
  /(?:co-show|drain|dvr|feed|first-tasks|group|journey|private|private-extras|no-udp|obs|player|recovery|relays|replay|room-password|sharecam|stuck-video|studio|tickets|together|voyeur|chat-load|ws-ingest)\.e2e\.ts$/;

/*
 * Journeys that unit tests show in parts, or that are one more of a kind, carry a tag: `@full` are run by
 * `npm run full` and `npm run long`, `@long` by the latter alone.
 */
const left = isLongRun ? undefined : isFullRun ? /@long/u : /@long|@full/u;

export default defineConfig({
  testDir: 'e2e',
  // A run of a few journeys does not wait for this.
  ...(process.env['KLIEG_SEED_ONCE'] === '1' && { globalSetup: './e2e/seed-once.ts' }),
  ...(left && { grepInvert: left }),
  // A journey with two or three pages keeps a core busy; more at once than cores take longer in all.
  workers: Number(process.env['KLIEG_PAGES_WORKERS'] ?? 2),
  retries: 0,
  // These bound how long a broken page is waited for; how fast a machine is must not decide.
  timeout: 600_000,
  expect: { timeout: 60_000, toPass: { timeout: 120_000 } },
  reporter: 'list',
  projects: [
    { name: 'video', testMatch: video, workers: 1 },
    { name: 'pages', testMatch: '**/*.e2e.ts', testIgnore: video },
  ],
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 120_000,
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    // Pictures that move by themselves keep a core busy; journeys that are about motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--use-fake-ui-for-media-stream',
        // Fewer pictures than the 20 of its own leave the machine's time to the pages; above the ten that are shown as weak.
        '--use-fake-device-for-media-stream=fps=12',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
});
