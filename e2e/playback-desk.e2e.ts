import { expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { expectMovingPicture, logIn, settlePage } from './steps.ts';
import { test } from './test.ts';

/* What players report of live pictures, and the operator's page of it. */

const SHOTS = process.env['E2E_SHOTS'];

/** The name of a room that is on the air. */
async function liveRoom(page: Page): Promise<string> {
  let name = '';
  await expect(async () => {
    const answer = await page.request.get('/api/v1/browse/react/girls');
    const { userList } = (await answer.json()) as { userList: { username: string; status: string }[] };
    name = userList.find(({ status }) => status === 'online')?.username ?? '';
    expect(name).not.toBe('');
  }).toPass();
  return name;
}

test(
  'a picture that was watched is told of when its viewer goes, and the operator sees how it did',
  { tag: '@full' },
  async ({ page, browser }) => {
    await logIn(page, 'demo_admin');
    const begun = async (): Promise<number> => {
      const answer = await page.request.get('/api/v1/admin/playback?days=1');
      return ((await answer.json()) as { total: { plays: number } }).total.plays;
    };
    const before = await begun();
    const viewer = await (await browser.newContext()).newPage();
    const told: string[] = [];
    viewer.on('request', (request) => {
      if (request.url().endsWith('/video/playback')) told.push(request.postData() ?? '');
    });
    await viewer.goto(`/${await liveRoom(page)}`);
    await expectMovingPicture(viewer);
    // Whoever only looks in is not counted; after ten seconds the code that tells of it comes.
    await viewer.waitForResponse((response) => response.url().includes('/assets/report-playback'));
    await expect
      .poll(() => viewer.evaluate(() => document.querySelector('video')?.currentTime ?? 0))
      .toBeGreaterThan(12);
    await viewer.getByRole('link', { name: 'Girls' }).first().click();
    await expect.poll(begun).toBe(before + 1);
    expect(JSON.parse(told[0]!)).toMatchObject({ way: 'ws', is_first: true });
    expect((JSON.parse(told[0]!) as { start_ms: number }).start_ms).toBeGreaterThan(0);

    await page.goto('/admin/playback');
    await expect(page.getByRole('img', { name: /^Time to start, over time/ }).first()).toBeVisible();
    await expect(page.getByRole('row', { name: /WebSocket/ })).toBeVisible();
    await page.getByRole('radio', { name: 'Week' }).click();
    await expect(page.getByText('Live streams started')).toBeVisible();
    await settlePage(page);
    await inEveryLook(page, async (look) => {
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/playback ${look.name}.png`.replaceAll(' ', '-') });
      expect(await findings(page, look), look.name).toEqual([]);
      expect(await overhangOf(page), look.name).toBeLessThanOrEqual(0);
    });
  },
);
