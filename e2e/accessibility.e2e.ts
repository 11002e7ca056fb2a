import { expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { logIn, settlePage } from './steps.ts';
import { test } from './test.ts';

/* Every page in both themes, wide and narrow: nothing for axe to find, and nothing wider than the window. */

// They share nothing, so every worker takes of them.
test.describe.configure({ mode: 'parallel' });
test.use({ permissions: ['camera', 'microphone'] });

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await settlePage(page);
};

/** Axe finds nothing in any look; the name says where it was. */
const expectAccessible = (page: Page, name: string): Promise<void> =>
  inEveryLook(page, async (look) => expect(await findings(page, look), `${name}, ${look.name}`).toEqual([]));

/** One visit each: what all pages share is fetched and read once. */
const visits = {
  'the lists and rooms': [
    { name: 'home', path: '/' },
    { name: 'girls', path: '/girls' },
    { name: 'search', path: '/search?q=talk' },
    { name: 'room', path: '/marlowe_diallo' },
    { name: 'room that is offline', path: '/demo_model' },
  ],
  'the ways in': [
    { name: 'login', path: '/login' },
    { name: 'register', path: '/register' },
    { name: 'log-in dialog', path: '/?modal=login' },
    { name: 'sign-up dialog', path: '/?modal=signup' },
    { name: 'forgotten password', path: '/login?modal=forgot-password' },
  ],
  'addresses from mails': [
    { name: 'new password', path: `/reset/${'x'.repeat(43)}` },
    { name: 'address to confirm', path: `/confirm/${'x'.repeat(43)}` },
    { name: 'address to keep', path: `/keep-email/${'x'.repeat(43)}` },
    { name: 'first owner', path: `/setup/${'x'.repeat(43)}` },
    { name: 'unknown address', path: '/nobody_here_at_all' },
  ],
  'the component sheet': [{ name: 'component sheet', path: '/dev/ui' }],
};
/** Visits that few make, or none but who builds the pages. */
const SELDOM = ['addresses from mails', 'the component sheet'];
const memberPages = {
  demo_viewer: [
    { name: 'room', path: '/marlowe_diallo' },
    { name: 'tokens', path: '/account/tokens' },
    { name: 'purchase dialog', path: '/?modal=tokens' },
    { name: 'inbox', path: '/inbox' },
    { name: 'conversation', path: '/inbox?with=marlowe_diallo' },
    { name: 'friends', path: '/account/friends' },
    { name: 'settings', path: '/account/settings/privacy' },
  ],
  demo_model: [
    { name: 'followers', path: '/model-desk/fans' },
    { name: 'people with you', path: '/model-desk/consents' },
    { name: 'go live', path: '/broadcast' },
  ],
};

for (const [visit, pages] of Object.entries(visits))
  test(
    `axe finds nothing on ${visit}, and nothing is wider than the window`,
    { tag: SELDOM.includes(visit) ? '@long' : visit === 'the lists and rooms' ? [] : '@full' },
    async ({ page }) => {
      for (const { name, path } of pages) {
        await open(page, path);
        await inEveryLook(page, async (look) => {
          expect(await findings(page, look), `${name}, ${look.name}`).toEqual([]);
          expect(await overhangOf(page), `${name}, ${look.name}`).toBeLessThanOrEqual(0);
        });
      }
    },
  );

for (const [account, own] of Object.entries(memberPages))
  test(
    `axe finds nothing on the pages of ${account}`,
    { tag: account === 'demo_model' ? [] : '@full' },
    async ({ page }) => {
      await logIn(page, account);
      for (const { name, path } of own) {
        await open(page, path);
        await expectAccessible(page, name);
      }
    },
  );

test('axe finds nothing on the page of a model who is on air', async ({ page }) => {
  await logIn(page, 'demo_model');
  await open(page, '/broadcast');
  await page.getByRole('button', { name: 'Go live' }).click();
  const panic = page.getByRole('button', { name: /^Panic/u });
  await inEveryLook(page, async (look) => {
    await expect(panic, look.name).toBeInViewport({ ratio: 1 });
    expect(await findings(page, look), `on air, ${look.name}`).toEqual([]);
  });
  await page.getByRole('button', { name: /^End/u }).click();
  await expect(page.getByRole('button', { name: 'Go live' })).toBeVisible();
});

test(
  'axe finds nothing on the card of a person and on the moderation of a room',
  { tag: '@long' },
  async ({ page }) => {
    await logIn(page, 'demo_moderator');
    await open(page, '/marlowe_diallo');
    await page.getByRole('log').locator('.message-name').last().click();
    const card = page.getByRole('dialog');
    await expect(card.getByLabel('Your note')).toBeEnabled();
    await expectAccessible(page, 'card');
    await page.keyboard.press('Escape');
    await expect(card).toBeHidden();
    await page.getByRole('tab', { name: 'Moderation' }).click();
    const parts = page.getByRole('radiogroup').or(page.getByRole('group')).first();
    await expect(parts).toBeVisible();
    const panel = page.getByRole('tabpanel');
    for (const part of await parts.getByRole('radio').all()) {
      await part.click();
      await expect(panel.locator('[aria-busy=true]')).toHaveCount(0);
      await expectAccessible(page, `moderation: ${await part.innerText()}`);
    }
  },
);
