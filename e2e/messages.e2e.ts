import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { logIn } from './steps.ts';
import { test } from './test.ts';

/*
 * Two people become friends and write to each other; one of them uses two tabs.
 */

const ANNA = 'demo_studio';
const BEN = 'demo_webmaster';
const picture = readFileSync(new URL('../apps/demo/scenes/s01.jpg', import.meta.url));

const inboxLink = (page: Page) => page.locator('.site-header').getByRole('link', { name: /^Inbox/ });
const field = (page: Page) => page.getByRole('main').getByRole('textbox', { name: /^Message to/ });
const say = async (page: Page, text: string) => {
  await field(page).fill(text);
  await field(page).press('Enter');
};
const log = (page: Page) => page.getByRole('log', { name: 'Messages' });
const pick = async (page: Page, button: string | RegExp, item: string) => {
  await page.getByRole('button', { name: button }).last().click();
  await page.getByRole('menuitem', { name: item }).click();
};

test(
  'friends, messages both ways, a picture, blocking and deleting (PM-FRIENDS-001) (PM-FRIENDS-006) (PM-FRIENDS-007) (PM-FRIENDS-008) (PM-FRIENDS-010) (PM-FRIENDS-012) (PM-FRIENDS-015) (PM-FRIENDS-017)',
  { tag: '@long' },
  async ({ browser }) => {
    const anna = await (await browser.newContext()).newPage();
    const bensContext = await browser.newContext();
    const ben = await bensContext.newPage();
    await logIn(anna, ANNA);
    await logIn(ben, BEN);

    await test.step('a request reaches the other page by itself, and is accepted', async () => {
      await ben.goto('/account/friends');
      await expect(ben.getByRole('heading', { name: 'Friends', exact: true })).toBeVisible();
      await anna.goto('/account/friends');
      await anna.getByLabel('Friend’s username').fill(BEN);
      await anna.getByRole('button', { name: 'Ask', exact: true }).click();
      await expect(anna.getByText('Request sent')).toBeVisible();
      await expect(ben.getByText('wants to be friends')).toBeVisible();
      await ben.getByRole('button', { name: 'Accept' }).click();
      const friend = anna.getByRole('listitem').filter({ hasText: 'Demo Webmaster' });
      await expect(friend.getByText('Friend', { exact: false })).toBeVisible();
      await expect(friend.getByText('Here now')).toBeAttached();
    });

    const second = await bensContext.newPage();
    await second.goto('/');

    await test.step('a message shows as unread on every page of the other, and is read where it is looked at', async () => {
      await anna.goto(`/inbox?with=${BEN}`);
      const more = anna.getByRole('button', { name: 'More about this conversation' });
      // There is nothing to close or to delete yet.
      await more.click();
      await expect(anna.getByRole('menuitem', { name: 'Block' })).toBeVisible();
      await expect(anna.getByRole('menuitem')).toHaveText(['Block', 'Report']);
      await anna.keyboard.press('Escape');
      await say(anna, 'Good evening, are you in the chess room?');
      await expect(log(anna).getByText('Good evening')).toBeVisible();
      for (const page of [ben, second]) await expect(inboxLink(page)).toHaveAccessibleName('Inbox, 1 unread');
      await ben.bringToFront();
      await inboxLink(ben).click();
      await expect(ben.getByRole('tab', { name: 'Messages 1' })).toBeVisible();
      await ben.getByRole('link', { name: /Demo Studio/ }).click();
      await expect(log(ben).getByText('Good evening')).toBeVisible();
      await expect(log(ben).getByText('New', { exact: true })).toBeVisible();
      for (const page of [ben, second]) await expect(inboxLink(page)).toHaveAccessibleName('Inbox, 0 unread');
    });

    await test.step('an answer comes without a reload, to the other tab too', async () => {
      await second.goto(`/inbox?with=${ANNA}`);
      await say(ben, 'In a minute.');
      for (const page of [anna, second]) await expect(log(page).getByText('In a minute.')).toBeVisible();
    });

    await test.step('a picture is shown before it is sent, and opens large at the other', async () => {
      await anna.locator('input[type=file]').setInputFiles({
        name: 'board.jpg',
        mimeType: 'image/jpeg',
        buffer: picture,
      });
      await expect(anna.getByAltText('The chosen picture')).toBeVisible();
      await expect(anna.getByText('Ready to send')).toBeVisible();
      await say(anna, 'The board so far');
      const shown = log(ben).getByAltText('Picture from Demo Studio');
      await expect(shown).toBeVisible();
      await expect
        .poll(() => shown.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
        .toBeGreaterThan(100);
      await log(ben).getByRole('button', { name: 'Open the picture' }).click();
      await expect(ben.getByRole('dialog').getByAltText('Picture in this conversation')).toBeVisible();
      await ben.keyboard.press('Escape');
    });

    await test.step('what is typed outlives a reload, and so does the conversation', async () => {
      await field(ben).fill('half a thou');
      await ben.reload();
      await expect(field(ben)).toHaveValue('half a thou');
      await expect(log(ben).getByText('Good evening')).toBeVisible();
      await field(ben).fill('');
    });

    await test.step('a message is taken back for both', async () => {
      await say(anna, 'wrong window');
      await expect(log(ben).getByText('wrong window')).toBeVisible();
      await log(anna).getByText('wrong window').hover();
      await pick(anna, 'More about this message', 'Delete');
      await expect(anna.getByText('It is deleted for both of you.')).toBeVisible();
      await anna.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      for (const page of [anna, ben]) await expect(log(page).getByText('wrong window')).toBeHidden();
    });

    await test.step('a message is reported', async () => {
      await log(ben).getByText('The board so far').hover();
      await pick(ben, 'More about this message', 'Report');
      const report = ben.getByRole('dialog');
      await report.getByRole('combobox', { name: 'What is wrong?' }).selectOption('Insults or hate');
      await report.getByRole('button', { name: 'Send the report' }).click();
      await expect(ben.getByText('Thank you. A moderator will review it.')).toBeVisible();
    });

    await test.step('blocked, the other one cannot tell: no longer friends, and nothing more arrives', async () => {
      await ben.getByRole('button', { name: 'Block Demo Studio' }).click();
      await ben.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
      await expect(ben.getByPlaceholder('You have blocked this person.')).toBeVisible();
      await say(anna, 'Are you there?');
      await expect(log(anna).getByText('Are you there?')).toBeVisible();
      await expect(anna.locator('.talk-pending')).toHaveCount(0);
      await anna.reload();
      await expect(log(anna).getByText('Are you there?')).toBeVisible();
      await ben.reload();
      await expect(log(ben).getByText('The board so far')).toBeVisible();
      await expect(log(ben).getByText('Are you there?')).toBeHidden();
      await ben.getByRole('button', { name: 'Unblock Demo Studio' }).click();
      await expect(field(ben)).toBeEnabled();
    });

    await test.step('the own copy is deleted, and the other one keeps theirs', async () => {
      await pick(ben, 'More about this conversation', 'Delete my copy');
      await ben.getByRole('dialog').getByRole('button', { name: 'Delete my copy' }).click();
      await expect(ben.getByText('No messages yet')).toBeVisible();
      await ben.reload();
      await expect(ben.getByText('No messages yet')).toBeVisible();
      await anna.reload();
      await expect(log(anna).getByText('Good evening')).toBeVisible();
    });
  },
);

test(
  'the inbox is sorted and searched, and works by keyboard (PM-FRIENDS-013) (PM-FRIENDS-014)',
  { tag: '@long' },
  async ({ page }) => {
    await logIn(page, 'demo_viewer');
    await page.goto('/inbox');
    const rooms = page.getByRole('list', { name: 'Conversations' }).getByRole('link');
    await expect(rooms.first()).toBeVisible();
    const names = async () => (await rooms.locator('b').allInnerTexts()).map((name) => name.toLowerCase());
    await page.getByRole('button', { name: 'Newest' }).click();
    await page.getByRole('menuitemradio', { name: 'By name' }).click();
    await expect.poll(names).toEqual((await names()).toSorted((a, b) => a.localeCompare(b)));
    await page.getByLabel('Search conversations').fill('elena');
    await expect(rooms).toHaveCount(1);
    await rooms.first().focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/with=elena_k/);
    await expect(log(page).getByText('Sunday')).toBeVisible();
    await field(page).focus();
    await page.keyboard.type('Eight is fine.');
    await page.keyboard.press('Enter');
    await expect(log(page).getByText('Eight is fine.')).toBeVisible();
    await pick(page, 'More about this conversation', 'Search here');
    await page.getByLabel('Words in a message').fill('questions');
    await expect(
      page.getByRole('region', { name: 'Search here' }).getByText('I bring questions'),
    ).toBeVisible();
  },
);

