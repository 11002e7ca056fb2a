import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { balanceOf, joinAndBuy, logIn } from './steps.ts';
import { test } from './test.ts';

/* A tip that two viewers give together, from the dialog to the payment, with the performer looking on. */

test.use({ permissions: ['camera', 'microphone'] });

const SHOTS = process.env['SPLIT_SHOTS'];
const splitOf = (page: Page): Locator => page.getByRole('region', { name: 'Tip split' });

/** Axe finds nothing in any look, nothing is wider than the window, and what a finger presses is large enough. */
const expectAccessible = (page: Page, name: string): Promise<void> =>
  inEveryLook(page, async (look) => {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name} ${look.name}.png`.replaceAll(' ', '-') });
    expect(await findings(page, look), `${name}, ${look.name}`).toEqual([]);
    expect(await overhangOf(page), `${name}, ${look.name}`).toBeLessThanOrEqual(0);
  });

async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ permissions: ['camera', 'microphone'] });
  const page = await context.newPage();
  // Who has tipped is asked for stars, once a day and at any moment.
  const asked = page.getByRole('dialog').filter({ hasText: 'How was it?' });
  await page.addLocatorHandler(asked, () => asked.getByRole('button', { name: 'Not now' }).click());
  return page;
}

/** Somebody with 200 tokens in the room. */
async function openAsBuyer(browser: Browser): Promise<{ page: Page; username: string }> {
  const page = await openPage(browser);
  const username = await joinAndBuy(page, 200);
  await page.goto('/demo_model');
  return { page, username };
}

test(
  'two viewers split a tip: proposed by keyboard, joined, paid at once and seen by all; another is taken back and canceled (LEDGER-TIP-011) (S803) (S804) (S805) (S806) (S807)',
  { tag: '@long' },
  async ({ browser }) => {
    const studio = await openPage(browser);
    await logIn(studio, 'demo_model');
    await studio.goto('/broadcast');
    await studio.getByRole('button', { name: 'Go live' }).click();
    await expect(studio.locator('.on-air')).toHaveText('On air');
    const { page: anna, username: annaName } = await openAsBuyer(browser);
    const { page: bert, username: bertName } = await openAsBuyer(browser);

    await test.step('the dialog of the tip control is filled by keyboard and says what each gives', async () => {
      const open = anna.getByRole('button', { name: 'Split a tip' });
      await open.focus();
      await anna.keyboard.press('Enter');
      const dialog = anna.getByRole('dialog', { name: 'Split a tip' });
      await expect(dialog.getByLabel('Together')).toBeFocused();
      await anna.keyboard.press('ControlOrMeta+a');
      await anna.keyboard.type('101');
      await dialog.getByLabel('People, including you').fill('2');
      await dialog.getByLabel('For what').fill('Full side B');
      await expect(dialog.getByRole('button', { name: 'Propose for 51' })).toBeVisible();
      await expectAccessible(anna, 'dialog');
      await dialog.getByLabel('For what').press('Enter');
      await expect(dialog).toHaveCount(0);
      await expect(open).toBeFocused();
      await expect.poll(() => balanceOf(anna)).toBe(149);
    });

    await test.step('everybody sees it, each with what they may do', async () => {
      await expect(splitOf(anna)).toContainText('Full side B');
      await expect(splitOf(anna)).toContainText('1 seat left. Nobody pays until everyone is in.');
      await expect(splitOf(anna).getByRole('timer', { name: 'Time left' })).toHaveText(/^[45]:\d\d$/u);
      await expect(splitOf(anna).getByRole('button')).toHaveText(['Cancel it']);
      await expect(splitOf(bert).getByRole('button')).toHaveText([/^Join for/u]);
      await expect(splitOf(bert)).toContainText(annaName);
      await expect(splitOf(studio)).toContainText('51 tokens so far, yours when everyone is in.');
      await expect(splitOf(studio).getByRole('button')).toHaveText(['Cancel it']);
      await expectAccessible(bert, 'room with a split');
      await expectAccessible(studio, 'studio with a split');
      const picture = await bert.locator('.room-stage video').first().boundingBox();
      const section = await splitOf(bert).boundingBox();
      const isApart = section!.x >= picture!.x + picture!.width || section!.y >= picture!.y + picture!.height;
      expect(isApart, 'it lies beside the picture').toBe(true);
    });

    await test.step('the last one joins by keyboard: all pay at once, as one tip by the proposer', async () => {
      await splitOf(bert)
        .getByRole('button', { name: /^Join for/u })
        .focus();
      await bert.keyboard.press('Enter');
      for (const page of [anna, bert, studio]) {
        await expect(splitOf(page)).toContainText('Paid');
        await expect(splitOf(page)).toContainText('102 tokens together.');
      }
      await expect.poll(() => balanceOf(bert)).toBe(149);
      await expect.poll(() => balanceOf(anna)).toBe(149);
      await expect(anna.getByRole('log').getByText(annaName).first()).toBeVisible();
      if (SHOTS) await bert.screenshot({ path: `${SHOTS}/paid.png` });
    });

    await test.step('it goes after ten seconds', async () => {
      for (const page of [anna, bert, studio])
        await expect(splitOf(page)).toHaveCount(0, { timeout: 60_000 });
    });

    await test.step('/tip_split opens the dialog with its values and spends nothing', async () => {
      const line = bert.getByRole('textbox', { name: 'Message', exact: true });
      await line.fill('/tip_split 60 3');
      await line.press('Enter');
      const dialog = bert.getByRole('dialog', { name: 'Split a tip' });
      await expect(dialog.getByLabel('Together')).toHaveValue('60');
      await expect(dialog.getByLabel('People, including you')).toHaveValue('3');
      expect(await balanceOf(bert)).toBe(149);
      await dialog.getByRole('button', { name: 'Propose for 20' }).click();
      await expect.poll(() => balanceOf(bert)).toBe(129);
    });

    await test.step('a part is taken back, joined again, and all is given back when the performer cancels', async () => {
      await splitOf(anna)
        .getByRole('button', { name: /^Join for/u })
        .click();
      await expect(splitOf(bert)).toContainText(`${bertName}, ${annaName}`);
      await expect.poll(() => balanceOf(anna)).toBe(129);
      await splitOf(anna).getByRole('button', { name: 'Withdraw mine' }).click();
      await expect.poll(() => balanceOf(anna)).toBe(149);
      await splitOf(anna)
        .getByRole('button', { name: /^Join for/u })
        .click();
      await expect(splitOf(studio)).toContainText('40 tokens so far');
      await splitOf(studio).getByRole('button', { name: 'Cancel it' }).click();
      for (const page of [anna, bert]) {
        await expect(splitOf(page)).toContainText('Everyone got their tokens back.');
        await expect.poll(() => balanceOf(page)).toBe(149);
      }
    });
  },
);
