import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { balanceOf, joinAndBuy, logIn } from './steps.ts';
import { test } from './test.ts';

/* What a performer earned, from a tip to her books. */

const fileOf = async (page: Page, name: string): Promise<string> => {
  const started = page.waitForEvent('download');
  await page.getByRole('link', { name, exact: true }).click();
  const download = await started;
  expect(download.suggestedFilename()).toMatch(new RegExp(`^statement-.*\\.${name.toLowerCase()}$`, 'u'));
  return readFile(await download.path(), 'latin1');
};

test(
  'a performer sees when what she earned is ready for payout, traces it, and takes her books home',
  { tag: '@long' },
  async ({ page, browser, baseURL }) => {
    const viewing = await browser.newContext({ baseURL: baseURL! });
    const viewer = await viewing.newPage();
    await joinAndBuy(viewer);
    await logIn(page, 'demo_model');
    await page.goto('/account/tokens');
    const fact = (of: Page | ReturnType<Page['getByRole']>, label: string) =>
      of.locator('.facts > div').filter({ hasText: label }).locator('dd');
    const ripening = fact(page, 'Ready after 7 days');
    await expect(ripening).toHaveText(/^[\d,]+$/u);
    // Other journeys tip her, too.
    const tokens = async () => Number((await ripening.innerText()).replaceAll(',', ''));
    const before = await tokens();

    await viewer.goto('/demo_model');
    await viewer.getByLabel('Tip amount').last().fill('50');
    // A press before the page has become interactive does nothing; the balance tells.
    const ask = viewer.getByRole('dialog', { name: 'Tip while the room is offline?' });
    await expect(async () => {
      const tip = viewer.getByRole('button', { name: /^Tip \d/u }).last();
      if (await ask.isVisible()) await ask.getByRole('button', { name: 'Tip', exact: true }).click();
      else if ((await balanceOf(viewer)) === 100) await tip.click();
      await expect.poll(() => balanceOf(viewer), { timeout: 2_000 }).toBe(50);
    }).toPass();
    // Also without a reload: the page hears that something was earned.
    await expect.poll(tokens).toBe(before + 30);
    await expect(fact(page, 'Ready for payout').first()).toHaveText('0');
    await inEveryLook(page, async (look) => {
      expect(await findings(page, look), look.name).toEqual([]);
      expect(await overhangOf(page), look.name).toBeLessThanOrEqual(0);
    });

    await page
      .getByRole('button', { name: /^Trace of/u })
      .first()
      .click();
    const trace = page.getByRole('complementary', { name: 'Ledger trace' });
    await expect(fact(trace, 'Ready for payout')).toHaveText(/\d/u);
    await trace.getByRole('button', { name: 'Close trace' }).click();

    const csv = await fileOf(page, 'CSV');
    expect(csv).toMatch(new RegExp(`,tip,[^\\n]*,30,${before + 30},`, 'u'));
    expect((await fileOf(page, 'PDF')).startsWith('%PDF-')).toBe(true);
    await viewing.close();
  },
);
