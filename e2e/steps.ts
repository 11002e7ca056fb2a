import { expect, type Page } from '@playwright/test';

/** Logs a demo account in on the page /login. */
export async function logIn(page: Page, username: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill('demo-password');
  // A press before the page has become interactive does nothing.
  await expect(async () => {
    // On a busy machine the page may have left while nobody waited.
    if (new URL(page.url()).pathname !== '/login') return;
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click({ timeout: 5_000 });
    await page.waitForURL((url) => url.pathname !== '/login', { timeout: 5_000 });
  }).toPass();
}

/** A username that no other run has. */
export const newName = (): string =>
  `v${Date.now().toString(36)}${Math.floor(Math.random() * 1000)}`.slice(0, 18);

/**
 * Makes a viewer that no other journey and no demo script spends for, who has bought tokens at the
 * sandbox biller. Returns the username.
 */
export async function joinAndBuy(page: Page, tokens: 100 | 200 = 100): Promise<string> {
  const username = newName();
  await page.goto('/');
  const link = await page.evaluate(
    async ([name, wanted]) => {
      const call = async (method: string, path: string, body?: unknown) => {
        const { csrf } = (await (await fetch('/api/v1/site_config')).json()) as { csrf: string };
        const headers = { 'content-type': 'application/json', 'x-csrf-token': csrf };
        const answer = await fetch(`/api/v1${path}`, { method, headers, body: JSON.stringify(body) });
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
        return (await answer.json()) as Record<string, unknown>;
      };
      await call('POST', '/auth/register', {
        username: name,
        email: `${name}@example.org`,
        password: 'a long enough phrase',
        birth_date: '1990-05-07',
        gender: 'm',
        terms_accepted: true,
        age_confirmed: true,
      });
      const { products } = (await call('POST', '/billing/products', {})) as {
        products: Record<string, { internal_id: string; tokens: number; biller: string }[]>;
      };
      const { biller, internal_id } = Object.values(products)
        .flat()
        .find((product) => product.tokens === wanted)!;
      return (await call('GET', `/billing/purchase/${biller}/${internal_id}`))['link'] as string;
    },
    [username, tokens] as const,
  );
  await page.goto(link);
  await page.getByRole('button', { name: /^Pay/ }).click();
  // Leaving before the biller has answered would take the payment back.
  await expect(page.getByRole('heading', { name: 'Payment approved' })).toBeVisible();
  await page.goto('/');
  await expect.poll(() => balanceOf(page)).toBe(tokens);
  return username;
}

/** Two looks at a video: it plays, and its picture moves. */
export async function expectMovingPicture(page: Page): Promise<void> {
  const look = () =>
    page
      .locator('video')
      .first()
      .evaluate((video: HTMLVideoElement) => {
        const canvas = document.createElement('canvas');
        canvas.width = 64;
        canvas.height = 36;
        const context = canvas.getContext('2d')!;
        if (video.videoWidth > 0) context.drawImage(video, 0, 0, 64, 36);
        return {
          time: video.currentTime,
          width: video.videoWidth,
          pixels: [...context.getImageData(0, 0, 64, 36).data],
        };
      });
  await expect.poll(async () => (await look()).width).toBeGreaterThan(0);
  const first = await look();
  await expect.poll(async () => (await look()).time).toBeGreaterThan(first.time + 0.5);
  await expect
    .poll(async () => {
      const { pixels } = await look();
      return pixels.filter((value, i) => Math.abs(value - first.pixels[i]!) > 12).length;
    })
    .toBeGreaterThan(20);
}

/** The balance in the header, as a number. */
export async function balanceOf(page: Page): Promise<number> {
  const text = await page.locator('.site-header .balance').innerText();
  return Number(/[\d,]+/.exec(text)![0].replaceAll(',', ''));
}
