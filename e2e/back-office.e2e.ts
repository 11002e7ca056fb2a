import { mkdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { joinAsNew, logIn, newName } from './steps.ts';
import { test } from './test.ts';

/* What the operator sets: packages, codes and the wheels, and what visitors see of it. */

test.use({ siteEnv: { PROMO_DAILY_TOKENS: '1000000' } });

/** Where pictures of the pages go, when somebody wants to look at them. */
const SHOTS = process.env['DESK_SHOTS'];

/** Each page in both themes, wide and narrow: nothing hangs over, and axe finds nothing. */
async function lookAt(page: Page, name: string): Promise<void> {
  await inEveryLook(page, async (look) => {
    expect(await overhangOf(page), look.name).toBeLessThanOrEqual(0);
    expect(await findings(page, look), look.name).toEqual([]);
    if (!SHOTS) return;
    mkdirSync(SHOTS, { recursive: true });
    await page.screenshot({ path: `${SHOTS}/${name} ${look.name}.png` });
  });
}

test(
  'an admin changes a package, adds a code with its offer and gives the wheel other odds; visitors see them, and the log says who (PROMO-004)',
  { tag: '@long' },
  async ({ page, browser, baseURL }) => {
    // The offer to guests would lie over the form.
    await logIn(page, 'demo_admin', '/login?promo_form=0');
    await page.goto('/admin/products');
    await expect(page.getByRole('row')).toHaveCount(8);
    await lookAt(page, 'products');
    await page.getByRole('button', { name: 'New package' }).click();
    const fresh = page.getByRole('dialog', { name: 'New package' });
    await fresh.getByRole('button', { name: 'Save' }).click();
    await expect(fresh.getByText('A whole number from 1 to 100,000.')).toBeVisible();
    await expect(fresh.getByText(/^From 1\.00 to 500\.00/u)).toBeVisible();
    await fresh.getByLabel('Id').fill('tokens_50');
    await fresh.getByLabel('Tokens', { exact: true }).fill('60');
    await fresh.getByLabel('Price in dollars').fill('5.50');
    await fresh.getByRole('button', { name: 'Save' }).click();
    await expect(fresh.getByText(/There is one of this name already/u)).toBeVisible();
    await fresh.getByLabel('Id').fill('tokens_60');
    await lookAt(page, 'product');
    await fresh.getByRole('button', { name: 'Save' }).click();
    await expect(fresh).toBeHidden();
    await page.getByRole('button', { name: 'tokens_60' }).click();
    const known = page.getByRole('dialog', { name: 'Change tokens_60' });
    await known.getByLabel('Price in dollars').fill('5.40');
    await known.getByRole('button', { name: 'Save' }).click();
    await expect(known).toBeHidden();
    await expect(page.getByRole('row', { name: /tokens_60/u })).toContainText('$5.40');

    await page.getByRole('link', { name: 'Promos' }).click();
    await page.getByRole('button', { name: 'New code' }).click();
    const code = page.getByRole('dialog', { name: 'New code' });
    await code.getByLabel('Code').fill('north_light');
    await code.getByLabel('Free tokens').fill('35');
    await code.getByLabel('Until (UTC)').fill('2020-01-01T00:00');
    await code.getByRole('button', { name: 'Save' }).click();
    await expect(code.getByText('The end must be after the start.')).toBeVisible();
    await code.getByLabel('Until (UTC)').fill('');
    await code.getByLabel('Offer title').fill('Thirty-five from the north');
    await code.getByLabel('Picture').fill('/favicon.svg');
    await code.getByLabel('Adverts').fill('north_1');
    await lookAt(page, 'code');
    await code.getByRole('button', { name: 'Save' }).click();
    await expect(code).toBeHidden();
    await expect(page.getByRole('row', { name: /NORTH_LIGHT/u })).toContainText('Open');
    await lookAt(page, 'codes');

    await page.getByRole('link', { name: 'Wheels' }).click();
    const wheel = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Promo wheel' }) });
    await expect(wheel.getByText('The odds add up to 100%.')).toBeVisible();
    await wheel.getByLabel('Odds in percent').first().fill('40.25');
    await expect(wheel.getByText('9.75% left to reach 100%.')).toBeVisible();
    await expect(wheel.getByRole('button', { name: 'Save' })).toBeDisabled();
    await wheel.getByRole('button', { name: 'Add a field' }).click();
    await wheel.getByLabel('Tokens').last().fill('7');
    await wheel.getByLabel('Odds in percent').last().fill('9.75');
    await lookAt(page, 'wheels');
    await wheel.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('New spins have these odds.')).toBeVisible();

    await page.getByRole('link', { name: 'Audit' }).click();
    await expect(page.getByText('wheels.changed')).toBeVisible();
    await expect(page.getByText('products.changed')).toBeVisible();
    await expect(page.getByText('promos.added')).toBeVisible();

    const context = await browser.newContext({ baseURL: baseURL! });
    const visitor = await context.newPage();
    await visitor.goto('/?advert_id=north_1');
    const offer = visitor.getByRole('dialog', { name: 'Thirty-five from the north', exact: true });
    await expect(offer.locator('img')).toHaveAttribute('src', '/favicon.svg');
    await joinAsNew(visitor, newName(), '/?promo_form=0');
    await visitor.goto('/');
    const turning = visitor.getByRole('dialog', { name: 'Spin the wheel', exact: true });
    await expect(turning.getByRole('row')).toHaveCount(7);
    await expect(turning.getByText('40.25%')).toBeVisible();
    await expect(turning.getByText(/^Commitment of the next draw/u)).toBeVisible();
    await turning.getByRole('button', { name: 'Spin', exact: true }).click();
    await expect(turning.getByText('You have')).toBeVisible();
    await context.close();
  },
);
