import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { balanceOf, joinAndBuy, logIn } from './steps.ts';
import { test } from './test.ts';

/* The tip goal inside of an encoder: from the address in the studio to what the browser source shows. */

test.use({ permissions: ['camera', 'microphone'] });
test.describe.configure({ mode: 'serial' });

const SHOTS = process.env['GOAL_SHOTS'];
/** Windows of browser sources: the whole picture, a bar, and narrow ones. */
const SIZES = [
  { width: 1920, height: 1080 },
  { width: 1440, height: 800 },
  { width: 800, height: 120 },
  { width: 400, height: 120 },
  { width: 360, height: 800 },
] as const;

const goalOf = (page: Page): Locator => page.getByRole('region', { name: 'Goal', exact: true });

/** The performer in her studio, who may use the clipboard. */
async function openStudio(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    permissions: ['camera', 'microphone', 'clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  await logIn(page, 'demo_model');
  await page.goto('/broadcast');
  await page.getByRole('button', { name: 'Go live' }).click();
  await expect(page.locator('.on-air')).toHaveText('On air');
  return page;
}

/** Somebody with tokens in the room. */
async function openAsBuyer(browser: Browser): Promise<{ page: Page; username: string }> {
  const page = await (await browser.newContext()).newPage();
  const username = await joinAndBuy(page, 200);
  await page.goto('/demo_model');
  return { page, username };
}

async function tip(page: Page, tokens: number): Promise<void> {
  const before = await balanceOf(page);
  await page.getByRole('textbox', { name: 'Tip amount' }).fill(String(tokens));
  await page.getByRole('button', { name: /^Tip \d/u }).click();
  await expect.poll(() => balanceOf(page)).toBe(before - tokens);
}

async function copiedBy(studio: Page, press: () => Promise<void>): Promise<string> {
  await studio.evaluate(() => navigator.clipboard.writeText(''));
  await press();
  const read = () => studio.evaluate(() => navigator.clipboard.readText());
  await expect.poll(read).toMatch(/\/overlay\/goal\?key=/u);
  return read();
}

/** Opacity of the page's upper right corner, from 0 to 255, in front of nothing. */
async function groundOf(page: Page): Promise<number> {
  const picture = (await page.screenshot({ omitBackground: true })).toString('base64');
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
    context.drawImage(image, 0, 0);
    return context.getImageData(image.width - 2, 1, 1, 1).data[3]!;
  }, picture);
}

/** All that is shown lies inside of the window, whatever its size. */
async function expectToFit(page: Page, shown: Locator, name: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const what = `${name} at ${size.width} by ${size.height}`;
    const box = await shown.boundingBox();
    expect(box, what).not.toBeNull();
    expect(box!.x, what).toBeGreaterThanOrEqual(0);
    expect(box!.y, what).toBeGreaterThanOrEqual(0);
    expect(box!.x + box!.width, what).toBeLessThanOrEqual(size.width + 1);
    expect(box!.y + box!.height, what).toBeLessThanOrEqual(size.height + 1);
    if (SHOTS)
      await page.screenshot({
        path: `${SHOTS}/overlay-${what}.png`.replaceAll(' ', '-'),
        omitBackground: true,
      });
  }
}

