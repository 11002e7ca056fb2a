import { expect } from '@playwright/test';
import { logIn, settlePage } from './steps.ts';
import { test } from './test.ts';

const ROOM = '/marlowe_diallo';
const NOTE_LEAST = 70;

test('a room shows all its actions at the widths of tablets, and a note beside the tip can be read', async ({
  page,
}) => {
  await logIn(page, 'demo_viewer');
  await page.goto(ROOM);
  await settlePage(page);
  const actions = page.locator('.model-actions > *');
  await expect(page.getByRole('button', { name: /^Private/u })).toBeVisible();
  for (const width of [721, 768, 961, 1024, 1180, 1181]) {
    await page.setViewportSize({ width, height: 900 });
    const stage = (await page.locator('.room-stage').boundingBox())!;
    for (const action of await actions.all()) {
      const box = await action.boundingBox();
      if (box)
        expect(box.x + box.width, `${await action.innerText()} at ${width}`).toBeLessThanOrEqual(
          stage.x + stage.width,
        );
    }
    const note = await page.getByPlaceholder('Add a note').boundingBox();
    expect(note!.width, `at ${width}`).toBeGreaterThan(NOTE_LEAST);
    const send = await page.getByRole('button', { name: /^Tip/u }).boundingBox();
    expect(Math.abs(send!.y - note!.y), `tip beside the note at ${width}`).toBeLessThan(8);
    // The ways to other rooms stand beside the name, never in a row of their own.
    const next = (await page.getByRole('button', { name: 'Next room' }).boundingBox())!;
    const bar = (await page.locator('.model-bar').boundingBox())!;
    expect(next.y + next.height, `at ${width}`).toBeLessThanOrEqual(bar.y + 68);
  }
});

test('what the tip menu shows below the picture ends above the edge of the window', async ({ page }) => {
  await page.goto(`${ROOM}?promo_form=0`);
  await settlePage(page);
  const items = page.locator('.menu-section .tip-item');
  for (const [width, height] of [
    [1440, 900],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const item of await items.all()) await expect(item).toBeInViewport({ ratio: 1 });
  }
});

test('a phone shows picture, tip and message together, also when the page is scrolled', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await logIn(page, 'demo_viewer');
  await page.goto(ROOM);
  await settlePage(page);
  const parts = [
    page.locator('.room-pictures'),
    page.getByRole('button', { name: /^Tip/u }),
    page.getByPlaceholder('Say something to the room'),
  ];
  for (const part of parts) await expect(part).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  for (const part of parts) await expect(part).toBeInViewport({ ratio: 1 });
});

test('a small phone, one of 740 px, and a window at 200 %, show picture, newest line and message together', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await logIn(page, 'demo_viewer');
  await page.goto(ROOM);
  await settlePage(page);
  for (const [width, height] of [
    [360, 640],
    [360, 740],
    [640, 400],
  ] as const) {
    await page.setViewportSize({ width, height });
    // Inside of the window, and with nothing over it.
    await expect
      .poll(() =>
        page
          .locator('.room-side .message')
          .last()
          .evaluate((line) => {
            const { left, top, height: its } = line.getBoundingClientRect();
            return line.contains(document.elementFromPoint(left + 20, top + its / 2));
          }),
      )
      .toBe(true);
    for (const part of [
      page.locator('.room .player'),
      page.getByRole('button', { name: /^Tip/u }),
      page.getByPlaceholder('Say something to the room'),
      page.locator('.room-side .message').last(),
    ])
      await expect(part).toBeInViewport({ ratio: 0.99 });
  }
});
