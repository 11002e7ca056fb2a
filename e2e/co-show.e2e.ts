import { type Browser, expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { joinAsNew, logIn } from './steps.ts';
import { test } from './test.ts';

/*
 * Two performers do a show together, each in a browser of their own, and a viewer in a third sees both pictures, in either
 * room: real video, the request, what a viewer may do about the second picture, who may not see it, and the end.
 */

/** One of the demo's two rooms on the air. */
const OWN = 'marlowe_diallo';
const OWN_NAME = 'Marlowe Diallo';
const SHOTS = process.env['E2E_SHOTS'];

const newPage = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage();

const expectGood = (page: Page, name: string, place: string, see?: () => Promise<void>): Promise<void> =>
  inEveryLook(page, async (look) => {
    await page.locator(place).first().scrollIntoViewIfNeeded();
    await see?.();
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name} ${look.name}.png`.replaceAll(' ', '-') });
    expect(await findings(page, look), `${name}, ${look.name}`).toEqual([]);
    expect(await overhangOf(page), `${name}, ${look.name}`).toBeLessThanOrEqual(0);
  });

const picture = (page: Page, name: string) => page.getByLabel(`Live picture of ${name}`, { exact: true });

/** The pictures that a video has shown grow. */
async function expectMoving(page: Page, name: string): Promise<void> {
  const shown = () =>
    picture(page, name).evaluate(
      (video) => (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames,
    );
  await expect(picture(page, name)).toBeVisible();
  const before = await shown();
  await expect.poll(shown).toBeGreaterThan(before + 5);
}

/** Both move, are of one size and touch nowhere: side by side on a wide page, one above the other on a phone. */
async function expectPair(page: Page, own: string, partner: string): Promise<void> {
  for (const name of [own, partner]) await expectMoving(page, name);
  const [first, second] = await Promise.all(
    [own, partner].map(async (name) => (await picture(page, name).boundingBox())!),
  );
  expect(Math.abs(first!.width - second!.width)).toBeLessThanOrEqual(2);
  const isWide = (page.viewportSize()?.width ?? 0) > 720;
  if (isWide) expect(second!.x).toBeGreaterThanOrEqual(first!.x + first!.width - 1);
  else expect(second!.y).toBeGreaterThanOrEqual(first!.y + first!.height - 1);
  expect(second!.y > first!.y + 1).toBe(!isWide);
}

const saveSettings = (page: Page, settings: Record<string, unknown>) =>
  page.evaluate(async (body) => {
    const { csrf } = (await (await fetch('/api/v1/site_config')).json()) as { csrf: string };
    const saved = await fetch('/api/v1/user/settings', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf-token': csrf },
      body: JSON.stringify(body),
    });
    if (!saved.ok) throw new Error(await saved.text());
  }, settings);

const setPassword = (page: Page, password: string | null) => saveSettings(page, { cam_password: password });

/** What both have kept is among the recordings of each, and plays both pictures in step. */
async function watchBoth(page: Page, own: string, partner: string): Promise<void> {
  await page.goto('/model-desk/recordings');
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Co-show of' }).first();
  await expect(row).toContainText('Ready', { timeout: 120_000 });
  const both = row.getByRole('button', { name: 'Both videos' });
  await expect(async () => {
    // The other one's may still be made ready.
    await both.click();
    await expect(row.getByRole('button', { name: 'Play both' }))
      .toBeVisible({ timeout: 3_000 })
      .catch(async (error: unknown) => {
        await row.getByRole('button', { name: 'Close both' }).click();
        throw error;
      });
  }).toPass({ timeout: 120_000 });
  await row.getByRole('button', { name: 'Play both' }).click();
  const secondsOf = (name: string) =>
    row.getByLabel(name, { exact: true }).evaluate((video) => (video as HTMLVideoElement).currentTime);
  for (const name of [own, partner]) await expect.poll(() => secondsOf(name)).toBeGreaterThan(2);
  await row.getByRole('button', { name: 'Pause' }).click();
  await row.getByRole('slider', { name: 'Position in the recording' }).fill('3');
  // Both were recorded from about the same moment on.
  await expect
    .poll(async () => Math.abs((await secondsOf(own)) - (await secondsOf(partner))))
    .toBeLessThan(3);
  await expectGood(page, 'both pictures of a co-show', '.kept-co-show');
}

test(
  'two performers agree to a show together, and both rooms see both pictures, each viewer by their own right, until one ends it',
  { tag: '@long' },
  async ({ browser }) => {
    const [studio, other, viewer] = [await newPage(browser), await newPage(browser), await newPage(browser)];
    await logIn(studio, OWN);
    await studio.goto('/broadcast');
    const desk = studio.getByRole('region', { name: 'Co-show' });

    const partner = await test.step('the performer finds another who is live, and asks', async () => {
      await desk.getByRole('button', { name: 'Ask a performer' }).click();
      const listLive = () =>
        studio.evaluate(async () => {
          const answer = await fetch('/api/v1/broadcast/co-show/partners?q=_');
          type Partners = { partners: { username: string; displayName: string }[] };
          return ((await answer.json()) as Partners).partners;
        });
      // The demo's rooms come on air one after the other.
      await expect.poll(async () => (await listLive()).length).toBeGreaterThan(0);
      const found = (await listLive())[0]!;
      await logIn(other, found.username);
      await other.goto('/broadcast');
      await desk.getByLabel('Performer').fill(found.displayName);
      // A room that is lost for a moment is not found; what is offered then asks by the whole username.
      await desk
        .getByRole('listitem')
        .getByRole('button', { name: `Ask ${found.displayName}`, exact: true })
        .click();
      await expect(desk).toContainText(`${found.displayName} has been asked.`);
      return found;
    });
    const name = partner.displayName;
    const otherDesk = other.getByRole('region', { name: 'Co-show' });
    await joinAsNew(viewer);
    await viewer.goto(`/${OWN}`);

    await test.step('the other reads who asks and what it means, and accepts', async () => {
      await expect(otherDesk).toContainText(`${OWN_NAME} asks you to do a co-show.`);
      await expect(otherDesk).toContainText('Both rooms show both pictures.');
      await otherDesk.getByRole('button', { name: `Accept the co-show with ${OWN_NAME}` }).click();
      await expect(otherDesk).toContainText(`You are in a co-show with ${OWN_NAME}.`);
      await expect(desk).toContainText(`You are in a co-show with ${name}.`);
      await expectMoving(other, OWN_NAME);
      await expectMoving(studio, name);
      if (SHOTS) await studio.screenshot({ path: `${SHOTS}/co-show-in-the-studio.png` });
    });

    await test.step('both want to keep it', async () => {
      await studio.getByRole('switch', { name: 'Record co-shows' }).check();
      await saveSettings(other, { co_show_recording: true });
    });

    await test.step('a guest sees both pictures', async () => {
      // For two minutes, as in any room.
      const guest = await newPage(browser);
      await guest.goto(`/${OWN}`);
      await expectPair(guest, OWN_NAME, name);
      await guest.context().close();
    });

    await test.step('a viewer sees both pictures, free of everything, with names and to whom tips go', async () => {
      await expect(viewer.getByText(`Tips given here go to ${OWN_NAME}.`)).toBeVisible();
      await expect(viewer.getByText(`${OWN_NAME} and ${name} do a show together now.`)).toHaveCount(1);
      await expectGood(viewer, 'co-show in the room', '.room-pictures', () =>
        expectPair(viewer, OWN_NAME, name),
      );
    });

    await test.step('the second picture can be silent, and away', async () => {
      const sound = () => picture(viewer, name).evaluate((video) => (video as HTMLVideoElement).muted);
      const before = await sound();
      await viewer.getByRole('button', { name: new RegExp(`^Sound of ${name}`) }).click();
      await expect.poll(sound).toBe(!before);
      await viewer.getByRole('button', { name: `Hide the picture of ${name}` }).click();
      await expect(picture(viewer, name)).toBeHidden();
      await viewer.getByRole('button', { name: `Show ${name} too` }).click();
      await expectMoving(viewer, name);
    });

    await test.step('the name leads to the other room, which shows the same, also after a reload', async () => {
      await viewer.getByRole('link', { name: `Go to ${name}’s room` }).click();
      await viewer.waitForURL(`**/${partner.username}`);
      await expectPair(viewer, name, OWN_NAME);
      await viewer.reload();
      await expectPair(viewer, name, OWN_NAME);
      await expect(viewer.getByText(`Tips given here go to ${name}.`)).toBeVisible();
    });

    await test.step('who may not see one of the rooms does not see its picture in the other, and is told no reason', async () => {
      await viewer.goto(`/${OWN}`);
      await expectPair(viewer, OWN_NAME, name);
      await setPassword(other, 'open sesame');
      await expect(viewer.getByText(`The picture of ${name} is not shown here.`)).toBeVisible();
      await expectMoving(viewer, OWN_NAME);
      if (SHOTS) await viewer.screenshot({ path: `${SHOTS}/co-show-without-the-other-picture.png` });
      await setPassword(other, null);
    });

    await test.step('either ends it, and each room has its own picture alone', async () => {
      await otherDesk.getByRole('button', { name: 'End the co-show' }).click();
      await expect(viewer.getByText(`The show together with ${name} is over`)).toHaveCount(1);
      await expect(picture(viewer, name)).toBeHidden();
      await expectMoving(viewer, OWN_NAME);
      await expect(desk.getByRole('button', { name: 'Ask a performer' })).toBeVisible();
    });
    await test.step('what both have kept plays beside each other, for either of them', async () => {
      await watchBoth(studio, OWN_NAME, name);
      await watchBoth(other, name, OWN_NAME);
    });
    await Promise.all([studio, other, viewer].map((page) => page.context().close()));
  },
);
