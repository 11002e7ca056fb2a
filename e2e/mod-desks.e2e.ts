import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { joinAsNew, logIn, newName } from './steps.ts';
import { test } from './test.ts';

/* Further desks of the house: records of performers, terms, sanctions, and rooms that are watched unseen. */

const SHOTS = process.env['DESK_SHOTS'];

async function lookAt(page: Page, name: string): Promise<void> {
  await inEveryLook(page, async (look) => {
    expect(await overhangOf(page), look.name).toBeLessThanOrEqual(0);
    expect(await findings(page, look), look.name).toEqual([]);
    if (!SHOTS) return;
    mkdirSync(SHOTS, { recursive: true });
    await page.screenshot({ path: `${SHOTS}/${name} ${look.name}.png`, fullPage: true });
  });
}

/** What a page of the site may ask by its own calls. */
const call = (page: Page, path: string, body: object) =>
  page.evaluate(
    async ([to, given]) => {
      const { csrf } = (await (await fetch('/api/v1/site_config')).json()) as { csrf: string };
      const answer = await fetch(`/api/v1${to}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-csrf-token': csrf },
        body: JSON.stringify(given),
      });
      if (!answer.ok) throw new Error(await answer.text());
    },
    [path, body] as const,
  );

test(
  'every tab of moderation leads somewhere, and strangers to none of them',
  { tag: '@full' },
  async ({ page, browser }) => {
    await logIn(page, 'demo_admin', '/login?promo_form=0');
    await page.goto('/mod');
    const tabs = page.getByRole('navigation', { name: 'Moderation' }).getByRole('link');
    await expect(tabs).toHaveCount(8);
    const addresses = await tabs.evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
    for (const address of addresses) {
      expect((await page.goto(address))?.status(), address).toBe(200);
      await expect(
        page.getByRole('navigation', { name: 'Moderation' }).locator('[aria-current]'),
      ).toHaveCount(1);
      await expect(page.locator('.skeleton')).toHaveCount(0);
    }
    const moderator = await (await browser.newContext()).newPage();
    await logIn(moderator, 'demo_moderator', '/login?promo_form=0');
    for (const address of ['/mod/records', '/mod/terms', '/mod/review'])
      expect((await moderator.goto(address))?.status(), address).toBe(404);
    expect((await moderator.goto('/mod/live'))?.status()).toBe(200);
    await moderator.context().close();
  },
);

test(
  'a performer is found by another name, looked at with what she was in, and saved as a file',
  { tag: '@long' },
  async ({ page }) => {
    await logIn(page, 'demo_admin', '/login?promo_form=0');
    const wall = await (await page.request.get('/api/v1/mod/live')).json();
    const { username: name } = (wall as { items: { user: { username: string } }[] }).items[0]!.user;
    await page.goto('/mod/records');
    await page.getByLabel('Search by').selectOption({ label: 'Any other name' });
    await page.getByLabel('What you are looking for').fill(name);
    await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeDisabled();
    await page.getByLabel('Why you are looking').fill('An inspector asks for the record.');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    const row = page.getByRole('button', { name: new RegExp(`Model · ${name}`, 'u') });
    // That a broadcast has begun is noted a moment later; each look shows what is noted then.
    await expect(async () => {
      await row.click();
      await expect(page.getByText('Broadcast', { exact: true }).first()).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await lookAt(page, 'records');
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(/^records-\d{4}-\d\d-\d\d\.csv$/u);
    expect(await readFile(await file.path(), 'utf8')).toContain(name);
  },
);

test('a term is added, counts at once, and is taken away', { tag: '@long' }, async ({ page, browser }) => {
  const term = `zq${Date.now().toString(36)}`;
  await logIn(page, 'demo_admin', '/login?promo_form=0');
  await page.goto('/mod/terms');
  await page.getByLabel('Word or words').fill(term);
  await page.getByLabel('Where').selectOption({ label: 'Messages and comments' });
  await expect(page.getByLabel('What happens')).toBeDisabled();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const row = page.getByRole('listitem').filter({ hasText: term });
  await expect(row).toBeVisible();
  await lookAt(page, 'terms');
  const writer = await (await browser.newContext()).newPage();
  await logIn(writer, 'demo_viewer', '/login?promo_form=0');
  const write = () =>
    call(writer, '/pm/demo_model', { text: `a ${term} for you`, client_id: crypto.randomUUID() });
  await expect(write()).rejects.toThrow('compliance.text_refused');
  await writer.context().close();
  await row.getByRole('button', { name: `Remove ${term}` }).click();
  await expect(row).toHaveCount(0);
});

test(
  'a suspension stands among what is in force, with what was before, and is lifted',
  { tag: '@long' },
  async ({ page, browser }) => {
    const person = await (await browser.newContext()).newPage();
    const name = await joinAsNew(person, newName(), '/?promo_form=0');
    await person.context().close();
    await logIn(page, 'demo_admin', '/login?promo_form=0');
    await page.goto(`/admin/users?q=${name}`);
    const id = (await page.getByRole('link', { name }).getAttribute('href'))!.split('/').at(-1)!;
    await call(page, `/admin/users/${id}`, {
      suspension: { reason_code: 'rules', statement: 'You have broken a rule.', until: null },
    });
    await page.goto('/mod/sanctions');
    await page.getByLabel('Username').fill(name);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    const row = page.getByRole('listitem').filter({ hasText: name });
    await expect(row.getByText('Suspended')).toBeVisible();
    await row.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('region', { name }).getByText('Sanctions so far')).toBeVisible();
    await row.getByRole('button', { name: `Lift the sanction on ${name}` }).click();
    await row.getByLabel('Why it is lifted, goes to the audit log').fill('It was a mistake.');
    await lookAt(page, 'sanctions');
    await row.getByRole('button', { name: 'Lift it now' }).click();
    await expect(page.getByText('Nothing is in force')).toBeVisible();
  },
);

test(
  'somebody without a report is silenced in all rooms, told why, and may write again when it is lifted (MODERATION-ROLES-001)',
  { tag: '@long' },
  async ({ page, browser }) => {
    const person = await (await browser.newContext()).newPage();
    const name = await joinAsNew(person, newName(), '/?promo_form=0');
    await person.goto('/demo_model');
    await logIn(page, 'demo_moderator', '/login?promo_form=0');
    await page.goto('/mod/sanctions');
    await page.getByLabel('Username').fill(name);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByText('Nothing is in force')).toBeVisible();
    const form = page.getByRole('form', { name: `Act on ${name}` });
    await form.getByLabel('What to do').selectOption({ label: 'Silence in all rooms' });
    await form.getByLabel('Minutes. Empty: until lifted').fill('30');
    await form.getByLabel('What the person sees').fill('The same line stood in every room.');
    await lookAt(page, 'acting on somebody');
    await form.getByRole('button', { name: 'Silence in all rooms' }).click();
    await expect(form.getByText('Done. The person has been notified.')).toBeVisible();
    await expect(person.getByText(/^You are silenced in all rooms until/)).toBeVisible();
    if (SHOTS) await person.screenshot({ path: `${SHOTS}/silenced everywhere.png` });
    const row = page.getByRole('listitem').filter({ hasText: name });
    await expect(row.getByText('Silenced in all rooms')).toBeVisible();
    await row.getByRole('button', { name: `Lift the sanction on ${name}` }).click();
    await row.getByLabel('Why it is lifted, goes to the audit log').fill('They have said sorry.');
    await row.getByRole('button', { name: 'Lift it now' }).click();
    await expect(person.getByText(/^You are silenced in all rooms/)).toHaveCount(0);
    await person.getByRole('button', { name: /^Notifications/ }).click();
    await expect(person.getByText('Our team has silenced you in all rooms')).toBeVisible();
    await person.context().close();
  },
);

test('a moderator watches a room unseen, and says why first', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await logIn(page, 'demo_moderator', '/login?promo_form=0');
  await page.goto('/mod/live');
  await page.getByRole('region', { name: 'Live rooms' }).getByRole('listitem').first().click();
  await expect(page.getByRole('button', { name: 'Watch unseen' })).toBeDisabled();
  await page.getByLabel('Why you are watching').fill('A viewer has called for help.');
  await lookAt(page, 'live room');
  await page.getByRole('button', { name: 'Watch unseen' }).click();
  await expect(page.locator('.picture[data-playing] video')).toBeVisible();
  await page.getByRole('button', { name: 'Stop watching' }).click();
  await expect(page.getByRole('button', { name: 'Watch unseen' })).toBeVisible();
});

test('what comes in stands in the queue of moderators without a reload', async ({ page, browser }) => {
  await logIn(page, 'demo_moderator', '/login?promo_form=0');
  await page.goto('/mod/complaints');
  await expect(page.getByRole('region', { name: 'Complaints' })).toBeVisible();
  const before = await page.getByRole('region', { name: 'Complaints' }).getByRole('listitem').count();
  const guest = await (await browser.newContext()).newPage();
  await guest.goto('/complaints?promo_form=0');
  await call(guest, '/complaints', {
    kind: 'illegal',
    urls: [new URL('/legal/rules', page.url()).href],
    name: 'Ada Complainant',
    email: 'ada@example.org',
    relation: 'third_party',
    statement: 'This should be looked at by somebody.',
    good_faith: true,
    perjury: true,
    signature: 'Ada Complainant',
  });
  await guest.context().close();
  await expect(page.getByRole('region', { name: 'Complaints' }).getByRole('listitem')).toHaveCount(
    before + 1,
  );
});
