import { type Browser, expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { joinAsNew, logIn } from './steps.ts';
import { test } from './test.ts';

/*
 * A performer announces streams in the studio; a guest and a member see them in the closed room in their own hours, one
 * of them is reminded.
 */

const ROOM = '/demo_model';
const SHOTS = process.env['E2E_SHOTS'];
const MINUTE = 60_000;

const newPage = async (browser: Browser, timezoneId: string): Promise<Page> =>
  (await browser.newContext({ timezoneId })).newPage();

const expectGood = (page: Page, name: string, part: string): Promise<void> =>
  inEveryLook(page, async (look) => {
    if (SHOTS) {
      await page.locator(part).first().scrollIntoViewIfNeeded();
      await page.screenshot({ path: `${SHOTS}/${name} ${look.name}.png`.replaceAll(' ', '-') });
    }
    expect(await findings(page, look), `${name}, ${look.name}`).toEqual([]);
    expect(await overhangOf(page), `${name}, ${look.name}`).toBeLessThanOrEqual(0);
  });

/** As the form's fields take it: what clocks of the zone show then. */
const clock = (at: number, timeZone: string) => {
  const shown = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
    at,
  );
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) };
};

test(
  'streams are announced in the studio, shown in the closed room in the hours of who reads, kept in calendars, and reminded of',
  { tag: '@long' },
  async ({ browser }) => {
    const studio = await newPage(browser, 'Europe/Berlin');
    const guest = await newPage(browser, 'America/New_York');
    const member = await newPage(browser, 'Asia/Tokyo');
    await logIn(studio, 'demo_model');
    await studio.goto('/broadcast');
    const desk = studio.getByRole('region', { name: 'Schedule', exact: true });
    const soon = Date.now() + 12 * MINUTE;
    const weekly = Date.now() + 50 * 60 * MINUTE;

    await test.step('the form says what is wrong, and announces', async () => {
      await expect(desk).toContainText('Announce when you will be live');
      await desk.getByRole('button', { name: 'Announce a stream' }).click();
      await desk.getByRole('button', { name: 'Save the stream' }).click();
      await expect(desk).toContainText('Describe it in a few words.');
      await desk.getByLabel('Title').fill('Piano by candlelight');
      await expect(desk.getByLabel('Time zone')).toHaveValue('Europe/Berlin');
      await desk.getByLabel('Day').fill('2026-01-05');
      await desk.getByRole('button', { name: 'Save the stream' }).click();
      await expect(desk).toContainText('Choose a date and time that is still to come.');
      await expectGood(studio, 'form of a stream', '.schedule-form');
      const { date, time } = clock(soon, 'Europe/Berlin');
      await desk.getByLabel('Day').fill(date);
      await desk.getByLabel('Begins at').fill(time);
      await desk.getByRole('button', { name: 'Save the stream' }).click();
      await expect(desk.getByRole('listitem').filter({ hasText: 'Piano by candlelight' })).toContainText(
        time,
      );
    });

    await test.step('a weekly one, of which one date is canceled', async () => {
      const { date, time } = clock(weekly, 'Europe/Berlin');
      await desk.getByRole('button', { name: 'Announce a stream' }).click();
      await desk.getByLabel('Title').fill('Requests and long talks');
      await desk.getByLabel('Kind').selectOption({ label: 'Private hours' });
      await desk.getByLabel('Day').fill(date);
      await desk.getByLabel('Begins at').fill(time);
      await desk.getByLabel(/^Every week/).check();
      await desk.getByRole('button', { name: 'Save the stream' }).click();
      const entry = desk.getByRole('listitem').filter({ hasText: 'Requests and long talks' }).first();
      await expect(entry).toContainText('Every');
      await entry.getByText('Next dates').click();
      await entry
        .getByRole('button', { name: /^Cancel / })
        .first()
        .click();
      await expect(entry.getByRole('button', { name: /^Restore ./ })).toHaveCount(1);
      await expectGood(studio, 'schedule in the studio', '[aria-labelledby=schedule-studio-label]');
    });

    const shownTo = (page: Page) => page.getByRole('region', { name: 'Next streams' });
    await test.step('each sees them in their own hours, and a guest is asked to join', async () => {
      await joinAsNew(member);
      for (const [page, zone] of [
        [guest, 'America/New_York'],
        [member, 'Asia/Tokyo'],
      ] as const) {
        await page.goto(ROOM);
        await expect(shownTo(page)).toContainText('Piano by candlelight');
        await expect(shownTo(page)).toContainText(clock(soon, zone).time);
        await expect(shownTo(page)).toContainText(`Times are in your time zone: ${zone}.`);
        await expect(shownTo(page)).toContainText('Private hours');
        await expect(shownTo(page)).toContainText('Canceled: ');
      }
      await expectGood(guest, 'closed room with a schedule', '.room-schedule');
      await shownTo(guest).getByRole('button', { name: 'Remind me of Piano by candlelight' }).click();
      await expect(guest.getByRole('dialog')).toContainText('Join to get a reminder');
      await guest.keyboard.press('Escape');
    });

    await test.step('the calendar is a file for one date, and an address for all', async () => {
      const links = shownTo(guest).getByRole('link');
      const download = guest.waitForEvent('download');
      await links.filter({ hasText: 'Calendar file' }).first().click();
      expect((await download).suggestedFilename()).toMatch(/^demo_model-\d{4}-\d\d-\d\d\.ics$/);
      const address = await links.filter({ hasText: 'Subscribe in a calendar' }).getAttribute('href');
      const file = await (await guest.request.get(address!)).text();
      expect(file).toContain('SUMMARY:Demo Model: Piano by candlelight');
      expect(file).toContain('STATUS:CANCELLED');
    });

    await test.step('who switched the reminder on hears of it before the start', async () => {
      const remind = shownTo(member).getByRole('button', { name: 'Remind me of Piano by candlelight' });
      await remind.click();
      await expect(remind).toHaveAttribute('aria-pressed', 'true');
      await member.reload();
      await expect(remind).toHaveAttribute('aria-pressed', 'true');
      await expectGood(member, 'reminder is on', '.room-schedule');
      const newest = () =>
        member.evaluate(async () => {
          const answer = await fetch('/api/v1/notifications');
          const { items } = (await answer.json()) as { items: { title: string; body: string }[] };
          return items.map(({ title, body }) => `${title}: ${body}`);
        });
      await expect.poll(newest).toEqual(['Demo Model is live soon: Piano by candlelight']);
    });

    await test.step('the bio has it, too, and a stream that is removed is gone', async () => {
      await guest.goto(`${ROOM}/bio`);
      await expect(shownTo(guest)).toContainText('Requests and long talks');
      await expectGood(guest, 'bio with a schedule', '.room-schedule');
      for (const title of ['Piano by candlelight', 'Requests and long talks']) {
        await desk.getByRole('button', { name: `Remove ${title}` }).click();
        await desk.getByRole('button', { name: 'Remove it' }).click();
        await expect(desk).not.toContainText(title);
      }
      await guest.reload();
      await expect(shownTo(guest)).toContainText('Nothing is announced.');
    });
    await Promise.all([studio, guest, member].map((page) => page.context().close()));
  },
);
