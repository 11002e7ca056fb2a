import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { balanceOf, logIn } from './steps.ts';
import { test } from './test.ts';

/*
 * An evening in one room: the model, a viewer and somebody who becomes a moderator, each in a browser of
 * their own, and a passer-by who must not learn a name.
 */

test.slow();
test.use({ actionTimeout: 20_000 });

const ROOM = '/demo_model';

const enter = async (browser: Browser, username: string): Promise<Page> => {
  const page = await (await browser.newContext()).newPage();
  await logIn(page, username);
  await page.goto(ROOM);
  await expect(page.locator('.site-header .balance')).toBeVisible();
  return page;
};
const field = (page: Page) => page.getByLabel('Message', { exact: true });
const log = (page: Page) => page.getByRole('log').first();
const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name }).click();
const say = async (page: Page, text: string) => {
  await expect(field(page)).toBeEnabled();
  await field(page).fill(text);
  await field(page).press('Enter');
};
/** Says something that comes to all. */
const tellAll = async (page: Page, text: string, pages: readonly Page[]) => {
  await say(page, text);
  for (const reader of pages) await expect(log(reader).getByText(text, { exact: true })).toBeVisible();
};
const openCard = async (page: Page, name: string) => {
  await tab(page, 'Chat');
  await log(page).getByRole('button', { name, exact: true }).last().click();
  const card = page.getByRole('dialog', { name: `Card of ${name}` });
  await expect(card).toBeVisible();
  return card;
};
const view = async (page: Page, name: string | RegExp) => {
  await tab(page, 'Moderation');
  await page.getByRole('radio', { name }).click();
};
const drop = (page: Page) => page.getByRole('button', { name: 'Discard' }).first().click();
/** A line of the viewer alone a second, as the room takes them. */
const breathe = (page: Page) => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_100)));

