import { mkdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { joinAsNew, logIn, newName, PASSWORD_OF_NEW as PASSWORD } from './steps.ts';
import { test } from './test.ts';

/* Moderators of the house: cases and live rooms, a suspension, and what the suspended person says against it. */

/** Where pictures of the pages go, when somebody wants to look at them. */
const SHOTS = process.env['DESK_SHOTS'];

async function lookAt(page: Page, name: string): Promise<void> {
  await inEveryLook(page, async (look) => {
    expect(await overhangOf(page), look.name).toBeLessThanOrEqual(0);
    expect(await findings(page, look), look.name).toEqual([]);
    if (!SHOTS) return;
    mkdirSync(SHOTS, { recursive: true });
    await page.screenshot({ path: `${SHOTS}/${name} ${look.name}.png` });
  });
}

/** Reports a person as the page of whoever is logged in would. */
const report = (page: Page, target: string, reason: string) =>
  page.evaluate(
    async ([name, why]) => {
      const { csrf } = (await (await fetch('/api/v1/site_config')).json()) as { csrf: string };
      const answer = await fetch('/api/v1/report', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-csrf-token': csrf },
        body: JSON.stringify({ kind: 'profile', target: name, reason: why, text: 'Please look at this.' }),
      });
      if (!answer.ok) throw new Error(await answer.text());
    },
    [target, reason] as const,
  );

async function logInSuspended(page: Page, name: string): Promise<void> {
  await page.goto('/login?promo_form=0');
  await page.getByLabel('Username or email').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
}

test('a report becomes a case beside the live rooms, a suspension follows and is appealed, and another moderator lifts it (IDENTITY-008)', async ({
  page,
  browser,
}) => {
  const reader = await (await browser.newContext()).newPage();
  const device = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
  await joinAsNew(reader, newName(), '/?promo_form=0');
  const name = await joinAsNew(device, newName(), '/?promo_form=0');
  await report(reader, name, 'impersonation');
  await reader.context().close();

  await logIn(page, 'demo_moderator', '/login?promo_form=0');
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Moderation' }).click();
  const wall = page.getByRole('region', { name: 'Live rooms' });
  await expect(wall.getByRole('listitem').first()).toBeVisible();
  const cases = page.getByRole('region', { name: 'Cases' });
  await cases.getByRole('button', { name: new RegExp(`Pretends to be someone.*${name}`) }).click();
  const panel = page.getByRole('region', { name: 'Pretends to be someone' });
  await expect(panel.getByText('Please look at this.')).toBeVisible();
  await panel.getByRole('button', { name: 'Look into it' }).click();
  await expect(panel.getByRole('button', { name: 'Suspend account' })).toBeDisabled();
  await panel.getByLabel('Reason, goes to the audit log').fill('Uses the name of somebody else.');
  await lookAt(page, 'case');
  await panel.getByRole('button', { name: 'Suspend account' }).click();
  await expect(panel.getByText('Account suspended').first()).toBeVisible();
  await expect(cases.getByRole('button', { name: new RegExp(name) })).toHaveCount(0);

  // The page of whoever is put out goes by itself to one that a guest sees.
  await expect(device.getByRole('banner').getByRole('button', { name: 'Log in' })).toBeVisible();
  await logInSuspended(device, name);
  await expect(device.getByText('Uses the name of somebody else.')).toBeVisible();
  await device.getByRole('button', { name: 'Send the appeal' }).click();
  await expect(device.getByText('Explain in a few sentences why the decision is wrong.')).toBeVisible();
  await device.getByLabel('Appeal').fill('It is my own name, as my passport shows.');
  await lookAt(device, 'appeal form');
  await device.getByRole('button', { name: 'Send the appeal' }).click();
  await expect(device.getByText('Your appeal is being reviewed')).toBeVisible();

  // Whoever has decided does not decide the appeal.
  await page.goto('/mod/appeals');
  await expect(
    page.getByRole('listitem').filter({ hasText: name }).getByText('This was your decision'),
  ).toBeVisible();
  const second = await (await browser.newContext()).newPage();
  await logIn(second, 'demo_admin', '/login?promo_form=0');
  await second.goto('/mod/appeals');
  const appeal = second.getByRole('listitem').filter({ hasText: name });
  await appeal.getByLabel(`What ${name} is told`).fill('The passport was looked at.');
  await lookAt(second, 'appeals');
  await appeal.getByRole('button', { name: 'Lift the suspension' }).click();
  await expect(second.getByRole('listitem').filter({ hasText: name })).toHaveCount(0);
  await second.context().close();

  await device.goto('/?promo_form=0');
  await expect(device.getByText('This account is suspended')).toHaveCount(0);
  await device.context().close();
});

test(
  'to everybody else moderation is not there; on a phone what was chosen takes the page',
  { tag: '@long' },
  async ({ page, browser }) => {
    const viewer = await (await browser.newContext()).newPage();
    await logIn(viewer, 'demo_viewer', '/login?promo_form=0');
    expect((await viewer.goto('/mod'))?.status()).toBe(404);
    await viewer.context().close();
    await page.setViewportSize({ width: 360, height: 740 });
    await logIn(page, 'demo_moderator', '/login?promo_form=0');
    await page.goto('/mod');
    await page.getByRole('region', { name: 'Live rooms' }).getByRole('listitem').first().click();
    await expect(page.getByRole('button', { name: 'End the stream' })).toBeDisabled();
    await lookAt(page, 'room');
    await page.getByRole('button', { name: 'Back to the queue' }).click();
    await expect(page.getByRole('region', { name: 'Live rooms' })).toBeVisible();
  },
);
