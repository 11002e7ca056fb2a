import { expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { balanceOf, joinAndBuy, logIn } from './steps.ts';
import { test } from './test.ts';

/*
 * A tip menu in a live room of the demo: bought from by a viewer, given by the performer, and changed by her.
 */

const SHOTS = process.env['E2E_SHOTS'];

const expectGood = (page: Page, name: string): Promise<void> =>
  inEveryLook(page, async (look) => {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name} ${look.name}.png`.replaceAll(' ', '-') });
    expect(await findings(page, look), `${name}, ${look.name}`).toEqual([]);
    expect(await overhangOf(page), `${name}, ${look.name}`).toBeLessThanOrEqual(0);
  });

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
  'a viewer buys from the menu below the picture, the performer has it on the list and gives it, and changes the menu (GAMES-021)',
  { tag: '@full' },
  async ({ page, browser }) => {
    await joinAndBuy(page, 200);
    const room = await liveRoom(page);
    const performer = await (await browser.newContext()).newPage();
    await logIn(performer, room);
    await page.goto(`/${room}`);
    const menu = page.getByRole('region', { name: 'Tip menu' });
    const item = menu.getByRole('button').filter({ hasText: 'tokens' }).first();
    await expect(item).toBeEnabled();
    const words = (await item.innerText()).split('\n');
    const label = words[0]!.trim();
    const price = Number(/\d+/u.exec(words.slice(1).join(' '))?.[0]);

    await test.step('asks once, with the price and what is left', async () => {
      await item.focus();
      await item.press('Enter');
      const dialog = page.getByRole('dialog', { name: label });
      await expect(dialog.getByText('Balance after')).toBeVisible();
      await expectGood(page, 'menu buy');
      await dialog.getByRole('button', { name: `Tip ${price} tokens` }).press('Enter');
      await expect(dialog).toHaveCount(0);
      await expect.poll(() => balanceOf(page)).toBe(200 - price);
    });

    await test.step('the performer sees what she owes, and that it is given', async () => {
      await performer.goto('/broadcast');
      const row = performer.getByRole('listitem').filter({ hasText: label }).first();
      await expect(row).toBeVisible();
      await expectGood(performer, 'menu studio');
      await row.getByRole('button', { name: 'Done' }).click();
      await page.goto('/account/shows');
      const bought = page.getByRole('list', { name: 'From tip menus' }).getByRole('listitem');
      await expect(bought).toContainText([`${label}`]);
      await expect(async () => {
        await page.reload();
        await expect(bought.getByText('Done', { exact: true })).toBeVisible({ timeout: 5_000 });
      }).toPass();
      await expectGood(page, 'menu account');
      await page.getByRole('button', { name: 'It was not done' }).click();
      await expect(page.getByText('We are looking into it.')).toBeVisible();
    });

    await test.step('what she changes is in the room without a reload', async () => {
      await page.goto(`/${room}`);
      await expect(menu).toBeVisible();
      const section = performer.getByRole('region', { name: 'Tip menu' });
      await section.getByRole('button', { name: 'Edit' }).click();
      const first = section.getByRole('group', { name: 'Item 1' });
      await first.getByLabel('What you do').fill('');
      await section.getByRole('button', { name: 'Save the menu' }).click();
      await expect(first.getByText('Describe it in 1 to 60 characters.')).toBeVisible();
      await first.getByLabel('What you do').fill('A riddle of my own');
      await first.getByLabel('Tokens').fill('12');
      await expectGood(performer, 'menu form');
      await section.getByRole('button', { name: 'Save the menu' }).click();
      await expect(section.getByRole('button', { name: 'Edit' })).toBeVisible();
      await expect(menu.getByRole('button', { name: /A riddle of my own/u })).toBeVisible();
    });
  },
);

test(
  'a guest is asked to join first, and a phone has the menu above the tip control',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const room = await liveRoom(page);
    await page.goto(`/${room}`);
    const menu = page.getByRole('list', { name: 'Tip menu' });
    await menu.getByRole('button').first().click();
    await expect(page.getByRole('dialog')).toContainText(/join/iu);
  },
);
