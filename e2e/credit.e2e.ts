import { expect, type Page } from '@playwright/test';
import { uuidv7 } from '@klieg/kernel';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { balanceOf, joinAndBuy, joinAsNew } from './steps.ts';
import { test } from './test.ts';

/* Paying later, and buying by itself: a day with each, with cards that the sandbox biller takes and declines. */

test.use({ siteEnv: { POSTPAY_AFTER_DAYS: '0', POSTPAY_AFTER_PURCHASES: '1' } });

const SIZES = [
  ['desktop', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const;
/** Taken on the biller's page, declined when it is charged again. */
const DECLINED_LATER = '4000 0000 0000 0341';

const shots = process.env['CREDIT_SHOTS'];
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const module = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Confirms the address by the link of the newest mail. */
async function confirmAddress(page: Page, username: string): Promise<void> {
  let link: string | undefined;
  await expect(async () => {
    const mails = await (await page.request.get('/dev/mail')).text();
    const mail = mails.split('<article>').find((text) => text.includes(`${username}@example.org`));
    link = /(\/confirm\/[\w-]{43})/u.exec(mail ?? '')?.[1];
    expect(link).toBeTruthy();
  }).toPass();
  await page.goto(link!);
  await expect(async () => {
    // One press may come before the page is interactive; when it has worked the button is gone.
    const button = page.getByRole('main').getByRole('button').first();
    if (await button.isVisible()) await button.click({ timeout: 5_000 });
    const answer = await page.request.get('/api/v1/user/current');
    const { user } = (await answer.json()) as { user: { email_confirmed: number } };
    expect(user.email_confirmed).toBe(1);
  }).toPass();
}

/** Gives a performer tokens, as the page's own call does. */
async function spend(page: Page, amount: number): Promise<void> {
  const status = await page.evaluate(
    async ([tokens, key]) => {
      const { csrf } = (await (await fetch('/api/v1/site_config')).json()) as { csrf: string };
      const { user } = (await (await fetch('/api/v1/chat/react/demo_model')).json()) as {
        user: { id: number };
      };
      const answer = await fetch(`/api/v1/tip/${user.id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-csrf-token': csrf, 'idempotency-key': key },
        body: JSON.stringify({ amount: tokens }),
      });
      return answer.status;
    },
    [amount, uuidv7()] as const,
  );
  expect(status).toBe(200);
}

/** Puts a card on file through the module's button and the biller's page in its frame. */
async function addCard(page: Page, number: string): Promise<void> {
  await module(page, 'Cards on file').getByRole('button', { name: 'Add a card' }).click();
  const biller = page.frameLocator('iframe');
  await biller.getByLabel('Card number').fill(number);
  await biller.getByRole('button', { name: /^Pay/ }).click();
  await expect(dialog(page, 'Pay at the biller')).toBeHidden();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
  await expect(
    module(page, 'Cards on file').getByText(number.slice(-4), { exact: false }).first(),
  ).toBeVisible();
}

for (const [name, viewport] of SIZES) {
  const tag = name === 'phone' ? '@long' : '@full';
  test(
    `a day of post-pay on a ${name}: turned on, spent, paid by hand, declined, paid with another card, turned off (BILLING-011) (BILLING-014) (BILLING-022) (BILLING-042)`,
    { tag },
    async ({ page }) => {
      await page.setViewportSize(viewport);
      const username = await joinAndBuy(page);
      await confirmAddress(page, username);
      await page.goto('/account/tokens');

      await test.step('is turned on with a card, a limit and the terms', async () => {
        await module(page, 'Post-pay').getByRole('button', { name: 'Set up post-pay' }).click();
        const setUp = dialog(page, 'Set up post-pay');
        const turnOn = setUp.getByRole('button', { name: 'Turn post-pay on' });
        await expect(setUp.getByRole('checkbox')).not.toBeChecked();
        await expect(turnOn).toBeDisabled();
        await setUp.getByRole('checkbox').check();
        if (shots) await page.screenshot({ path: `${shots}/enable-${name}.png` });
        await turnOn.click();
        await expect(setUp).toBeHidden();
      });

      await test.step('its modal tells once what it is', async () => {
        const told = dialog(page, 'Post-pay is on');
        await expect(told.getByText('You spend first and pay later')).toBeVisible();
        await told.getByRole('button', { name: 'Close' }).click();
        await expect(told).toBeHidden();
        await expect.poll(() => balanceOf(page)).toBe(200);
        await page.reload();
        await expect(module(page, 'Post-pay').getByText('Used')).toBeVisible();
        await expect(told).toBeHidden();
      });

      await test.step('in place of packages its modal opens', async () => {
        await page.getByRole('main').getByRole('button', { name: 'Buy tokens' }).first().click();
        await dialog(page, 'Post-pay is on').getByRole('button', { name: 'Close' }).click();
      });

      await test.step('what is spent beyond the balance is paid by hand', async () => {
        await spend(page, 150);
        await expect.poll(() => balanceOf(page)).toBe(50);
        await expect(module(page, 'Post-pay').getByText(/^Next charge/)).toBeVisible();
        if (shots) await page.screenshot({ path: `${shots}/used-${name}.png`, fullPage: true });
        await module(page, 'Post-pay').getByRole('button', { name: 'Pay now' }).click();
        await expect(page.getByText('Paid.', { exact: true })).toBeVisible();
        await expect.poll(() => balanceOf(page)).toBe(100);
        await page.reload();
        await expect(
          page.getByRole('region', { name: 'Statement' }).getByText('Post-pay').first(),
        ).toBeVisible();
      });

      await test.step('a declined card stops the credit, and another one pays at once', async () => {
        await addCard(page, DECLINED_LATER);
        await module(page, 'Post-pay').getByRole('button', { name: 'Change card' }).click();
        const change = dialog(page, 'Use another card');
        await change.getByText('Visa 0341').click();
        await change.getByRole('button', { name: 'Use this card' }).click();
        await expect(change).toBeHidden();
        await spend(page, 50);
        await expect.poll(() => balanceOf(page)).toBe(70);
        await module(page, 'Post-pay').getByRole('button', { name: 'Pay now' }).click();
        await expect(change.getByText(/could not be charged/)).toBeVisible();
        await expect.poll(() => balanceOf(page)).toBe(0);
        // The page behind a dialog has no roles.
        await expect(page.getByText('Your card was declined', { exact: true })).toBeVisible();
        if (shots) await page.screenshot({ path: `${shots}/declined-${name}.png`, fullPage: true });
        await change.getByText('Visa 4242').click();
        await change.getByRole('button', { name: 'Pay with this card' }).click();
        await expect(page.getByText('Paid. You can spend again.')).toBeVisible();
        await expect.poll(() => balanceOf(page)).toBe(100);
      });

      await test.step('is turned off by the link of its modal, which leads back', async () => {
        await module(page, 'Post-pay').getByRole('button', { name: 'How it works' }).click();
        await dialog(page, 'Post-pay is on').getByRole('button', { name: 'Decline post-pay' }).click();
        await expect(page.getByText('Post-pay is off.', { exact: false })).toBeVisible();
        await expect.poll(() => new URL(page.url()).search).toBe('');
        await expect.poll(() => balanceOf(page)).toBe(0);
      });
    },
  );

  test(
    `tokens that are bought by themselves on a ${name}: agreed to, bought after a tip, off after two declines (ERRORS-026) (ERRORS-027) (BILLING-027)`,
    { tag: '@long' },
    async ({ page }) => {
      await page.setViewportSize(viewport);
      await joinAndBuy(page);
      await page.goto('/account/tokens');
      const reUp = module(page, 'Auto re-up');
      const consent = dialog(page, 'Buy tokens when they run out');

      await test.step('asks for consent, with product, threshold, card and both caps on one screen', async () => {
        await expect(reUp.getByRole('switch')).not.toBeChecked();
        await reUp.getByRole('switch').click();
        await expect(consent.getByRole('checkbox')).not.toBeChecked();
        await consent.getByLabel('Package', { exact: true }).selectOption({ label: '50 tokens, $5.00' });
        await consent.getByLabel('When fewer tokens are left than').fill('60');
        await consent.getByRole('checkbox').check();
        if (shots) await page.screenshot({ path: `${shots}/consent-${name}.png` });
        await consent.getByRole('button', { name: 'Switch auto re-up on' }).click();
        await expect(consent).toBeHidden();
        await expect(reUp.getByRole('switch')).toBeChecked();
        await expect(reUp.getByText('50 tokens when fewer than 60 are left, with Visa 4242.')).toBeVisible();
      });

      await test.step('buys after a tip, says so, and the statement has it', async () => {
        await spend(page, 45);
        await expect(page.getByText('Auto re-up successful! 50 tokens added to your balance')).toBeVisible();
        await expect.poll(() => balanceOf(page)).toBe(105);
        await expect(reUp.getByText(/^1 of 3 today/)).toBeVisible();
        await page.reload();
        const statement = page.getByRole('region', { name: 'Statement' });
        await expect(statement.getByText('Purchase').first()).toBeVisible();
      });

      await test.step('two declines switch it off', async () => {
        await addCard(page, DECLINED_LATER);
        await reUp.getByRole('switch').click();
        await expect(reUp.getByRole('switch')).not.toBeChecked();
        await reUp.getByRole('switch').click();
        await consent.getByLabel('When fewer tokens are left than').fill('1000');
        await consent.getByText('Visa 0341').click();
        await consent.getByRole('checkbox').check();
        await consent.getByRole('button', { name: 'Switch auto re-up on' }).click();
        await expect(reUp.getByRole('switch')).toBeChecked();
        await spend(page, 1);
        await expect(page.getByText('Auto re-up failed').first()).toBeVisible();
        await spend(page, 1);
        await expect(page.getByText('Auto re-up is off: your card was declined twice.')).toBeVisible();
        await expect(reUp.getByRole('switch')).not.toBeChecked();
        await expect(reUp.getByText('Switched off after two declines')).toBeVisible();
        if (shots) await page.screenshot({ path: `${shots}/re-up-off-${name}.png`, fullPage: true });
      });
    },
  );
}

test('the modules and their dialogs fit every look', { tag: '@long' }, async ({ page }) => {
  const username = await joinAndBuy(page);
  await confirmAddress(page, username);
  await page.goto('/account/tokens');
  await expect(module(page, 'Cards on file').getByText('Visa 4242').first()).toBeVisible();
  await expect(module(page, 'Post-pay').getByRole('button')).toBeVisible();
  const see = (what: string) =>
    inEveryLook(page, async (look) => {
      expect(await overhangOf(page), look.name).toBeLessThanOrEqual(0);
      expect(await findings(page, look), look.name).toEqual([]);
      if (shots) await page.screenshot({ path: `${shots}/${what}-${look.name}.png`, fullPage: true });
    });
  await see('modules');
  await module(page, 'Cards on file')
    .getByRole('button', { name: 'Confirm that Visa 4242 is yours' })
    .click();
  const sign = dialog(page, 'Confirm that Visa 4242 is yours');
  await see('affidavit');
  await sign.getByLabel('Your full name').fill('Ann Example');
  await sign.getByRole('checkbox').check();
  await sign.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(module(page, 'Cards on file').getByText('Confirmed as yours')).toBeVisible();
  await module(page, 'Auto re-up').getByRole('switch').click();
  await expect(dialog(page, 'Buy tokens when they run out').getByText('Visa 4242')).toBeVisible();
  await see('consent');
  await page.keyboard.press('Escape');
  await module(page, 'Cards on file').getByRole('button', { name: 'Delete Visa 4242' }).click();
  await expect(module(page, 'Cards on file').getByText(/^None yet\./)).toBeVisible();
});

for (const [number, name, id] of [
  ['4000 0000 0000 3063', 'Your bank said no', 'ERRORS-007'],
  ['4000 0000 0000 9979', 'Contact support', 'ERRORS-008'],
] as const)
  test(
    `an automatic purchase that asks for something opens the dialog for it: ${name} (${id})`,
    { tag: '@long' },
    async ({ page }) => {
      await joinAndBuy(page);
      await page.goto('/account/tokens');
      await addCard(page, number);
      await module(page, 'Auto re-up').getByRole('switch').click();
      const consent = dialog(page, 'Buy tokens when they run out');
      await consent.getByLabel('When fewer tokens are left than').fill('1000');
      await consent.getByText(`Visa ${number.slice(-4)}`).click();
      await consent.getByRole('checkbox').check();
      await consent.getByRole('button', { name: 'Switch auto re-up on' }).click();
      await expect(consent).toBeHidden();
      await spend(page, 1);
      await expect(dialog(page, name)).toBeVisible();
    },
  );

test(
  'with the first purchase one tick agrees to automatic ones, which count once it has left a card; nobody has ticked it before',
  { tag: '@long' },
  async ({ page }) => {
    await joinAsNew(page);
    await page.goto('/account/tokens');
    await page.getByRole('main').getByRole('button', { name: 'Buy tokens' }).first().click();
    const open = dialog(page, 'Buy tokens');
    await open.getByRole('radio', { name: /^50 tokens/u }).click();
    const box = open.getByRole('checkbox', { name: /^Buy these 50 tokens again for \$5\.00/u });
    await expect(box).not.toBeChecked();
    await expect(open.getByText(/at most 3 times a day and \$200\.00 a month/u)).toBeVisible();
    await box.click();
    // It is about this package: with another one it is asked for anew.
    await open.getByRole('radio', { name: /^100 tokens/u }).click();
    await expect(open.getByRole('checkbox')).not.toBeChecked();
    await open.getByRole('radio', { name: /^50 tokens/u }).click();
    await expect(box).toBeChecked();
    await inEveryLook(page, async (look) => {
      expect(await overhangOf(page), look.name).toBeLessThanOrEqual(0);
      expect(await findings(page, look), look.name).toEqual([]);
      if (shots) await page.screenshot({ path: `${shots}/re-up-box-${look.name}.png` });
    });
    await open.getByRole('button', { name: /^Continue to pay/u }).click();
    const frame = page.frameLocator('iframe');
    await frame.getByRole('button', { name: /^Pay/u }).click();
    await expect.poll(() => balanceOf(page)).toBe(50);
    await page.goto('/account/tokens');
    await expect(async () => {
      await page.reload();
      await expect(module(page, 'Auto re-up').getByRole('switch')).toBeChecked({ timeout: 3_000 });
    }).toPass();
    // Now there is a card, and nothing to agree to any more.
    await page.getByRole('main').getByRole('button', { name: 'Buy tokens' }).first().click();
    await expect(open.getByRole('button', { name: /^Pay/u })).toBeVisible();
    await expect(open.getByRole('checkbox')).toHaveCount(0);
  },
);
