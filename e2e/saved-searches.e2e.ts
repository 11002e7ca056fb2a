import { expect } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { joinAsNew, settlePage } from './steps.ts';
import { test } from './test.ts';

const shots = process.env['SHOTS'];

test(
  'filters are saved with a name, found again, and no more told of when that is switched off (BROWSE-057)',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/multi-filter?tag=is-hd,is-live&lang=german');
    await settlePage(page);
    const open = page.getByRole('button', { name: 'Save search' });
    await open.click();
    await expect(page.getByRole('dialog', { name: 'Join to save a search' })).toBeVisible();
    await joinAsNew(page);
    await page.goto('/multi-filter?tag=is-hd,is-live&lang=german');
    await settlePage(page);
    await open.click();
    const dialog = page.getByRole('dialog', { name: 'Saved searches' });
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await expect(name).toHaveValue('HD, German');
    await name.fill('  ');
    await dialog.getByRole('button', { name: 'Save search' }).click();
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await name.fill('Sharp and German');
    await dialog.getByRole('button', { name: 'Save search' }).click();
    const link = dialog.getByRole('link', { name: 'Sharp and German' });
    await expect(link).toHaveAttribute('href', '/multi-filter?lang=german&tag=is-hd');
    await inEveryLook(page, async (look) => {
      expect(await overhangOf(page), look.name).toBeLessThanOrEqual(0);
      expect(await findings(page, look), look.name).toEqual([]);
      if (shots) await page.screenshot({ path: `${shots}/saved-${look.name}.png` });
    });
    const told = dialog.getByRole('switch', { name: 'Notify me about Sharp and German' });
    await told.uncheck();
    await expect(told).not.toBeChecked();
    await page.reload();
    await settlePage(page);
    await open.click();
    // The same filters are the same search.
    await expect(name).toHaveValue('Sharp and German');
    await expect(told).not.toBeChecked();
    await link.click();
    await expect(page).toHaveURL(/\/multi-filter\?lang=german&tag=is-hd$/);
    await expect(dialog).toBeHidden();
    await open.click();
    await dialog.getByRole('button', { name: 'Remove Sharp and German' }).click();
    await expect(link).toBeHidden();
  },
);
