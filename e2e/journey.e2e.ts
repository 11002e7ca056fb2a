import { expect } from '@playwright/test';
import { balanceOf, expectMovingPicture, logIn, newName } from './steps.ts';
import { test } from './test.ts';

/*
 * The story of the product in two browsers: a model goes live, a viewer watches, registers, buys, chats
 * and tips; both see it, and the ledger proves it.
 */

test('from a live picture to a paid tip that the ledger proves (CHAT-001) (CHAT-002) (LEDGER-TIP-006) (LIVE-VIDEO-026) (LIVE-VIDEO-029) (SHELL-017)', async ({
  browser,
}) => {
  const studioContext = await browser.newContext({ permissions: ['camera', 'microphone'] });
  const viewerContext = await browser.newContext();
  const studio = await studioContext.newPage();
  const viewer = await viewerContext.newPage();

  await test.step('the model goes live with the camera', async () => {
    await logIn(studio, 'demo_model');
    await studio.goto('/broadcast');
    await studio.getByRole('button', { name: 'Go live' }).click();
    await expect(studio.getByRole('status').filter({ hasText: 'On air' })).toBeVisible();
  });
  const earnedBefore = await studio.evaluate(
    async () => ((await (await fetch('/api/v1/user/current')).json()) as { earnings: number }).earnings,
  );

  await test.step('the viewer finds the room on the home page, with a fresh picture', async () => {
    await viewer.goto('/');
    const card = viewer.getByRole('article').filter({ hasText: 'Demo Model' }).first();
    await expect(async () => {
      await viewer.reload();
      await expect(card.getByText('Live')).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await expect
      .poll(async () => (await viewer.request.get('/api/v1/thumb/demo_model.jpg')).headers()['content-type'])
      .toBe('image/jpeg');
    await viewer.reload();
    const picture = card.locator('img').first();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc))
      .toMatch(/\/demo_model\.webp\?v=\d+&w=\d+$/);
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await card.getByRole('link').first().click();
    await viewer.waitForURL('**/demo_model');
  });

  await test.step('sees moving video', () => expectMovingPicture(viewer));

  const name = newName();
  await test.step('joins', async () => {
    await viewer
      .getByRole('button', { name: 'Join free' })
      .or(viewer.getByRole('link', { name: 'Join free' }))
      .first()
      .click();
    const form = viewer
      .getByRole('dialog')
      .or(viewer.getByRole('main'))
      .filter({ has: viewer.getByLabel('Email') })
      .first();
    await form.getByLabel('Username').fill(name);
    await form.getByLabel('Email').fill(`${name}@example.org`);
    await form.getByLabel('Password', { exact: true }).fill('a long enough phrase');
    await form.getByRole('button', { name: /^Day/ }).click();
    await form.getByRole('option', { name: '7', exact: true }).click();
    await form.getByRole('option', { name: 'May', exact: true }).click();
    await form.getByRole('option').filter({ hasText: /^199/ }).first().click();
    await form.getByRole('radio', { name: 'Man', exact: true }).click();
    await form.getByLabel(/I am 18 or older/).check();
    await form.getByRole('button', { name: 'Join free' }).click();
    await expect(viewer.locator('.site-header .balance')).toBeVisible();
    if (!viewer.url().endsWith('/demo_model')) await viewer.goto('/demo_model');
    expect(await balanceOf(viewer)).toBe(0);
  });

  const secondTab = await viewerContext.newPage();
  await secondTab.goto('/');
  await expect(secondTab.locator('.site-header .balance')).toBeVisible();

  await test.step('buys tokens at the sandbox biller; only its post credits', async () => {
    await viewer.getByRole('button', { name: 'Buy tokens' }).first().click();
    const dialog = viewer.getByRole('dialog');
    await dialog.getByRole('radio', { name: /^.*100.*\$10\.00/ }).check({ force: true });
    await dialog.getByRole('button', { name: /Continue to pay/ }).click();
    const biller = viewer.frameLocator('iframe');
    await expect(biller.getByRole('heading', { name: 'Sandbox biller' })).toBeVisible();
    expect(await balanceOf(viewer)).toBe(0);
    await biller.getByRole('button', { name: /Pay \$10\.00/ }).click();
    await expect(viewer.getByRole('dialog').getByText('100 tokens added')).toBeVisible();
    await viewer.getByRole('button', { name: 'Back to the page' }).click();
    await expect.poll(() => balanceOf(viewer)).toBe(100);
    await expect.poll(() => balanceOf(secondTab)).toBe(100);
  });

  await test.step('chats, and the model reads it', async () => {
    const line = `good evening from ${name}`;
    await viewer.getByLabel('Message', { exact: true }).fill(line);
    await viewer.keyboard.press('Enter');
    await expect(viewer.getByRole('log').getByText(line)).toBeVisible();
    await expect(studio.getByRole('log').getByText(line)).toBeVisible();
  });

  await test.step('tips 25, and both pages show it', async () => {
    await viewer.getByLabel('Note with the tip').fill('for the music');
    await viewer.getByRole('button', { name: /^Tip/ }).click();
    await expect(viewer.getByRole('log').getByText('for the music')).toBeVisible();
    await expect(studio.getByRole('log').getByText('for the music')).toBeVisible();
    await expect.poll(() => balanceOf(viewer)).toBe(75);
    await expect.poll(() => balanceOf(secondTab)).toBe(75);
    await expect
      .poll(() =>
        studio.evaluate(
          async () => ((await (await fetch('/api/v1/user/current')).json()) as { earnings: number }).earnings,
        ),
      )
      .toBe(earnedBefore + 15);
  });

  await test.step('the ledger’s trace shows both sides', async () => {
    await viewer.goto('/account/tokens');
    const row = viewer
      .getByRole('row')
      .filter({ hasText: 'Demo Model' })
      .or(viewer.getByRole('row').filter({ hasText: 'demo_model' }))
      .first();
    await expect(row).toContainText('−25');
    await row.getByRole('button').or(row).first().click();
    const trace = viewer.getByRole('complementary', { name: 'Ledger trace' });
    await expect(trace).toContainText('25');
    await expect(trace).toContainText('15');
    await expect(trace).toContainText('10');
  });

  await test.step('a closed laptop takes the room offline everywhere', async () => {
    await viewer.goto('/demo_model');
    // Who comes back finds the tip where it was said.
    await expect(viewer.getByRole('log').getByText('for the music')).toBeVisible();
    await expectMovingPicture(viewer);
    await studioContext.close();
    await expect
      .poll(
        async () =>
          (
            (await (await viewer.request.get('/api/v1/chat/react/demo_model')).json()) as {
              chat: { status: string };
            }
          ).chat.status,
      )
      .toBe('offline');
    await expect(viewer.getByText('Offline').first()).toBeVisible();
  });
  await viewerContext.close();
});
