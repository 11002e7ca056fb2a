import { type Browser, expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { joinAsNew, logIn } from './steps.ts';
import { test } from './test.ts';

/*
 * A performer asks her viewers along to another live room: one says yes, one stays, one has two pages. The other room
 * hears of it, and its performer wants no more of them.
 */

const ROOM = '/demo_model';
const SHOTS = process.env['E2E_SHOTS'];

const newPage = async (browser: Browser, permissions: string[] = []): Promise<Page> =>
  (await browser.newContext({ permissions })).newPage();

const expectGood = (page: Page, name: string): Promise<void> =>
  inEveryLook(page, async (look) => {
    await page
      .locator('[aria-labelledby=raid-studio-label], .show-strip, .chat-panel')
      .first()
      .scrollIntoViewIfNeeded();
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name} ${look.name}.png`.replaceAll(' ', '-') });
    expect(await findings(page, look), `${name}, ${look.name}`).toEqual([]);
    expect(await overhangOf(page), `${name}, ${look.name}`).toBeLessThanOrEqual(0);
  });

/** Whether the question lies over a part of the picture. */
const covers = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const picture = document.querySelector('.player')!.getBoundingClientRect();
    const strip = document.querySelector('.show-strip')!.getBoundingClientRect();
    return strip.top < picture.bottom - 1 && strip.bottom > picture.top + 1;
  });

test(
  'viewers are asked along: who says yes is led to the other room, who says nothing stays, and the other room may refuse the next',
  { tag: '@long' },
  async ({ browser }) => {
    const studio = await newPage(browser, ['camera', 'microphone']);
    const [goes, stays, other] = [await newPage(browser), await newPage(browser), await newPage(browser)];
    await logIn(studio, 'demo_model');
    await studio.goto('/broadcast');
    const desk = studio.getByRole('region', { name: 'Raid', exact: true });
    await expect(desk).toContainText('While you are live');
    await studio.getByRole('button', { name: 'Go live' }).click();
    await expect(studio.getByRole('status').filter({ hasText: 'On air' })).toBeVisible();
    await joinAsNew(goes);
    await Promise.all([goes, stays].map((page) => page.goto(ROOM)));
    const second = await goes.context().newPage();
    await second.goto(ROOM);
    const question = (page: Page) => page.getByRole('region', { name: 'Raid', exact: true });

    const target = await test.step('the performer finds a live room', async () => {
      await desk.getByRole('button', { name: 'Choose a room' }).click();
      await desk.getByLabel('Live room').fill('no such name');
      await expect(desk).toContainText('No live room by that name');
      await desk.getByLabel('Live room').fill('');
      const found = desk.getByRole('button', { name: /^Raid .+/ });
      await expect(found.first()).toBeVisible();
      await expectGood(studio, 'rooms for a raid');
      // The demo's rooms come on air one after the other: the one that the page shows is taken.
      const displayName = (await found.first().getAttribute('aria-label'))!.replace('Raid ', '');
      const rooms = await studio.evaluate(async () => {
        const answer = await fetch('/api/v1/broadcast/raids/rooms');
        return ((await answer.json()) as { rooms: { username: string; displayName: string }[] }).rooms;
      });
      expect(rooms.map(({ username }) => username)).not.toContain('demo_model');
      return rooms.find((room) => room.displayName === displayName)!;
    });
    await logIn(other, target.username);
    await other.goto('/broadcast');
    const otherDesk = question(other);
    await expect(otherDesk).toBeVisible();

    await test.step('everybody in the room is asked, below the picture', async () => {
      await desk.getByRole('button', { name: `Raid ${target.displayName}` }).click();
      await expect(desk).toContainText(`invited along to ${target.displayName}`);
      for (const page of [goes, second, stays]) {
        await expect(question(page)).toContainText(`moving on to ${target.displayName}’s room`);
        expect(await covers(page)).toBe(false);
      }
      await expectGood(stays, 'asked along');
    });

    await test.step('only a yes leads away, without a new load', async () => {
      await stays.getByRole('button', { name: 'Stay here' }).click();
      await expect(question(stays)).toBeHidden();
      await goes.evaluate(() => Object.assign(window, { isSamePage: true }));
      await goes.getByRole('button', { name: 'Come along' }).click();
      await goes.waitForURL(`**/${target.username}`);
      expect(await goes.evaluate(() => 'isSamePage' in window)).toBe(true);
      await second.getByRole('button', { name: 'Come along' }).click();
      await second.waitForURL(`**/${target.username}`);
      await expect(desk).toContainText('1 viewer has come along.');
      await expectGood(studio, 'raid in the studio');
    });

    await test.step('at its end the other room hears of it once, and who stayed is still there', async () => {
      await expect(desk).toContainText('The raid is over. 1 viewer came along.');
      await expect(desk).toContainText('The next raid can begin in');
      await expect(goes.getByText('Demo Model raids with 1 viewer')).toHaveCount(1);
      expect(new URL(stays.url()).pathname).toBe(ROOM);
      await expectGood(goes, 'line of a raid');
    });

    await test.step('the performer of the other room refuses the next, and allows them again', async () => {
      await expect(otherDesk).toContainText('Demo Model raids with 1 viewer');
      await expectGood(other, 'raid that came in');
      await otherDesk.getByRole('button', { name: 'No raids from Demo Model' }).click();
      await otherDesk.getByText('Refused rooms').click();
      await otherDesk.getByRole('button', { name: 'Allow raids from demo_model' }).click();
      await expect(otherDesk.getByText('Refused rooms')).toBeHidden();
    });
    await Promise.all([studio, goes, stays, other].map((page) => page.context().close()));
  },
);
