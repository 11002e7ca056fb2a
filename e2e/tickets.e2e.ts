import { type Browser, expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { balanceOf, expectMovingPicture, joinAndBuy, logIn } from './steps.ts';
import { test } from './test.ts';

/*
 * A ticket show in four browsers: the performer by camera, one who buys before, one who buys while it runs, and one who
 * stays outside. What each sees, and what becomes of the tokens.
 */

const ROOM = '/demo_model';
const SHOTS = process.env['E2E_SHOTS'];

const newPage = async (browser: Browser, permissions: string[] = []): Promise<Page> =>
  (await browser.newContext({ permissions })).newPage();

const stripOf = (page: Page) => page.getByRole('region', { name: 'Ticket show', exact: true });

const expectGood = (page: Page, name: string): Promise<void> =>
  inEveryLook(page, async (look) => {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name} ${look.name}.png`.replaceAll(' ', '-') });
    expect(await findings(page, look), `${name}, ${look.name}`).toEqual([]);
    expect(await overhangOf(page), `${name}, ${look.name}`).toBeLessThanOrEqual(0);
  });

test(
  'a ticket show is announced, bought before and during, watched by its holders alone, and given back when it was short (SHOWS-018) (SHOWS-019) (SHOWS-033) (SHOWS-048) (SHOWS-049)',
  { tag: '@long' },
  async ({ browser }) => {
    const studio = await newPage(browser, ['camera', 'microphone']);
    const [early, late, guest] = [await newPage(browser), await newPage(browser), await newPage(browser)];
    await logIn(studio, 'demo_model');
    await studio.goto('/broadcast');
    await studio.getByRole('button', { name: 'Go live' }).click();
    await expect(studio.getByRole('status').filter({ hasText: 'On air' })).toBeVisible();
    await joinAndBuy(early, 200);
    await joinAndBuy(late, 100);
    await Promise.all([early, late, guest].map((page) => page.goto(ROOM)));
    await expectMovingPicture(early);
    const desk = studio.getByRole('region', { name: 'Ticket show', exact: true });

    await test.step('the performer announces it, and the form says what is wrong', async () => {
      await studio.getByRole('button', { name: 'Announce a show' }).click();
      await studio.getByLabel('Ticket price').fill('20');
      await studio.getByRole('button', { name: 'Announce it' }).click();
      await expect(studio.getByText('A whole number from 50 to 5,000.')).toBeVisible();
      await studio.getByLabel('Ticket price').fill('60');
      await studio.getByLabel('Recording price').fill('30');
      await studio.getByLabel('Starts').selectOption({ label: 'In 15 min' });
      await studio.getByLabel('Tickets needed').fill('1');
      await studio.getByLabel('What it is').fill('Premiere, first full run');
      await expectGood(studio, 'form of a ticket show');
      await studio.getByRole('button', { name: 'Announce it' }).click();
      await expect(desk).toContainText('0 tickets sold');
    });

    await test.step('everybody sees when, for how much and how many; nobody can ask for a private', async () => {
      for (const page of [early, late, guest]) {
        await expect(stripOf(page)).toContainText('Premiere, first full run');
        await expect(stripOf(page)).toContainText('0 of 1 needed');
        await expect(page.getByRole('button', { name: /^Private/ })).toBeHidden();
      }
      await expect(stripOf(early)).toContainText(/14:\d\d|15:00/);
      await expectGood(early, 'announced ticket show');
      await stripOf(guest)
        .getByRole('button', { name: /^Buy ticket/ })
        .click();
      await expect(guest.getByRole('dialog')).toContainText('Join to buy a ticket');
      await guest.keyboard.press('Escape');
    });

    await test.step('a ticket is held, and counted for all', async () => {
      await stripOf(early)
        .getByRole('button', { name: /^Buy ticket/ })
        .click();
      await expect(stripOf(early)).toContainText('You have a ticket');
      await expect.poll(() => balanceOf(early)).toBe(140);
      await expect(stripOf(late)).toContainText('1 of 1 needed: it will take place');
      await expect(desk).toContainText('1 ticket sold');
      await early.reload();
      await expect(stripOf(early)).toContainText('You have a ticket');
    });

    await test.step('it starts: holders see it, all others that there is one', async () => {
      await desk.getByRole('button', { name: 'Start the show' }).click();
      await expect(stripOf(early)).toContainText('On now');
      await expectMovingPicture(early);
      await expect(late.getByText('Demo Model is in a ticket show')).toBeVisible();
      await expect(guest.getByText('Demo Model is in a ticket show')).toBeVisible();
      await expectGood(late, 'ticket show from outside');
      await stripOf(late)
        .getByRole('button', { name: /^Buy ticket/ })
        .click();
      await expect(stripOf(late)).toContainText('You have a ticket');
      await expectMovingPicture(late);
      await expectGood(late, 'in a ticket show');
      await stripOf(early)
        .getByRole('button', { name: /^Buy the recording/ })
        .click();
      await expect(stripOf(early)).toContainText('You have a ticket and the recording');
      await expect.poll(() => balanceOf(early)).toBe(110);
      await expect(desk).toContainText('2 tickets sold');
    });

    await test.step('it ends: it was short, so every ticket comes back, and the room is public', async () => {
      await desk.getByRole('button', { name: 'End the show' }).click();
      await desk.getByRole('button', { name: 'End it now' }).click();
      for (const page of [early, late]) {
        await expect(page.getByText('Your ticket was refunded')).toBeVisible();
        await expect(page.getByText('60 tokens are back in your balance.')).toBeVisible();
      }
      await expectGood(early, 'after a ticket show');
      await expect.poll(() => balanceOf(early)).toBe(200);
      await expect.poll(() => balanceOf(late)).toBe(100);
      await expect(stripOf(guest)).toBeHidden();
      await expectMovingPicture(guest);
      await expect(studio.getByRole('button', { name: 'Announce a show' })).toBeVisible();
    });

    await test.step('what was recorded of it is a file of its own', async () => {
      const kinds = () =>
        studio.evaluate(async () => {
          const answer = await fetch('/api/v1/broadcast/recordings');
          const { items } = (await answer.json()) as { items: { kind: string; state: string }[] };
          // Journeys before this one may have left recordings of public streams.
          return items.filter(({ kind }) => kind === 'limited').map(({ kind, state }) => `${kind} ${state}`);
        });
      await expect.poll(kinds).toEqual(['limited ready']);
    });
    await Promise.all([studio, early, late, guest].map((page) => page.context().close()));
  },
);
