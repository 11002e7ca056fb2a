import { type Browser, expect, type Page } from '@playwright/test';
import { balanceOf, expectMovingPicture, joinAndBuy, logIn } from './steps.ts';
import { test } from './test.ts';

/*
 * A private in four browsers: the performer by camera, the viewer who pays, one who looks on, and one who waits. What
 * each sees, what it costs, and what the ledger has of it.
 */

const ROOM = '/demo_model';

const newPage = async (browser: Browser, permissions: string[] = []): Promise<Page> =>
  (await browser.newContext({ permissions })).newPage();

/** The performer on the air, by camera, with prices so low that a slow machine gets to the end of the journey. */
async function goLive(studio: Page): Promise<void> {
  await logIn(studio, 'demo_model');
  await studio.goto('/broadcast');
  await studio.evaluate(async () => {
    const { csrf } = (await (await fetch('/api/v1/site_config')).json()) as { csrf: string };
    const answer = await fetch('/api/v1/user/settings', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf-token': csrf },
      body: JSON.stringify({ private_enabled: true, private_cost: 12, private_min_minutes: 4, spy_cost: 6 }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  });
  await studio.reload();
  await studio.getByRole('button', { name: 'Go live' }).click();
  await expect(studio.getByRole('status').filter({ hasText: 'On air' })).toBeVisible();
}

const ask = async (viewer: Page): Promise<void> => {
  await viewer.getByRole('button', { name: /^Private/ }).click();
  const dialog = viewer.getByRole('dialog');
  await expect(dialog).toContainText('every ten seconds');
  await dialog.getByRole('button', { name: /^Ask for/ }).click();
  await expect(viewer.getByText('Waiting for Demo Model')).toBeVisible();
};

test('a private is asked for, declined, asked for again, watched, spied on and paid (SHOWS-002) (SHOWS-031) (SHOWS-039) (SHOWS-041) (SHOWS-050) (SHOWS-052) (SHOWS-053)', async ({
  browser,
}) => {
  const studio = await newPage(browser, ['camera', 'microphone']);
  const viewer = await newPage(browser);
  const spy = await newPage(browser);
  await goLive(studio);
  const name = await joinAndBuy(viewer, 200);
  await joinAndBuy(spy);
  await viewer.goto(ROOM);
  await spy.goto(ROOM);
  await expectMovingPicture(viewer);

  await test.step('a guest is asked to join first', async () => {
    const guest = await newPage(browser);
    await guest.goto(ROOM);
    await guest.getByRole('button', { name: /^Private/ }).click();
    await expect(guest.getByRole('dialog')).toContainText('Join to ask for a private');
    await guest.context().close();
  });

  await test.step('a request that is withdrawn is gone at the performer', async () => {
    await ask(viewer);
    await expect(studio.getByRole('button', { name: `Accept ${name}` })).toBeVisible();
    await viewer.getByRole('button', { name: 'Withdraw' }).click();
    await expect(studio.getByRole('button', { name: `Accept ${name}` })).toBeHidden();
  });

  await test.step('a declined one costs nothing and says so (ERRORS-073)', async () => {
    await ask(viewer);
    await studio.getByRole('button', { name: `Decline ${name}` }).click();
    await studio.getByRole('button', { name: 'Decline', exact: true }).click();
    await expect(viewer.getByText('demo_model declined your private chat request')).toBeVisible();
    await expect(viewer.getByText('Nothing was charged', { exact: true })).toBeVisible();
    expect(await balanceOf(viewer)).toBe(200);
  });

  const strip = viewer.getByRole('region', { name: 'Private', exact: true });
  await test.step('an accepted one begins with a picture that moves', async () => {
    const end = strip.getByRole('button', { name: 'End private' });
    const waiting = viewer.getByText('Waiting for Demo Model');
    await ask(viewer);
    // A page that is loaded again still waits, unless a slow machine takes longer for it than one may be away.
    await expect(async () => {
      if (await end.isVisible()) return;
      if (!(await waiting.isVisible())) await ask(viewer);
      await viewer.reload();
      await expect(waiting).toBeVisible({ timeout: 30_000 });
      await studio.getByRole('button', { name: `Accept ${name}` }).click({ timeout: 30_000 });
      await expect(end).toBeVisible({ timeout: 30_000 });
    }).toPass({ timeout: 300_000 });
    await expectMovingPicture(viewer);
    await expect(viewer.locator('.player[data-mode="private"]')).toBeVisible();
    await expect(viewer.getByText('YOU ARE NOW IN A PRIVATE')).toBeVisible();
  });

  await test.step('who waits sees what goes on, gets in line, and may look on', async () => {
    await expect(spy.getByText(/^In a private/)).toBeVisible();
    await spy.getByRole('button', { name: 'Get in line' }).click();
    await expect(spy.getByText('You are 1st of 1')).toBeVisible();
    await spy.getByRole('button', { name: 'Leave the line' }).click();
    const look = spy.getByRole('button', { name: /^Spy/ });
    const stay = spy.getByRole('button', { name: /^Stay for/ });
    const leave = spy.getByRole('button', { name: 'Leave spy' });
    // On a slow machine the free look is over before the page has drawn it: the next press is the paid one.
    await expect(async () => {
      if (await look.isVisible()) await look.click();
      await expect(stay.or(leave)).toBeVisible({ timeout: 10_000 });
    }).toPass();
    // What is free is over after some seconds, however many of them it took for the picture to come.
    await expect(async () => {
      if (await stay.isVisible()) await stay.click();
      await expect(leave).toBeVisible({ timeout: 10_000 });
    }).toPass();
    await expectMovingPicture(spy);
    await expect(spy.getByRole('textbox', { name: 'Message', exact: true })).toBeDisabled();
  });

  await test.step('a guest is asked to join before looking on (SHOWS-052)', async () => {
    const guest = await newPage(browser);
    await guest.goto(ROOM);
    // The code for it comes after the page.
    await expect(async () => {
      const dialog = guest.getByRole('dialog');
      if (!(await dialog.isVisible()))
        await guest.getByRole('button', { name: /^Spy/ }).click({ timeout: 10_000 });
      await expect(dialog).toContainText('Join to spy on the private', { timeout: 10_000 });
    }).toPass();
    await guest.context().close();
  });

  await test.step('the performer is told what goes back before she ends it (SHOWS-053)', async () => {
    const desk = studio.getByRole('region', { name: 'Private', exact: true });
    await desk.getByRole('button', { name: 'End private' }).first().click();
    await expect(desk).toContainText(/There are \d+ prepaid seconds left\. \d+ tokens will be returned to /);
    await desk.getByRole('button', { name: 'Stay' }).click();
  });

  await test.step('the meter charges ten seconds at a time, at both ends', async () => {
    await expect.poll(async () => strip.innerText()).toMatch(/SPENT\s+[1-9]\d*/i);
    const desk = studio.getByRole('region', { name: 'Private', exact: true });
    await expect.poll(async () => desk.innerText()).toMatch(/EARNED\s+[1-9]\d*/i);
    await expect(desk).toContainText(name);
  });

  await test.step('it ends when the viewer says so, and says what came back', async () => {
    await strip.getByRole('button', { name: 'End private' }).first().click();
    await expect(strip.getByText('End the private chat?').last()).toBeVisible();
    // What is said to each is there for some seconds only, on a busy machine too.
    await Promise.all([
      expect(
        viewer.getByText('You ended the private chat, sending you back to the public room'),
      ).toBeVisible(),
      expect(spy.getByText('The spy chat has ended, sending you back to public chat').first()).toBeVisible(),
      strip.getByRole('button', { name: 'End private' }).last().click(),
    ]);
    await expect(viewer.getByText(/tokens that were set aside are back in your balance/)).toBeVisible();
    await expect(viewer.getByRole('form', { name: 'How was it?' })).toBeVisible();
    await expectMovingPicture(viewer);
    await expectMovingPicture(spy);
    expect(await balanceOf(viewer)).toBeLessThan(200);
    expect(await balanceOf(viewer)).toBeGreaterThan(100);
  });

  await test.step('the account has the show with its charges, each with its trace', async () => {
    await viewer.goto('/account/shows');
    const show = viewer.getByRole('button', { name: /demo_model/ }).first();
    await expect(show).toContainText('Private');
    await show.click();
    await viewer.getByRole('list', { name: 'Charges' }).getByRole('button').first().click();
    await expect(viewer.getByRole('complementary', { name: 'Ledger trace' })).toContainText('Paid by you');
  });
  await Promise.all([studio, viewer, spy].map((page) => page.context().close()));
});
