import { type Browser, expect, type Page } from '@playwright/test';
import { balanceOf, logIn } from './steps.ts';
import { test } from './test.ts';

/*
 * The people of a room in several browsers: who is listed, what a card keeps, who may rate, who follows,
 * and whom nobody sees.
 */

// Several browsers at once log in one after the other.
test.slow();

const ROOM = '/demo_model';
/** A visitor joins, counts after a second, and is told with the next batch. */

async function enter(browser: Browser, username: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await logIn(page, username);
  await page.goto(ROOM);
  await expect(page.locator('.site-header .balance')).toBeVisible();
  return page;
}

/** A call of the page with its own cookies, as its scripts make it. */
const call = (page: Page, path: string, body: unknown) =>
  page.evaluate(
    async ([to, sent]) => {
      const { csrf } = (await (await fetch('/api/v1/site_config')).json()) as { csrf: string };
      const answer = await fetch(`/api/v1${to as string}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-csrf-token': csrf },
        body: JSON.stringify(sent),
      });
      return answer.status;
    },
    [path, body] as const,
  );

const openUsers = async (page: Page) => {
  await page.getByRole('tab', { name: /^Users/ }).click();
  const list = page.getByRole('list', { name: 'Viewers' });
  await expect(list).toBeVisible();
  return list;
};
const names = async (page: Page) =>
  (await page.getByRole('list', { name: 'Viewers' }).getByRole('button').allInnerTexts()).map((text) =>
    text.split('\n')[0]!.trim(),
  );

test(
  'the list has two orders, and a card keeps a note (CHAT-002) (CHAT-003) (CHAT-010) (CHAT-020) (CHAT-021) (CHAT-027)',
  { tag: '@full' },
  async ({ browser }) => {
    const rich = await enter(browser, 'demo_viewer');
    const poor = await enter(browser, 'demo_webmaster');
    const list = await openUsers(poor);
    await expect(list.getByRole('button', { name: /Demo Viewer/ })).toBeVisible();
    await expect(list.getByRole('button', { name: /Demo Webmaster/ })).toBeVisible();
    const ours = async () => (await names(poor)).filter((name) => /^Demo (?:Viewer|Webmaster)$/.test(name));
    await expect.poll(ours).toEqual(['Demo Viewer', 'Demo Webmaster']);
    await poor.getByRole('radio', { name: 'By name' }).click();
    await expect
      .poll(async () => {
        const all = await names(poor);
        return (
          JSON.stringify(all) ===
          JSON.stringify(all.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
        );
      })
      .toBe(true);

    await test.step('a note is saved and there after a reload', async () => {
      await list.getByRole('button', { name: /Demo Viewer/ }).click();
      const card = poor.getByRole('dialog', { name: 'Card of Demo Viewer' });
      await expect(card.getByText('Member since')).toBeVisible();
      const note = card.getByLabel('Your note');
      await expect(note).toBeEnabled();
      await note.fill('asks for side B');
      await expect(card.getByText('Saved', { exact: true })).toBeVisible();
      await poor.keyboard.press('Escape');
      await expect(card).toBeHidden();
      await poor.reload();
      await (await openUsers(poor)).getByRole('button', { name: /Demo Viewer/ }).click();
      await expect(poor.getByLabel('Your note')).toHaveValue('asks for side B');
    });

    await test.step('a name in the chat opens the same card, on a phone as a sheet', async () => {
      await poor.keyboard.press('Escape');
      await poor.setViewportSize({ width: 360, height: 740 });
      await poor.getByRole('tab', { name: 'Chat' }).click();
      await rich.getByLabel('Message', { exact: true }).fill('good evening');
      await rich.keyboard.press('Enter');
      await poor.getByRole('log').getByRole('button', { name: 'Demo Viewer' }).last().click();
      const sheet = poor.getByRole('dialog');
      await expect(sheet.getByLabel('Your note')).toHaveValue('asks for side B');
      await expect
        .poll(async () => {
          const { x, y, width, height } = (await sheet.boundingBox())!;
          return [x, width, y + height].map(Math.round);
        })
        .toEqual([0, 360, 740]);
    });
    for (const page of [rich, poor]) await page.context().close();
  },
);

test(
  'a rating needs a tip of 25, is reminded of once, and replaces that of the day (SHOWS-001) (SHOWS-043) (SHOWS-044) (SHOWS-051) (CONSTANTS-049) (CONSTANTS-050)',
  { tag: '@long' },
  async ({ browser }) => {
    const page = await enter(browser, 'demo_viewer');
    const rate = page.getByRole('button', { name: /^Rate/ });
    const tip = async (amount: string) => {
      const before = await balanceOf(page);
      await page.getByLabel('Tip amount').last().fill(amount);
      await page.getByRole('button', { name: /^Tip/ }).click();
      // Whether she is on air is up to other journeys; where she is not, it is asked for first.
      const ask = page.getByRole('dialog', { name: 'Tip while the room is offline?' });
      await expect(async () => {
        if (await ask.isVisible()) await ask.getByRole('button', { name: 'Tip', exact: true }).click();
        await expect.poll(() => balanceOf(page), { timeout: 1_000 }).toBe(before - Number(amount));
      }).toPass();
    };
    await tip('24');
    await expect(page.locator('.model-actions').getByRole('button', { name: /^Follow/ })).toBeVisible();
    await expect(rate).toHaveCount(0);
    await tip('1');
    await expect(rate).toBeVisible();

    const rating = page.getByRole('form', { name: 'How was it?' });
    // It comes without taking the keyboard, and stands below the picture.
    await expect(rating).toBeVisible();
    expect(await rating.evaluate((form) => form.contains(document.activeElement))).toBe(false);
    const bottomOfPicture = await page
      .locator('.player')
      .evaluate((picture) => picture.getBoundingClientRect().bottom);
    expect((await rating.boundingBox())!.y).toBeGreaterThanOrEqual(bottomOfPicture);
    await expect(rating.getByRole('button', { name: 'Send' })).toBeDisabled();
    await rating.getByRole('button', { name: 'Not now' }).click();
    await expect(rating).toHaveCount(0);
    expect((await page.context().cookies()).find(({ name }) => name === 'rating_reminder')).toBeDefined();

    await rate.click();
    await rating.getByRole('radio', { name: '4 of 5 stars' }).check({ force: true });
    await rating.getByRole('button', { name: 'Send 4 of 5' }).click();
    await expect(page.getByRole('button', { name: 'Rated 4 of 5' })).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Rated 4 of 5' }).click();
    await rating.getByRole('radio', { name: '5 of 5 stars' }).check({ force: true });
    await rating.getByRole('button', { name: 'Send 5 of 5' }).click();
    await expect(page.getByText(/5\.0 in 1 ratings/)).toBeVisible();

    await test.step('the bio shows it, with structured data for search engines (BROWSE-043)', async () => {
      await page.getByRole('link', { name: 'Demo Model', exact: true }).click();
      await page.waitForURL('**/demo_model/bio');
      await expect(page.getByText('of 5, in 1 ratings')).toBeVisible();
      const html = await (await page.request.get('/demo_model/bio')).text();
      expect(html).toContain('application/ld+json');
      expect(html).toContain('"@type":"ProfilePage"');
      expect(html).toMatch(/<link[^>]+rel="canonical"/);
      expect((await page.request.get('/nobody_here/bio')).status()).toBe(404);
    });
    await page.context().close();
  },
);

test(
  'followers are counted live for the model in another browser (CHAT-019) (CHAT-023) (BROWSE-023)',
  { tag: '@long' },
  async ({ browser }) => {
    const studio = await enter(browser, 'demo_model');
    const fan = await enter(browser, 'demo_studio');
    const count = async () => Number(/\d+/.exec(await studio.locator('.model-actions').innerText())![0]);
    const before = await count();
    await fan
      .locator('.model-actions')
      .getByRole('button', { name: /^Follow/ })
      .click();
    await expect(fan.locator('.model-actions').getByRole('button', { name: /^Following/ })).toContainText(
      String(before + 1),
    );
    await expect.poll(count).toBe(before + 1);
    // The list answers once the socket has joined the room.
    await openUsers(fan);
    await fan.goto('/followed');
    await expect(fan.getByRole('article').filter({ hasText: 'Demo Model' })).toBeVisible();
    await test.step('what was viewed is listed and cleared (BROWSE-042)', async () => {
      await fan.goto('/view-history');
      await expect(fan.getByRole('article').filter({ hasText: 'Demo Model' })).toBeVisible();
      await fan.getByRole('button', { name: 'Clear the list' }).click();
      await expect(fan.getByText('No rooms here yet')).toBeVisible();
    });
    await test.step('a guest’s list is the browser’s own (BROWSE-042)', async () => {
      const guest = await (await browser.newContext()).newPage();
      await guest.goto(ROOM);
      await expect(guest.getByRole('button', { name: 'Join free' }).first()).toBeVisible();
      await guest.getByRole('tab', { name: /^Users/ }).click();
      await expect(guest.getByText(/Only members can see who is here/)).toBeVisible();
      await guest.goto('/view-history');
      await expect(guest.getByRole('article').filter({ hasText: 'Demo Model' })).toBeVisible();
      await guest.goto('/followed');
      await guest.waitForURL('**/login?return_to=%2Ffollowed');
      await guest.context().close();
    });
    for (const page of [studio, fan]) await page.context().close();
  },
);

test(
  'who hides is seen by the model and not by viewers, and counted for those who see (CHAT-018) (CHAT-007) (SETTINGS-026)',
  { tag: '@long' },
  async ({ browser }) => {
    const hidden = await (await browser.newContext()).newPage();
    await logIn(hidden, 'niko_87');
    expect(await call(hidden, '/user/settings', { invisible_mode_level: 2 })).toBe(200);
    const viewer = await enter(browser, 'demo_viewer');
    const model = await enter(browser, 'demo_model');
    const seen = { viewer: await openUsers(viewer), model: await openUsers(model) };
    await hidden.goto(ROOM);
    await expect(seen.model.getByRole('button', { name: /niko_87/ })).toBeVisible();
    const countOf = async (page: Page) =>
      Number(/\d+/.exec(await page.getByRole('tab', { name: /^Users/ }).innerText())![0]);
    await expect.poll(async () => (await countOf(model)) - (await countOf(viewer))).toBe(1);
    await expect(seen.viewer.getByRole('button', { name: /niko_87/ })).toHaveCount(0);

    expect(await call(hidden, '/user/settings', { invisible_mode_level: 0 })).toBe(200);
    await expect(seen.viewer.getByRole('button', { name: /niko_87/ })).toBeVisible();
    await expect.poll(async () => (await countOf(model)) - (await countOf(viewer))).toBe(0);

    await test.step('a model hides the list from viewers (CHAT-039)', async () => {
      expect(await call(model, '/user/settings', { show_viewer_list: false })).toBe(200);
      await expect(viewer.getByText(/keeps the list of viewers private/)).toBeVisible();
      await expect(seen.model.getByRole('button', { name: /Demo Viewer/ })).toBeVisible();
      expect(await call(model, '/user/settings', { show_viewer_list: true })).toBe(200);
      await expect(seen.viewer.getByRole('button', { name: /niko_87/ })).toBeVisible();
    });
    for (const page of [hidden, viewer, model]) await page.context().close();
  },
);

test(
  'an @ offers names and marks the line for whom it is; lines look as their writer chose (CHAT-011)',
  { tag: '@long' },
  async ({ browser }) => {
    const writer = await enter(browser, 'demo_viewer');
    const reader = await enter(browser, 'demo_webmaster');
    await openUsers(reader);
    await reader.getByRole('tab', { name: 'Chat' }).click();
    const list = await openUsers(writer);
    await expect(list.getByRole('button', { name: /Demo Webmaster/ })).toBeVisible();
    const field = writer.getByLabel('Message', { exact: true });

    await writer.getByRole('tab', { name: 'Chat' }).click();
    await writer.getByRole('button', { name: 'Your chat style' }).click();
    const dialog = writer.getByRole('dialog', { name: 'Your chat style' });
    await dialog.getByLabel('Size').selectOption('18px');
    await dialog.getByLabel('Font').selectOption('georgia');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();

    await field.pressSequentially('hello @demo_m');
    await expect(writer.getByRole('option', { name: '@demo_model' })).toBeVisible();
    await writer.keyboard.press('Enter');
    await expect(field).toHaveValue('hello @demo_model ');
    await field.fill('good evening @demo_webmaster');
    await writer.keyboard.press('Escape');
    await writer.keyboard.press('Enter');
    const line = reader.getByRole('log').locator('.message-to-me').filter({ hasText: 'good evening' });
    await expect(line).toBeVisible();
    const look = line.locator('.message-text');
    expect(await look.evaluate((element) => getComputedStyle(element).fontSize)).toBe('18px');
    expect(await look.evaluate((element) => getComputedStyle(element).fontFamily)).toContain('Georgia');
    await expect(writer.getByRole('log').locator('.message-to-me')).toHaveCount(0);
    for (const page of [writer, reader]) await page.context().close();
  },
);

test('a room with ?nochat=1 is the picture alone: no chat, no people (CHAT-022)', async ({ page }) => {
  await page.goto(`${ROOM}?nochat=1`);
  await expect(page.locator('.room-alone .player')).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Chat' })).toHaveCount(0);
  await page.goto(ROOM);
  await expect(page.getByRole('complementary', { name: 'Chat' })).toBeVisible();
});