test(
  'an evening of model, viewer and moderator (CHAT-011) (CHAT-016) (CHAT-033) (CHAT-034) (CHAT-035) (MODERATION-ROLES-002) (MODERATION-ROLES-003) (MODERATION-ROLES-004) (MODERATION-ROLES-009) (MODERATION-ROLES-010) (MODERATION-ROLES-012) (MODERATION-ROLES-018) (MODERATION-ROLES-021) (MODERATION-ROLES-022) (PM-FRIENDS-017) (ERRORS-059) (ERRORS-060)',
  { tag: '@long' },
  async ({ browser }) => {
    const step = test.step;
    let model!: Page;
    let viewer!: Page;
    let helper!: Page;
    let passer!: Page;
    let viewersContext!: BrowserContext;
    const everybody = () => [model, viewer, helper];

    await step('1 the model comes to her room', async () => {
      model = await enter(browser, 'demo_model');
      await expect(field(model)).toBeEnabled();
    });
    await step('2 she opens the chat to all by a command', async () => {
      await say(model, '/setmode all');
      await expect(log(model).getByText('/setmode all')).toHaveCount(0);
    });
    await step('3 a viewer, a regular and a passer-by come in', async () => {
      viewer = await enter(browser, 'demo_viewer');
      viewersContext = viewer.context();
      helper = await enter(browser, 'demo_webmaster');
      passer = await (await browser.newContext()).newPage();
      await passer.goto(ROOM);
      await expect(passer.getByRole('log').first()).toBeVisible();
    });
    await step('4 a line comes to all, the guest too', async () => {
      await tellAll(viewer, 'Good evening everybody', [...everybody(), passer]);
    });
    await step('5 the regular answers', async () => {
      await tellAll(helper, 'Good evening to you', [...everybody(), passer]);
    });
    await step('6 the model greets, marked as the model', async () => {
      await tellAll(model, 'Welcome all', [...everybody(), passer]);
      await expect(
        log(viewer).locator('.message', { hasText: 'Welcome all' }).getByRole('img', { name: 'Performer' }),
      ).toBeVisible();
    });
    await step('7 who has tokens is marked so', async () => {
      await expect(
        log(model)
          .locator('.message', { hasText: 'Good evening everybody' })
          .getByRole('img', { name: 'Has tokens' }),
      ).toBeVisible();
    });
    await step('8 the people are listed by tokens', async () => {
      await tab(model, /^Users/);
      await expect(model.getByRole('list', { name: 'Viewers' }).getByText('Demo Viewer')).toBeVisible();
    });
    await step('9 and by name', async () => {
      await model.getByRole('radio', { name: 'By name' }).click();
      await expect(model.getByRole('list', { name: 'Viewers' }).getByText('Demo Webmaster')).toBeVisible();
      await tab(model, 'Chat');
    });
    await step('10 a guest sees no list and is asked to join', async () => {
      await tab(passer, /^Users/);
      await expect(passer.getByText(/Only members can see who is here/)).toBeVisible();
      await tab(passer, 'Chat');
    });
    await step('11 the model keeps a note about the viewer', async () => {
      const card = await openCard(model, 'Demo Viewer');
      await card.getByLabel('Your note').fill('likes slow songs');
      await expect(card.getByText('Saved', { exact: true })).toBeVisible();
      await model.keyboard.press('Escape');
    });
    await step('12 it is there when the card is opened again', async () => {
      const card = await openCard(model, 'Demo Viewer');
      await expect(card.getByLabel('Your note')).toHaveValue('likes slow songs');
      await model.keyboard.press('Escape');
    });
    await step('13 the viewer tips 25, seen by all', async () => {
      const before = await balanceOf(viewer);
      await viewer.getByLabel('Tip amount').last().fill('25');
      await viewer.getByRole('button', { name: /^Tip/ }).click();
      await expect.poll(() => balanceOf(viewer)).toBe(before - 25);
      for (const page of [...everybody(), passer])
        await expect(log(page).locator('.message-tip').last()).toContainText('25');
    });
    await step('14 now the viewer may rate, and does', async () => {
      const rating = viewer.getByRole('form', { name: 'How was it?' });
      const rate = viewer.getByRole('button', { name: /^Rate/ });
      await expect(rate).toBeVisible();
      if (await rating.isVisible()) await rating.getByRole('button', { name: 'Not now' }).click();
      await rate.click();
      await rating.getByRole('radio', { name: '5 of 5 stars' }).check({ force: true });
      await rating.getByRole('button', { name: 'Send 5 of 5' }).click();
      await expect(viewer.getByRole('button', { name: 'Rated 5 of 5' })).toBeVisible();
    });
    await step('15 the regular asks the viewer to be friends, from the card', async () => {
      const card = await openCard(helper, 'Demo Viewer');
      await card.getByRole('button', { name: 'Add friend' }).click();
      await expect(card).toBeHidden();
    });
    await step('16 the viewer accepts in another tab', async () => {
      const friends = await viewersContext.newPage();
      await friends.goto('/account/friends');
      await friends.getByRole('button', { name: 'Accept' }).first().click();
      await expect(friends.getByRole('listitem').filter({ hasText: 'Demo Webmaster' })).toBeVisible();
      await friends.close();
    });
    await step('17 a private message arrives beside the room', async () => {
      const inbox = await helper.context().newPage();
      await inbox.goto('/inbox?with=demo_viewer');
      const message = inbox.getByRole('main').getByRole('textbox', { name: /^Message to/ });
      await message.fill('Nice tip!');
      await message.press('Enter');
      await tab(viewer, /^Messages/);
      const panel = viewer.getByRole('tabpanel', { name: /^Messages/ });
      await expect(panel.getByText('Demo Webmaster')).toBeVisible();
      await inbox.close();
    });
    await step('18 and is read there', async () => {
      const panel = viewer.getByRole('tabpanel', { name: /^Messages/ });
      await panel.getByText('Demo Webmaster').first().click();
      await expect(panel.getByText('Nice tip!').last()).toBeVisible();
      await tab(viewer, 'Chat');
    });
    await step('19 the model makes the regular a moderator, who knows it at once', async () => {
      const card = await openCard(model, 'Demo Webmaster');
      await card.getByRole('button', { name: 'Make moderator' }).click();
      await expect(helper.getByRole('tab', { name: 'Moderation' })).toBeVisible();
      await expect(log(helper).getByText('demo_webmaster has been made a moderator')).toBeVisible();
      await expect(log(passer).getByText('A user has been made a moderator')).toBeVisible();
    });
    await step('20 the moderator silences the viewer', async () => {
      const card = await openCard(helper, 'Demo Viewer');
      await card.getByRole('button', { name: 'Silence' }).click();
      await helper.getByRole('menuitem', { name: '10 minutes' }).click();
      await expect(viewer.getByPlaceholder('You are silenced here for now')).toBeVisible();
    });
    await step('21 those who may know read the name, the passer-by does not', async () => {
      for (const page of everybody())
        await expect(log(page).getByText('demo_viewer has been silenced')).toBeVisible();
      await expect(log(passer).getByText('A user has been silenced')).toBeVisible();
    });
    await step('22 a second tab of the viewer is silent as well', async () => {
      const second = await viewersContext.newPage();
      await second.goto(ROOM);
      await expect(second.getByPlaceholder('You are silenced here for now')).toBeVisible();
      await second.close();
    });
    await step('23 the silence stands in the list, and is lifted there', async () => {
      await view(helper, 'People');
      await helper.getByRole('button', { name: 'Lift' }).click();
      await expect(field(viewer)).toBeEnabled();
    });
    await step('24 slow mode is told to all', async () => {
      await view(model, 'Shield');
      await model.getByLabel('Slow mode').selectOption('10');
      await expect(log(passer).getByText('Slow mode: one message every 10 s')).toBeVisible();
    });
    await step('25 it holds back the second line of the viewer', async () => {
      await say(viewer, 'one in a while');
      await expect(log(viewer).getByText('one in a while')).toBeVisible();
      await breathe(viewer);
      await say(viewer, 'two in a while');
      await expect(viewer.getByText('This room is in slow mode. Wait a moment.')).toBeVisible();
      await drop(viewer);
    });
    await step('26 and spares the moderator', async () => {
      await tab(helper, 'Chat');
      await say(helper, 'I keep order');
      await breathe(helper);
      await tellAll(helper, 'and I may hurry', [viewer, passer]);
    });
    await step('27 slow mode ends', async () => {
      await model.getByLabel('Slow mode').selectOption('0');
      await expect(log(passer).getByText('Slow mode is off')).toBeVisible();
    });
    await step('28 a word of the list waits for review', async () => {
      await model.getByLabel('Words held for review').fill('rubbish\nboring');
      await model.getByRole('button', { name: 'Save words' }).click();
      await expect(model.getByRole('button', { name: 'Save words' })).toBeDisabled();
      await breathe(viewer);
      await say(viewer, 'what rúbb1sh is this');
      await expect(viewer.getByText('Your message waits for a moderator.')).toBeVisible();
      await expect(log(passer).getByText('rúbb1sh')).toHaveCount(0);
      await drop(viewer);
    });
    await step('29 the moderator shows it', async () => {
      await view(helper, /^Review/);
      await helper.getByRole('button', { name: 'Show it' }).click();
      await expect(log(passer).getByText('what rúbb1sh is this')).toBeVisible();
    });
    await step('30 a link waits too, and is dropped', async () => {
      await breathe(viewer);
      await say(viewer, 'look at www.example.org');
      await helper.getByRole('listitem').filter({ hasText: 'www.example.org' }).getByText('Discard').click();
      await expect(helper.getByText('Nothing waiting')).toBeVisible();
      await expect(log(passer).getByText('www.example.org')).toHaveCount(0);
      await drop(viewer);
    });
    await step('31 the shield goes up with one press', async () => {
      await view(model, 'Shield');
      await model.getByRole('switch', { name: /^Shield mode/ }).check({ force: true });
      await expect(log(passer).getByText('Shield mode is on')).toBeVisible();
    });
    await step('32 now only followers write', async () => {
      await breathe(viewer);
      await say(viewer, 'can I write?');
      await expect(viewer.getByRole('button', { name: 'Discard' })).toBeVisible();
      await drop(viewer);
      await viewer
        .locator('.model-actions')
        .getByRole('button', { name: /^Follow/ })
        .click();
      await expect(
        viewer.locator('.model-actions').getByRole('button', { name: /^Following/ }),
      ).toBeVisible();
      await breathe(viewer);
      await say(viewer, 'now I follow');
      // The shield has a slow mode of its own: what it holds back is sent again.
      await expect(async () => {
        const again = viewer.getByRole('button', { name: 'Send again' });
        if (await again.isVisible()) await again.click();
        await expect(log(passer).getByText('now I follow', { exact: true })).toBeVisible({ timeout: 5_000 });
      }).toPass();
    });
    await step('33 the shield comes down', async () => {
      await model.getByRole('switch', { name: /^Shield mode/ }).uncheck({ force: true });
      await expect(log(passer).getByText('Shield mode is off')).toBeVisible();
    });
    await step('34 the moderator takes a line away', async () => {
      await tab(helper, 'Chat');
      const line = log(helper).locator('.message', { hasText: 'what rúbb1sh is this' });
      await line.hover();
      await line.getByRole('button', { name: 'Remove this message' }).click();
      await expect(log(passer).getByText('what rúbb1sh is this')).toHaveCount(0);
    });
    await step('35 the viewer is kicked, and leaves the page', async () => {
      const card = await openCard(helper, 'Demo Viewer');
      await card.getByRole('button', { name: 'Kick' }).click();
      await expect(viewer.getByText('You have been kicked from this room.')).toBeVisible();
      await viewer.waitForURL((url) => url.pathname === '/');
      await expect(log(passer).getByText('A user has been kicked')).toBeVisible();
    });
    await step('36 coming back shows why not', async () => {
      await viewer.goto(ROOM);
      await expect(
        viewer.getByRole('heading', { name: 'You have been banned from this room.' }),
      ).toBeVisible();
    });
    await step('37 the model lifts it, and the viewer is back', async () => {
      await view(model, 'People');
      await model.getByRole('button', { name: 'Lift' }).first().click();
      await expect(model.getByRole('button', { name: 'Lift' })).toHaveCount(0);
      await viewer.reload();
      await expect(viewer.locator('.site-header .balance')).toBeVisible();
      await tellAll(viewer, 'back again', [passer]);
    });
    await step('38 the viewer is banned: the lines go, the name stays hidden', async () => {
      const card = await openCard(helper, 'Demo Viewer');
      await card.getByRole('button', { name: 'Ban' }).click();
      await helper.getByRole('menuitem', { name: 'Permanently' }).click();
      await expect(viewer.getByText('You have been banned from this room.').first()).toBeVisible();
      await viewer.waitForURL((url) => url.pathname === '/');
      await expect(log(passer).getByText('A user has been banned')).toBeVisible();
      await expect(log(passer).getByText('back again')).toHaveCount(0);
      expect(await log(passer).innerText()).not.toContain('demo_viewer has');
    });
    await step('39 no other tab, call or key of theirs gets in', async () => {
      const second = await viewersContext.newPage();
      await second.goto(ROOM);
      await expect(
        second.getByRole('heading', { name: 'You have been banned from this room.' }),
      ).toBeVisible();
      const codes = await second.evaluate(async () => {
        const { csrf } = (await (await fetch('/api/v1/site_config')).json()) as { csrf: string };
        const post = async (path: string, body: object) => {
          const headers = { 'content-type': 'application/json', 'x-csrf-token': csrf };
          const answer = await fetch(`/api/v1${path}`, {
            method: 'POST',
            headers,
            body: JSON.stringify(body),
          });
          return ((await answer.json()) as { code?: string }).code;
        };
        const room = (await (await fetch('/api/v1/chat/react/demo_model')).json()) as { code?: string };
        return [room.code, await post('/stream/demo_model/token', { want: 'ws' })];
      });
      expect(codes).toEqual(['rooms.banned', 'rooms.banned']);
      await second.getByLabel('Ask to come back').fill('I was carried away. Sorry.');
      await second.getByRole('button', { name: 'Send the request' }).click();
      await expect(second.getByText('Your request is sent')).toBeVisible();
      await second.close();
    });
    await step('40 the request is granted, and the log has it all', async () => {
      await model.reload();
      await view(model, /^Review/);
      await expect(model.getByText('I was carried away. Sorry.')).toBeVisible();
      await model.getByRole('button', { name: 'Lift the ban' }).click();
      await expect(model.getByText('Nothing waiting')).toBeVisible();
      await viewer.goto(ROOM);
      await expect(field(viewer)).toBeEnabled();
      await model.getByRole('radio', { name: 'Log' }).click();
      for (const entry of ['has been banned', 'has been kicked', 'has been silenced', 'has been unbanned'])
        await expect(model.getByText(`demo_viewer ${entry}`).last()).toBeVisible();
      // The room is left as it was found.
      await model.getByRole('radio', { name: 'People' }).click();
      await model.getByRole('button', { name: 'Remove' }).first().click();
      await tab(model, 'Chat');
      await say(model, '/setmode tokens');
    });
    for (const page of [...everybody(), passer]) await page.context().close();
  },
);
