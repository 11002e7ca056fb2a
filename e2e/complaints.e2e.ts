import { readFile } from 'node:fs/promises';
import { mkdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { joinAsNew, logIn, newName, settlePage } from './steps.ts';
import { test } from './test.ts';

/* A complaint of a stranger: its receipt, the desk of moderators, and what becomes of the picture and its copies. */

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

const scene = await readFile(new URL('../apps/demo/scenes/s23.jpg', import.meta.url));

/** Sends the picture up as the own one of whoever is logged in. @returns status, address and refusal */
const sendUp = (page: Page) =>
  page.evaluate(async (base64) => {
    const { csrf } = (await (await fetch('/api/v1/site_config')).json()) as { csrf: string };
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0)!);
    const body = new FormData();
    body.append('file', new File([bytes], 'me.jpg', { type: 'image/jpeg' }));
    const headers = { 'x-csrf-token': csrf };
    const answer = await fetch('/api/v1/avatar/upload', { method: 'POST', headers, body });
    const { user, code } = (await answer.json()) as { user?: { avatar: string }; code?: string };
    return { status: answer.status, url: user?.avatar ?? '', code };
  }, scene.toString('base64'));

const statusOf = async (page: Page, url: string) => (await page.request.get(url)).status();

test(
  'a stranger’s complaint takes a picture and its copy away, and the receipt says so',
  { tag: '@long' },
  async ({ page, browser, baseURL }) => {
    const owner = await (await browser.newContext()).newPage();
    const copier = await (await browser.newContext()).newPage();
    const name = await joinAsNew(owner, newName(), '/?promo_form=0');
    await joinAsNew(copier, newName(), '/?promo_form=0');
    const [{ url }, copy] = [await sendUp(owner), await sendUp(copier)];
    expect([await statusOf(page, url), await statusOf(page, copy.url)]).toEqual([200, 200]);

    // The form of a stranger, without an account.
    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(`/complaints?kind=take_it_down&url=${encodeURIComponent(`${baseURL}${url}`)}`);
    await settlePage(stranger);
    await stranger.getByLabel('What is wrong with it?').fill('This is me, and I have never agreed to it.');
    await stranger.getByLabel('Your name').fill('Ada Complainant');
    await stranger.getByLabel('Email').fill(`${newName()}@example.org`);
    await stranger.getByLabel('Signature').fill('Ada Complainant');
    await stranger.getByLabel('What I say is true to the best of my knowledge.').check();
    await stranger.getByRole('button', { name: 'Send' }).click();
    const number = /\d+/u.exec(await stranger.getByText(/^Number \d+$/u).innerText())![0];
    await stranger.getByRole('link', { name: 'See its status' }).click();
    await expect(stranger.getByText('Received')).toBeVisible();
    // Out of reach before anybody has looked at it.
    await expect.poll(() => statusOf(page, url)).toBe(404);
    await expect.poll(() => statusOf(page, copy.url)).toBe(404);

    await logIn(page, 'demo_moderator', '/login?promo_form=0');
    await page.goto('/mod/complaints');
    const queue = page.getByRole('region', { name: 'Complaints' });
    await queue.getByLabel('Kind').selectOption('take_it_down');
    await queue.getByRole('button', { name: new RegExp(`${number}.*${name}`, 'u') }).click();
    const panel = page.getByRole('region', { name: 'Take it down' });
    await expect(panel.getByText('This is me, and I have never agreed to it.')).toBeVisible();
    await expect(panel.getByText('Hidden for now')).toHaveCount(2);
    await panel.getByRole('button', { name: 'Look at it' }).first().click();
    const picture = panel.getByRole('img', { name: 'Profile picture' });
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
    await expect(panel.getByRole('button', { name: 'Remove' })).toBeDisabled();
    await panel.getByLabel('Reason').fill('The person is to be seen and has not agreed.');
    await lookAt(page, 'complaint');
    await panel.getByRole('button', { name: 'Remove' }).click();
    await expect(panel.getByRole('button', { name: 'Restore' })).toBeVisible();
    await expect(panel.getByText('Removed', { exact: true }).first()).toBeVisible();

    await stranger.reload();
    await expect(stranger.getByText('It was removed')).toBeVisible();
    await expect(stranger.getByText('2 files, copies included')).toBeVisible();
    await expect(stranger.getByText('The person is to be seen and has not agreed.')).toBeVisible();
    await lookAt(stranger, 'receipt');
    expect([await statusOf(page, url), await statusOf(page, copy.url)]).toEqual([404, 404]);
    expect((await sendUp(copier)).code).toBe('common.file_blocked');

    // Whom it concerns is told, and can have somebody else look at it.
    await owner.goto('/account/complaints?promo_form=0');
    await expect(owner.getByText('Profile picture: Removed')).toBeVisible();
    await expect(owner.getByText('Ada')).toHaveCount(0);
    await owner.getByRole('button', { name: 'Appeal' }).click();
    await owner.getByRole('button', { name: 'Send the appeal' }).click();
    await expect(owner.getByText('Please explain in a few sentences.')).toBeVisible();
    await owner.getByLabel('Why the decision is wrong').fill('It is a drawing that I have made myself.');
    await lookAt(owner, 'own complaints');
    await owner.getByRole('button', { name: 'Send the appeal' }).click();
    await expect(owner.getByText('It is being reviewed again')).toBeVisible();
    await page.goto('/mod/appeals');
    const appeal = page.getByRole('listitem').filter({ hasText: name });
    await expect(appeal.getByText('This was your decision')).toBeVisible();

    await stranger.goto('/complaints/transparency');
    await expect(stranger.getByRole('rowheader', { name: 'Take it down' })).toBeVisible();
    await lookAt(stranger, 'transparency');
    for (const one of [owner, copier, stranger]) await one.context().close();
  },
);

test(
  'on a phone the queue comes first and a complaint takes the page; strangers find no desk',
  { tag: '@long' },
  async ({ page, browser }) => {
    const viewer = await (await browser.newContext()).newPage();
    await logIn(viewer, 'demo_viewer', '/login?promo_form=0');
    expect((await viewer.goto('/mod/complaints'))?.status()).toBe(404);
    await viewer.context().close();
    await page.setViewportSize({ width: 360, height: 740 });
    await logIn(page, 'demo_moderator', '/login?promo_form=0');
    await page.goto('/mod/complaints');
    const queue = page.getByRole('region', { name: 'Complaints' });
    await expect(queue).toBeVisible();
    await queue.getByLabel('Kind').selectOption('other');
    await expect(queue.getByText('Nothing waiting')).toBeVisible();
    await lookAt(page, 'queue');
  },
);
