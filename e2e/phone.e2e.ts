import { expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { joinAsNew } from './steps.ts';
import { test } from './test.ts';

/* A phone number from its first digit to a confirmed one, by the keyboard alone. */

/** The newest code to the number, as the demo's page of kept messages shows it. */
async function codeInTexts(page: Page): Promise<string> {
  let code: string | undefined;
  await expect(async () => {
    const kept = await (await page.request.get('/dev/mail')).text();
    code = /<li><p>\+491512345678,[^<]*<\/p><pre>(\d{6}) is your code/u.exec(kept)?.[1];
    expect(code).toBeTruthy();
  }).toPass();
  return code!;
}

test(
  'a phone number is saved, sent a code and confirmed without a pointer',
  { tag: '@full' },
  async ({ page }) => {
    await joinAsNew(page);
    await page.goto('/account/settings/security');
    const part = page.getByRole('region', { name: 'Phone', exact: true });
    const number = part.getByRole('textbox', { name: 'Phone number' });
    await number.fill('0151 2345678');
    await number.press('Enter');
    await expect(
      part.getByText('A phone number begins with + and its country code, such as +49.'),
    ).toBeVisible();
    await number.fill('+49 151 234-5678');
    await number.press('Enter');
    await expect(part.getByText('…678')).toBeVisible();
    await expect(part.getByText('Not confirmed')).toBeVisible();

    await part.getByRole('button', { name: 'Send a code to confirm it' }).press('Enter');
    const field = part.getByRole('textbox', { name: 'Code from the text message' });
    await expect(field).toBeFocused();
    const code = await codeInTexts(page);
    await page.keyboard.type(code === '000000' ? '000001' : '000000');
    await page.keyboard.press('Enter');
    await expect(part.getByText('That code was not accepted: it is wrong, expired or used.')).toBeVisible();
    await inEveryLook(page, async (look) => {
      expect(await overhangOf(page), look.name).toBeLessThanOrEqual(0);
      expect(await findings(page, look), look.name).toEqual([]);
    });
    await field.fill(code);
    await page.keyboard.press('Enter');
    await expect(part.getByText('Your phone number is confirmed.')).toBeVisible();
    await page.reload();
    await expect(part.getByText('Confirmed', { exact: true })).toBeVisible();

    await page.goto('/account/settings/notifications');
    const ways = page.getByRole('group', { name: 'Notify me about featured shows by' });
    await ways.getByRole('checkbox', { name: 'Text message' }).check();
    await expect(page.getByRole('link', { name: 'Confirm it under Security' })).toBeVisible();
  },
);
