import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { logIn } from './steps.ts';
import { test } from './test.ts';

/* Every page in both themes, wide and narrow: nothing for axe to find (WCAG 2.0 to 2.2, A and AA). */

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).exclude('iframe').analyze();
  return violations.flatMap((violation) =>
    violation.nodes.map(
      (node) => `${violation.id}: ${node.html.slice(0, 160)} ${node.failureSummary?.slice(0, 200)}`,
    ),
  );
}

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await page.waitForLoadState('networkidle').catch(() => undefined);
};

const pages = [
  { name: 'home', path: '/' },
  { name: 'girls', path: '/girls' },
  { name: 'search', path: '/search?q=talk' },
  { name: 'room', path: '/marlowe_diallo' },
  { name: 'room that is offline', path: '/demo_model' },
  { name: 'unknown address', path: '/nobody_here_at_all' },
  { name: 'login', path: '/login' },
  { name: 'register', path: '/register' },
  { name: 'log-in dialog', path: '/?modal=login' },
  { name: 'sign-up dialog', path: '/?modal=signup' },
  { name: 'component sheet', path: '/dev/ui' },
];
const memberPages = [
  { name: 'room', path: '/marlowe_diallo', account: 'demo_viewer' },
  { name: 'tokens', path: '/account/tokens', account: 'demo_viewer' },
  { name: 'purchase dialog', path: '/?modal=tokens', account: 'demo_viewer' },
  { name: 'inbox', path: '/inbox', account: 'demo_viewer' },
  { name: 'conversation', path: '/inbox?with=marlowe_diallo', account: 'demo_viewer' },
  { name: 'friends', path: '/account/friends', account: 'demo_viewer' },
  { name: 'settings', path: '/account/settings/privacy', account: 'demo_viewer' },
  { name: 'followers', path: '/model-desk/fans', account: 'demo_model' },
  { name: 'go live', path: '/broadcast', account: 'demo_model' },
];

for (const theme of ['dark', 'light'] as const)
  for (const width of [360, 1440]) {
    test.describe(`${theme} at ${width}`, () => {
      test.use({
        colorScheme: theme,
        viewport: { width, height: 800 },
        permissions: ['camera', 'microphone'],
      });
      for (const { name, path } of pages)
        test(`axe finds nothing on ${name}`, async ({ page }) => {
          await open(page, path);
          expect(await findings(page)).toEqual([]);
        });
      test('axe finds nothing on the pages of members', async ({ page }) => {
        let account = '';
        for (const member of memberPages) {
          if (member.account !== account) {
            await page.context().clearCookies();
            await logIn(page, member.account);
            account = member.account;
          }
          await open(page, member.path);
          expect(await findings(page), member.name).toEqual([]);
        }
        await page.getByRole('button', { name: 'Go live' }).click();
        const panic = page.getByRole('button', { name: /^Panic/u });
        await expect(panic).toBeInViewport({ ratio: 1 });
        expect(await findings(page), 'on air').toEqual([]);
        await page.getByRole('button', { name: /^End/u }).click();
        await expect(page.getByRole('button', { name: 'Go live' })).toBeVisible();
      });
      test('axe finds nothing on the card of a person and on the moderation of a room', async ({ page }) => {
        await logIn(page, 'demo_moderator');
        await open(page, '/marlowe_diallo');
        await page.getByRole('log').locator('.message-name').last().click();
        const card = page.getByRole('dialog');
        await expect(card.getByLabel('Your note')).toBeEnabled();
        expect(await findings(page), 'card').toEqual([]);
        await page.keyboard.press('Escape');
        await expect(card).toBeHidden();
        await page.getByRole('tab', { name: 'Moderation' }).click();
        const parts = page.getByRole('radiogroup').or(page.getByRole('group')).first();
        await expect(parts).toBeVisible();
        const panel = page.getByRole('tabpanel');
        for (const part of await parts.getByRole('radio').all()) {
          await part.click();
          await expect(panel.locator('[aria-busy=true]')).toHaveCount(0);
          expect(await findings(page), `moderation: ${await part.innerText()}`).toEqual([]);
        }
      });
      test('nothing is wider than the window', async ({ page }) => {
        for (const { path } of pages.slice(0, 6)) {
          await open(page, path);
          const [content, window] = await page.evaluate(() => [
            document.documentElement.scrollWidth,
            innerWidth,
          ]);
          expect(content, path).toBeLessThanOrEqual(window!);
        }
      });
    });
  }
