import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { silentLog } from '@klieg/kernel';
import { chromium } from '@playwright/test';
import { readConfig } from '../apps/site/src/app/config.ts';
import { start } from '../apps/site/src/app/start.ts';
import { expectMovingPicture, logIn } from './steps.ts';

/* Makes docs/screenshots: home, room, go-live, purchase and tokens, 360 and 1440 wide, in both themes. */

const out = fileURLToPath(new URL('../docs/screenshots/', import.meta.url));
mkdirSync(out, { recursive: true });
const dataDir = mkdtempSync(join(tmpdir(), 'klieg-shots-'));
const config = readConfig({
  PORT: '4390',
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  DEMO: '1',
  SANDBOX_PORT: '4391',
});
const running = await start(config, { log: silentLog, version: '0.1.0' });
const debian = '/usr/bin/chromium';
const browser = await chromium.launch({
  ...(existsSync(debian) && { executablePath: debian }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    '--autoplay-policy=no-user-gesture-required',
  ],
});

try {
  // Every room of the demo is live, and its people have said something.
  const until = Date.now() + 90_000;
  const liveRooms = async () =>
    (await running.site.rooms.listOpen()).filter((row) => row.status === 'online').length;
  while ((await liveRooms()) < config.demoLive && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 500));
  await new Promise((resolve) => setTimeout(resolve, 20_000));
  for (const theme of ['dark', 'light'] as const)
    for (const width of [360, 1440]) {
      const shoot = async (account: string | undefined, path: string, name: string, ready?: 'video') => {
        const context = await browser.newContext({
          baseURL: config.publicUrl,
          colorScheme: theme,
          viewport: { width, height: width === 360 ? 780 : 900 },
          permissions: ['camera', 'microphone'],
        });
        const page = await context.newPage();
        if (account) await logIn(page, account);
        await page.goto(path);
        if (ready === 'video') await expectMovingPicture(page);
        await page.waitForTimeout(2_500);
        await page.screenshot({ path: `${out}${name}-${width}-${theme}.png` });
        await context.close();
      };
      await shoot(undefined, '/', 'home');
      await shoot('demo_viewer', '/marlowe_diallo', 'room', 'video');
      await shoot('demo_model', '/broadcast', 'go-live');
      await shoot('demo_viewer', '/marlowe_diallo?modal=tokens', 'purchase');
      await shoot('demo_viewer', '/account/tokens', 'tokens');
    }
} finally {
  await browser.close();
  await running.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(0);
