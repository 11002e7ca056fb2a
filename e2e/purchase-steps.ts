import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { newName } from './steps.ts';

/** Calls the site as the page does; once more where the page has just got another cookie, and with it another token. */
export async function call<T>(page: Page, method: string, path: string, body?: unknown): Promise<T> {
  try {
    return await callOnce<T>(page, method, path, body);
  } catch (error) {
    if (!String(error).includes('common.csrf')) throw error;
    return callOnce<T>(page, method, path, body);
  }
}

const callOnce = <T>(page: Page, method: string, path: string, body?: unknown): Promise<T> =>
  page.evaluate(
    async ([how, where, what]) => {
      const { csrf } = (await (await fetch('/api/v1/site_config')).json()) as { csrf: string };
      const answer = await fetch(`/api/v1${where}`, {
        method: how,
        headers: { 'x-csrf-token': csrf, ...(what !== null && { 'content-type': 'application/json' }) },
        ...(what !== null && { body: JSON.stringify(what) }),
      });
      if (!answer.ok) throw new Error(`${where}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as never;
    },
    [method, path, body ?? null] as const,
  );

/** Somebody new, logged in by the call. @returns their name */
export async function join(page: Page): Promise<string> {
  const username = newName();
  // A page without rooms and packages is the quickest to come from.
  await page.goto('/faq');
  await call(page, 'POST', '/auth/register', {
    username,
    email: `${username}@example.org`,
    password: 'a long enough phrase',
    birth_date: '1990-05-07',
    gender: 'm',
    terms_accepted: true,
    age_confirmed: true,
  });
  return username;
}

export const tokensOf = async (page: Page): Promise<number> =>
  ((await (await page.request.get('/api/v1/user/current')).json()) as { tokens: number }).tokens;

export const dialog = (page: Page, name?: string): Locator =>
  name === undefined ? page.getByRole('dialog') : page.getByRole('dialog', { name, exact: true });

/** Asks for packages at this biller, as a page does that prefers it; undefined ends that. */
export async function preferBiller(page: Page, biller: string | undefined): Promise<void> {
  await page.unroute('**/api/v1/billing/products');
  if (biller === undefined) return;
  await page.route('**/api/v1/billing/products', (route) =>
    route.continue({
      postData: JSON.stringify({ ...(route.request().postDataJSON() as object), biller_pref: biller }),
    }),
  );
}

/** Opens the purchase on the page of questions. */
export const openPurchase = (page: Page) => page.goto('/faq?modal=tokens');

/** Chooses a package and a way to pay, and goes on. */
export async function choose(page: Page, tokens: number, method: RegExp): Promise<void> {
  const open = dialog(page, 'Buy tokens');
  await open.getByRole('radio', { name: method }).press('Space');
  await open.getByRole('radio', { name: new RegExp(`^${tokens} tokens`, 'u') }).press('Space');
  await open.getByRole('button', { name: /^Continue to pay/u }).click();
}

type Place = Page | FrameLocator;

/** Waits until what moves into its place, such as a dialog, has arrived there: a press in a frame would miss it. */
export const settle = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .map(({ finished }) => finished),
    ),
  );

/** Presses it and waits until the biller has answered: a window that is closed before that has asked for nothing. */
async function pressPay(button: Locator): Promise<void> {
  await button.click();
  await button.waitFor({ state: 'hidden' }).catch((error: unknown) => {
    // A window that closes by itself has its answer.
    if (!/closed/u.test(String(error))) throw error;
  });
}

/** Pays on a biller's page, or is declined for its reason. */
export async function payAtTwin(place: Place, reason = ''): Promise<void> {
  if (reason) await place.getByLabel('Reason to decline').fill(reason);
  await pressPay(place.getByRole('button', { name: 'Pay', exact: true }));
}

/** Pays at the sandbox biller with one of its test cards. */
export async function payAtSandbox(place: Place, number: string): Promise<void> {
  await place.getByLabel('Card number').fill(number);
  await pressPay(place.getByRole('button', { name: /^Pay/u }));
}

export async function expectAdded(page: Page, tokens: number, balance: number): Promise<void> {
  await expect(dialog(page, 'Tokens added').getByText(`${tokens} tokens added`)).toBeVisible();
  await expect.poll(() => tokensOf(page)).toBe(balance);
}
