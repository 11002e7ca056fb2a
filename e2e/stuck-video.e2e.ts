import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { expectMovingPicture } from './steps.ts';
import { test } from './test.ts';

/* A picture that stands still for long: it is reported once, the viewer is asked, and a yes takes another way. */

/** A room of the demo, whose picture never stands still by itself. */
const ROOM = '/marlowe_diallo';
const SIZES = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
];

interface Report {
  readonly transport: string;
  readonly stalled_ms: number;
  readonly answer?: string;
}

/** From the call of `block()` on the sockets of streams bring nothing, as on a line that swallows them. */
const makeBlockable = (page: Page) =>
  page.addInitScript(() => {
    let isBlocked = false;
    const Socket = WebSocket;
    Object.assign(window, {
      block: () => (isBlocked = true),
      WebSocket: class extends Socket {
        constructor(url: string | URL, protocols?: string | string[]) {
          super(url, protocols);
          if (!String(url).includes('/live/ws/')) return;
          // Before the page's own listener, which is set as a property later.
          this.addEventListener('message', (event) => {
            if (isBlocked) event.stopImmediatePropagation();
          });
        }
      },
    });
  });

async function watchFrozen(page: Page): Promise<Report[]> {
  const reports: Report[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/video/stuck')) reports.push(request.postDataJSON() as Report);
  });
  await makeBlockable(page);
  await page.goto(ROOM);
  await expectMovingPicture(page);
  await page.evaluate(() => (window as unknown as { block: () => void }).block());
  return reports;
}

const bar = (page: Page) => page.getByRole('group', { name: 'Is the video stuck?' });

test(
  'a picture that stands still is reported once and asked about; yes plays it in another way (SHELL-013)',
  { tag: '@long' },
  async ({ page }) => {
    const reports = await watchFrozen(page);
    await expect(bar(page)).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Is the video stuck?' })).toBeAttached();
    // Nobody's focus is taken.
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    for (const size of SIZES)
      for (const theme of ['light', 'dark'] as const) {
        await page.setViewportSize(size);
        await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
        const box = (await bar(page).boundingBox())!;
        const player = (await page.getByRole('region', { name: 'Player' }).boundingBox())!;
        expect(box.x).toBeGreaterThanOrEqual(player.x);
        expect(box.x + box.width).toBeLessThanOrEqual(player.x + player.width);
        const { violations } = await new AxeBuilder({ page }).setLegacyMode().include('.player').analyze();
        expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
        if (process.env['LOOK'])
          await page.screenshot({ path: `${process.env['LOOK']}/stuck-${size.width}-${theme}.png` });
      }
    expect(reports).toEqual([
      { username: 'marlowe_diallo', transport: 'ws', stalled_ms: expect.any(Number) },
    ]);
    expect(reports[0]!.stalled_ms).toBeGreaterThanOrEqual(10_000);

    const yes = bar(page).getByRole('button', { name: 'Yes' });
    await yes.focus();
    await page.keyboard.press('Enter');
    await expect(bar(page)).toBeHidden();
    await expectMovingPicture(page);
    await page.getByRole('button', { name: /seconds behind live/ }).click();
    await expect(page.getByText('LL-HLS')).toBeVisible();
    expect(reports.map(({ answer }) => answer)).toEqual([undefined, 'yes']);
  },
);

test('no is told, and the question does not come again', { tag: '@long' }, async ({ page }) => {
  const reports = await watchFrozen(page);
  await bar(page).getByRole('button', { name: 'No' }).click();
  await expect(bar(page)).toBeHidden();
  await expect.poll(() => reports.map(({ answer }) => answer)).toEqual([undefined, 'no']);
});
