import { expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { logIn } from './steps.ts';
import { test } from './test.ts';

/* Somebody who is shown beside a model: asked by mail, without an account, checked, and gone again whenever they want. */

const SCENE = 'apps/demo/scenes/s01.jpg';

const look = (page: Page, name: string) =>
  inEveryLook(page, async (one) => {
    if (process.env['SHOTS'])
      await page.screenshot({
        path: `${process.env['SHOTS']}/${name}-${one.name.replaceAll(' ', '-')}.png`,
        fullPage: true,
      });
    expect(await findings(page, one), `${name}, ${one.name}`).toEqual([]);
    expect(await overhangOf(page), `${name}, ${one.name}`).toBeLessThanOrEqual(0);
  });

/** The link of the newest mail to an address that has one, after so many. */
async function linkTo(page: Page, address: string, count: number): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const mails = (await (await page.request.get('/dev/mail')).text()).split('<article>');
    const links = mails
      .filter((text) => text.includes(address))
      .flatMap((text) => /(\/consent\/[\w-]{43})/u.exec(text)?.[1] ?? []);
    expect(new Set(links).size).toBeGreaterThanOrEqual(count);
    link = links[0];
  }).toPass();
  return link!;
}

async function signAll(page: Page): Promise<void> {
  for (const title of ['Front', 'You, holding it']) {
    await page.getByLabel(`File of: ${title}`).setInputFiles(SCENE);
    await expect(page.getByRole('region', { name: title }).getByText('Sent', { exact: true })).toBeVisible();
  }
  await page.getByLabel('Legal name').fill('Odalys Quinterova');
  await page.getByLabel('Stage name').fill('Nell Harbour');
  await page.getByRole('button', { name: 'Day: not chosen' }).click();
  await page.getByRole('option', { name: '7', exact: true }).click();
  await page.getByRole('option', { name: 'May', exact: true }).click();
  await page.getByRole('option', { name: '1996' }).click();
  await page.getByRole('checkbox', { name: /^I have read all of it/u }).check();
  await page.getByLabel('Signature').fill('Odalys Quinterova');
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await expect(page.getByText('Being checked')).toBeVisible();
}

test(
  'somebody without an account consents by their own link, is cleared, named in the studio, and withdraws',
  { tag: '@long' },
  async ({ page, browser }) => {
    const address = `nell-${Date.now()}@example.org`;
    await logIn(page, 'demo_model');
    await page.goto('/model-desk/consents');
    await page.getByLabel('Name', { exact: true }).fill('Nell');
    await page.getByLabel('Email or username').fill(address);
    await page.getByRole('button', { name: 'Send the link' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Nell' });
    await expect(row.getByText('Asked', { exact: true })).toBeVisible();
    await look(page, 'people-with-you');

    const guest = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
    await guest.goto(await linkTo(page, address, 1));
    await expect(guest.getByText('To be seen and heard in broadcasts', { exact: true })).toBeVisible();
    await look(guest, 'consent');
    await signAll(guest);
    await page.reload();
    await expect(row.getByText('Being checked')).toBeVisible();

    const staff = await (await browser.newContext()).newPage();
    await logIn(staff, 'demo_admin');
    await staff.goto('/admin/review');
    await staff.getByRole('radio', { name: 'Co-performers' }).click();
    const one = staff.getByRole('listitem').filter({ hasText: 'demo_model' }).filter({ hasText: 'Nell' });
    await one.getByLabel('Why you are looking').fill('first look at a co-performer');
    await one.getByRole('button', { name: 'Open the documents' }).click();
    await expect(one.getByText('Odalys Quinterova')).toBeVisible();
    await look(staff, 'review-consent');
    await one.getByRole('button', { name: /^Approve/u }).click();
    await expect(one).toBeHidden();

    await page.goto('/broadcast');
    await page.getByRole('checkbox', { name: 'Nell Harbour' }).check();
    await page.goto('/model-desk/consents');
    await expect(row.getByText('Cleared')).toBeVisible();

    await guest.goto(await linkTo(page, address, 2));
    await expect(guest.getByText('Your consent is valid')).toBeVisible();
    await guest.getByRole('button', { name: 'Withdraw my consent' }).click();
    await guest.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await expect(guest.getByText('This consent was withdrawn')).toBeVisible();
    await page.reload();
    await expect(row.getByText('Withdrawn')).toBeVisible();
  },
);