test(
  'a performer copies the address of her overlay, which shows her goal, its end, and nothing once it is renewed',
  { tag: '@long' },
  async ({ browser }) => {
    const studio = await openStudio(browser);
    const { page: viewer, username } = await openAsBuyer(browser);
    const overlay = await (await browser.newContext({ viewport: { width: 800, height: 240 } })).newPage();
    const asked: string[] = [];
    overlay.on('request', (request) => asked.push(new URL(request.url()).pathname));
    overlay.on('websocket', (socket) => asked.push(new URL(socket.url()).pathname));
    const copy = studio.getByRole('button', { name: 'Copy address' });
    const address = await copiedBy(studio, () => copy.click());
    await expect(studio.getByText('Address copied')).toBeVisible();

    await test.step('before there is a goal the page is open and shows nothing', async () => {
      const answer = await overlay.goto(address);
      expect(answer!.headers()).toMatchObject({
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      });
      expect(answer!.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
      await expect.poll(() => asked).toContain('/api/v1/goal_overlay');
      await expect(overlay.locator('.goal-overlay')).toHaveText('');
      await expect(overlay.getByRole('banner')).toHaveCount(0);
      expect(await groundOf(overlay)).toBe(0);
    });

    await test.step('a goal that is set appears, and moves with a tip', async () => {
      await studio.getByRole('button', { name: 'Set a goal' }).click();
      await studio.getByLabel('What it is for').fill('Full side B, uncut');
      await studio.getByLabel('Tokens', { exact: true }).fill('100');
      await studio.getByRole('button', { name: 'Start the goal' }).click();
      await expect(goalOf(overlay)).toContainText('Full side B, uncut');
      await expect(goalOf(overlay)).toContainText('0 of 100 tokens');
      await tip(viewer, 60);
      await expect(goalOf(overlay)).toContainText('60 of 100 tokens');
      await expect(goalOf(overlay).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '60');
      await expectToFit(overlay, goalOf(overlay), 'running');
      expect(await groundOf(overlay)).toBe(0);
      await inEveryLook(overlay, async (look) => {
        if (SHOTS)
          await overlay.screenshot({ path: `${SHOTS}/overlay-${look.name}.png`.replaceAll(' ', '-') });
        expect(await findings(overlay, look), look.name).toEqual([]);
        // In a dark scheme a browser paints its own ground behind the page.
        const scheme = () => getComputedStyle(document.documentElement).colorScheme;
        expect(await overlay.evaluate(scheme), look.name).toBe('light');
      });
    });

    await test.step('the site is away for a while: the last state stays, and it goes on by itself', async () => {
      await overlay.context().setOffline(true);
      await tip(viewer, 10);
      // An open socket may bring the tip before the browser cuts it; the goal stays either way.
      await expect(goalOf(overlay)).toContainText(/[67]0 of 100 tokens/u);
      await overlay.context().setOffline(false);
      await expect(goalOf(overlay)).toContainText('70 of 100 tokens');
    });

    await test.step('the tip that reaches it is celebrated, then it is shown as reached', async () => {
      const third = overlay.getByRole('status').filter({ hasText: `closed by ${username}` });
      await tip(viewer, 50);
      await expect(third).toContainText('Full side B, uncut');
      if (SHOTS) await overlay.screenshot({ path: `${SHOTS}/overlay-third.png`, omitBackground: true });
      await expect(goalOf(overlay)).toContainText('Reached');
      await expect(goalOf(overlay)).toContainText('120 of 100 tokens');
      await expect(third).toHaveCount(0);
      await expectToFit(overlay, goalOf(overlay), 'reached');
    });

    await test.step('it waits with the broadcast', async () => {
      await studio.getByRole('button', { name: /^End( stream)?$/u }).click();
      await expect(goalOf(overlay)).toContainText('Continues with the public show');
      await expectToFit(overlay, goalOf(overlay), 'paused');
    });

    await test.step('nobody who opened the address was anybody: no cookie, no session, no socket', async () => {
      expect(await overlay.context().cookies()).toEqual([]);
      const calls = asked.filter((path) => path.startsWith('/api/') || path.startsWith('/ws/'));
      expect([...new Set(calls)]).toEqual(['/api/v1/goal_overlay']);
    });

    await test.step('a new address ends the old one at once', async () => {
      const ask = () => studio.getByRole('button', { name: 'New address' }).click();
      await ask();
      await inEveryLook(studio, async (look) => {
        if (SHOTS)
          await studio.screenshot({ path: `${SHOTS}/studio-ask-${look.name}.png`.replaceAll(' ', '-') });
        expect(await findings(studio, look), look.name).toEqual([]);
      });
      await studio.getByRole('button', { name: 'Keep the old one' }).click();
      await expect(goalOf(overlay)).toBeVisible();
      await studio.getByLabel('With sound').check();
      await ask();
      const next = await copiedBy(studio, () =>
        studio.getByRole('button', { name: 'Create a new one' }).click(),
      );
      expect(new URL(next).searchParams.get('sound')).toBe('1');
      expect(new URL(next).searchParams.get('key')).not.toBe(new URL(address).searchParams.get('key'));
      const line = overlay.getByText(
        'This overlay address is no longer valid. Copy a new one in the studio.',
      );
      await expect(line).toBeVisible();
      await expectToFit(overlay, line, 'revoked');
      await overlay.goto(next);
      await expect(goalOf(overlay)).toContainText('120 of 100 tokens');
      // It was reached before this page was opened.
      await expect(overlay.getByText(`closed by ${username}`)).toHaveCount(0);
    });

    await test.step('in the studio it fits every look', async () => {
      await inEveryLook(studio, async (look) => {
        await studio.getByRole('button', { name: 'Copy address' }).scrollIntoViewIfNeeded();
        if (SHOTS) await studio.screenshot({ path: `${SHOTS}/studio-${look.name}.png`.replaceAll(' ', '-') });
        expect(await findings(studio, look), look.name).toEqual([]);
        expect(await overhangOf(studio), look.name).toBeLessThanOrEqual(0);
      });
      await studio.getByRole('button', { name: 'End goal' }).click();
      await studio.getByRole('button', { name: 'End it now' }).click();
      await expect(goalOf(overlay)).toHaveCount(0);
    });
  },
);
