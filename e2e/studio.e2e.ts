import { expect, type Page } from '@playwright/test';
import { logIn } from './steps.ts';
import { test } from './test.ts';

/* What the studio says of the own picture while it is not, not yet or no longer sent. */

const state = (page: Page) => page.locator('.on-air');

test('a browser without H.264 is told so before anything is begun, and may go live once it has it', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['camera', 'microphone']);
  await page.addInitScript(() => {
    const tell = RTCRtpSender.getCapabilities.bind(RTCRtpSender);
    RTCRtpSender.getCapabilities = (kind) => {
      const told = tell(kind);
      if (!told || 'hasEncoder' in globalThis) return told;
      return { ...told, codecs: told.codecs.filter(({ mimeType }) => mimeType !== 'video/H264') };
    };
  });
  await logIn(page, 'demo_model');
  await page.goto('/broadcast');
  await expect(page.getByText('This browser cannot send your picture yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Go live' })).toBeDisabled();
  await expect(state(page)).toHaveText('Off air');
  await page.evaluate(() => Object.assign(globalThis, { hasEncoder: true }));
  await expect(page.getByRole('button', { name: 'Go live' })).toBeEnabled();
  await expect(page.getByText('This browser cannot send your picture yet')).toBeHidden();
});

test('on air is what is sent: connecting before it, off air after a refusal (LIVE-VIDEO-029)', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['camera', 'microphone']);
  await logIn(page, 'demo_model');
  await page.goto('/broadcast');
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route('**/live/whip', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Go live' }).click();
  await expect(state(page)).toHaveText('Connecting');
  await expect(page.getByText('Program', { exact: true })).toBeHidden();
  letThrough();
  await expect(state(page)).toHaveText('On air');
  await expect(page.getByText('Program', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^End/ }).click();
  await expect(state(page)).toHaveText('Off air');

  await page.unroute('**/live/whip');
  await page.route('**/live/whip', (route) => route.fulfill({ status: 403 }));
  await page.getByRole('button', { name: 'Go live' }).click();
  await expect(page.getByText('The server did not take the picture.')).toBeVisible();
  await expect(state(page)).toHaveText('Off air');
  await page.getByRole('button', { name: /^End/ }).click();
  await expect(page.getByRole('button', { name: 'Go live' })).toBeVisible();
});