test('a text that did not get through is kept and sent again', { tag: '@long' }, async ({ page }) => {
  await logIn(page, 'demo_viewer');
  // A lobby that takes the connection and never answers.
  await page.routeWebSocket('**/ws/lobby', () => undefined);
  await page.goto('/inbox?with=mattias_r');
  await expect(log(page).getByText('Of course it is.')).toBeVisible();
  await page.route('**/api/v1/pm/mattias_r', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await say(page, 'Is the shop open?');
  await expect(page.getByRole('alert').filter({ hasText: 'Is the shop open?' })).toBeVisible();
  await page.unroute('**/api/v1/pm/mattias_r');
  await page.reload();
  await expect(page.getByText('This message was not sent.')).toBeVisible();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('This message was not sent.')).toBeHidden();
  await page.reload();
  await expect(log(page).getByText('Is the shop open?')).toBeVisible();
});

test(
  'emoticons are completed and picked in a message too, and shown as pictures (CHAT-025)',
  { tag: '@long' },
  async ({ page }) => {
    await logIn(page, 'demo_viewer');
    await page.goto('/inbox?with=demo_model');
    const field = page.getByRole('textbox', { name: /^Message to/ });
    await expect(page.getByRole('button', { name: 'Emoticons' })).toBeVisible();
    await field.pressSequentially('thank you :sm');
    await expect(page.getByRole('listbox', { name: 'Emoticons' }).getByRole('option')).toHaveText([
      ':smile:',
    ]);
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('thank you :smile: ');
    await page.getByRole('button', { name: 'Emoticons' }).click();
    await page.getByRole('dialog', { name: 'Emoticons' }).getByRole('button', { name: 'heart' }).click();
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('thank you :smile: :heart: ');
    await page.keyboard.press('Enter');
    const message = page.locator('.talk-message').filter({ hasText: 'thank you' }).last();
    await expect(message.getByRole('img', { name: ':smile:' })).toBeVisible();
    await expect(message.getByRole('img', { name: ':heart:' })).toBeVisible();
    await expect(field).toHaveValue('');
  },
);

test('beside a room the messages have their own tab (PM-FRIENDS-009)', async ({ page }) => {
  await logIn(page, 'demo_viewer');
  await page.goto('/demo_model');
  await page.getByRole('tab', { name: /^Messages/ }).click();
  await page
    .getByRole('button', { name: /Demo Model Thank you|Write to Demo Model/ })
    .first()
    .click();
  await expect(log(page).getByText('Thank you for being there.')).toBeVisible();
  await pick(page, 'More about this conversation', 'Close, keep the history');
  await expect(page.getByRole('button', { name: 'Write to Demo Model' })).toBeVisible();
});
