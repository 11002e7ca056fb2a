import { type Browser, expect } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { settlePage } from './steps.ts';
import { test } from './test.ts';

/* What visitors are told who come from where nothing is sold. */

test.use({ siteEnv: { TRUSTED_HOPS: '1', COUNTRY_HEADER: 'X-Country', TIP_BLOCKED_COUNTRIES: 'SE' } });

/** A browser in a country, as the proxy in front announces it. */
const visitorFrom = async (browser: Browser, baseURL: string, country: string) =>
  (
    await browser.newContext({
      baseURL,
      extraHTTPHeaders: { 'X-Country': country, 'X-Forwarded-For': '192.0.2.7' },
    })
  ).newPage();

test(
  'visitors from the listed countries are told once that nothing is sold there; others are not (LEDGER-TIP-014)',
  { tag: '@long' },
  async ({ browser, baseURL }) => {
    const page = await visitorFrom(browser, baseURL!, 'SE');
    await page.goto('/');
    const overlay = page.getByRole('dialog', { name: 'You can look around here', exact: true });
    await expect(overlay).toBeVisible();
    await inEveryLook(page, async (look) => {
      expect(await overhangOf(page), look.name).toBeLessThanOrEqual(0);
      expect(await findings(page, look), look.name).toEqual([]);
    });
    await overlay.getByRole('button', { name: 'Look around' }).click();
    await expect(overlay).toBeHidden();

    const asked = page.waitForResponse((answer) => answer.url().includes('/user/current'));
    await page.goto('/faq');
    await asked;
    await settlePage(page);
    await expect(overlay).toBeHidden();

    const other = await visitorFrom(browser, baseURL!, 'DE');
    const known = other.waitForResponse((answer) => answer.url().includes('/user/current'));
    await other.goto('/');
    await known;
    await settlePage(other);
    await expect(other.getByRole('dialog')).toHaveCount(0);
    await page.context().close();
    await other.context().close();
  },
);
