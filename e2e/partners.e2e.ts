import { createHmac } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { newName } from './steps.ts';
import { test } from './test.ts';

/* A partner sends somebody, who joins, logs out to the partner, and comes back by a link of it. */

const KEY = 'ab'.repeat(32);
const DOMAIN = 'cards.example.com';
test.use({ ownSite: 'partners', siteEnv: { PARTNERS: `cards=${DOMAIN}=${KEY}` } });

let count = 0;
/** What the partner's server asks for; answers the path of the link. */
async function linkFor(siteUrl: string, kind: 'register' | 'login', email: string): Promise<string> {
  const request = {
    kind,
    email,
    return_to: '/faq',
    at: Math.floor(Date.now() / 1_000),
    nonce: `nonce-of-a-journey-${Date.now()}-${count++}`,
  };
  const signed = ['cards', kind, email, request.return_to, request.at, request.nonce].join('\n');
  const signature = createHmac('sha256', Buffer.from(KEY, 'hex')).update(signed).digest('hex');
  const answer = await fetch(`${siteUrl}/api/v1/partners/cards/link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...request, signature }),
  });
  const answered = await answer.text();
  expect(answer.status, answered).toBe(200);
  const { url } = JSON.parse(answered) as { url: string };
  const { pathname, search } = new URL(url);
  return pathname + search;
}
const look = async (page: Page) =>
  inEveryLook(page, async (one) => {
    expect(await overhangOf(page), one.name).toBeLessThanOrEqual(0);
    expect(await findings(page, one), one.name).toEqual([]);
  });

test('somebody whom a partner sends joins, logs out to that partner, and signs in by its link (IDENTITY-004) (IDENTITY-007) (IDENTITY-033)', async ({
  page,
  site,
}) => {
  await page.route(`https://${DOMAIN}/`, (route) => route.fulfill({ body: 'the partner’s page' }));
  const name = newName();
  const email = `${name}@example.org`;
  const link = await linkFor(site.url, 'register', email);
  await page.goto(link);
  await expect(page.getByText(`${DOMAIN} has sent you here`)).toBeVisible();
  await look(page);
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password', { exact: true }).fill('a long enough phrase');
  await page.getByRole('button', { name: /^Day/u }).click();
  await page.getByRole('option', { name: '7', exact: true }).click();
  await page.getByRole('option', { name: 'May', exact: true }).click();
  await page.getByRole('option').filter({ hasText: /^199/u }).first().click();
  await page.getByRole('radio', { name: 'Woman', exact: true }).click();
  await page.getByLabel(/I am 18 or older/u).check();
  await page.getByRole('button', { name: 'Join free' }).click();
  await expect(page).toHaveURL(/\/faq$/u);

  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL(`https://${DOMAIN}/`);
  await page.goto(link);
  await expect(page.getByText('This link does not work any more')).toBeVisible();

  const back = await linkFor(site.url, 'login', email);
  await page.goto(back);
  await look(page);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/faq$/u);
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible();
});
