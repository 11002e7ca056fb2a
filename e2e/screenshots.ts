import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { silentLog } from '@klieg/kernel';
import { chromiumPath } from '@klieg/testing/chromium';
import { chromium, type Page } from '@playwright/test';
import { readStartConfig } from '../apps/site/src/app/config.ts';
import { start } from '../apps/site/src/app/start.ts';
import { expectMovingPicture, logIn } from './steps.ts';

type Ready = (page: Page) => Promise<unknown>;

const goLive: Ready = async (page) => {
  await page.getByRole('button', { name: 'Go live' }).click();
  await page.getByRole('status').filter({ hasText: 'On air' }).waitFor();
};

/** Tips the amounts one after the other from the room's page. */
async function tip(page: Page, amounts: readonly number[]): Promise<void> {
  for (const amount of amounts) {
    await page.getByRole('textbox', { name: 'Tip amount' }).fill(String(amount));
    await page.getByRole('button', { name: /^Tip/u }).click();
    await page.getByRole('log').getByText(String(amount)).last().waitFor();
  }
}

/** One short broadcast that is kept, so that the list of recordings has a row. */
async function record(page: Page): Promise<void> {
  await page.goto('/broadcast');
  await page.getByRole('switch', { name: /^Record/u }).click();
  await goLive(page);
  await page.waitForTimeout(8_000);
  await page.getByRole('button', { name: /^End/u }).click();
  await page.goto('/model-desk/recordings');
  await page.getByText('Ready').first().waitFor({ timeout: 60_000 });
}

/* Makes docs/screenshots: home, room, go-live, recordings, purchase and tokens, 360 and 1440 wide, in both themes. */

const out = fileURLToPath(new URL('../docs/screenshots/', import.meta.url));
mkdirSync(out, { recursive: true });
const dataDir = mkdtempSync(join(tmpdir(), 'klieg-shots-'));
const config = readStartConfig({
  PORT: '4390',
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  DEMO: '1',
  SANDBOX_PORT: '4391',
});
const running = await start(config, { log: silentLog, version: '0.1.0' });
const executablePath = chromiumPath();
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
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
  const someone = await browser.newPage({ baseURL: config.publicUrl });
  await logIn(someone, 'demo_viewer');
  for (const [room, amounts] of [
    ['ines_anand', [60]],
    ['teo_anand', [25, 120]],
    ['marlowe_diallo', [15, 25]],
  ] as const) {
    await someone.goto(`/${room}`);
    await expectMovingPicture(someone);
    await tip(someone, amounts);
  }
  await someone.close();
  const studio = await browser.newContext({
    baseURL: config.publicUrl,
    permissions: ['camera', 'microphone'],
  });
  const model = await studio.newPage();
  await logIn(model, 'demo_model');
  await record(model);
  await studio.close();
  for (const theme of ['dark', 'light'] as const)
    for (const width of [360, 1440]) {
      const shoot = async (account: string | undefined, path: string, name: string, ready?: Ready) => {
        const context = await browser.newContext({
          baseURL: config.publicUrl,
          colorScheme: theme,
          viewport: { width, height: width === 360 ? 780 : 900 },
          permissions: ['camera', 'microphone'],
        });
        const page = await context.newPage();
        if (account) await logIn(page, account);
        await page.goto(path);
        await ready?.(page);
        await page.waitForTimeout(2_500);
        await page.evaluate(() => scrollTo(0, 0));
        await page.screenshot({ path: `${out}${name}-${width}-${theme}.png` });
        await context.close();
      };
      await shoot(undefined, '/', 'home');
      await shoot('demo_viewer', '/marlowe_diallo', 'room', expectMovingPicture);
      await shoot('demo_model', '/broadcast', 'go-live', async (page) => {
        await goLive(page);
        await page.getByText('Good', { exact: true }).waitFor();
      });
      await shoot('demo_model', '/model-desk/recordings', 'recordings');
      await shoot('demo_viewer', '/marlowe_diallo?modal=tokens', 'purchase');
      await shoot('demo_viewer', '/account/tokens', 'tokens');
    }
} finally {
  await browser.close();
  await running.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(0);
