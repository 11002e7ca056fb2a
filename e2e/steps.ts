import { expect, type Locator, type Page } from '@playwright/test';

/** Logs a demo account in on the page /login. */
export async function logIn(page: Page, username: string, path = '/login'): Promise<void> {
  await page.goto(path);
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill('demo-password');
  // One press is enough, also before the page has become interactive.
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

const SETTLE_MS = 5_000;

/**
 * Waits until a page has asked for nothing for a moment; stills of live rooms may come without an end, so not for
 * longer than a few seconds.
 */
export const settlePage = (page: Page): Promise<void> =>
  page.waitForLoadState('networkidle', { timeout: SETTLE_MS }).catch(() => undefined);

/** The password of everybody who joins by these steps. */
export const PASSWORD_OF_NEW = 'a long enough phrase';

/** A username that no other run has. */
export const newName = (): string =>
  `v${Date.now().toString(36)}${String(Math.floor(Math.random() * 1000)).padStart(3, '0')}`.slice(0, 18);

/**
 * Joins as somebody new, whose address is not confirmed, and stays on the home page, logged in.
 * @param username absent: one that nobody has
 * @returns the username; the password is `PASSWORD_OF_NEW`
 */
export async function joinAsNew(page: Page, username: string = newName(), path = '/'): Promise<string> {
  await page.goto(path);
  await page.evaluate(
    async ([name, password]) => {
      const register = async () => {
        const { csrf } = (await (await fetch('/api/v1/site_config')).json()) as { csrf: string };
        return fetch('/api/v1/auth/register', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-csrf-token': csrf },
          body: JSON.stringify({
            username: name,
            email: `${name}@example.org`,
            password,
            birth_date: '1990-05-07',
            gender: 'm',
            terms_accepted: true,
            age_confirmed: true,
          }),
        });
      };
      let answer = await register();
      // The page's own first calls may have begun another session meanwhile; pages repeat it as well.
      if (answer.status === 403) answer = await register();
      if (!answer.ok) throw new Error(await answer.text());
    },
    [username, PASSWORD_OF_NEW] as const,
  );
  return username;
}

/** Buys tokens at the sandbox biller, and goes to the home page. */
export async function buyTokens(page: Page, tokens: 100 | 200): Promise<void> {
  const before = await page.evaluate(async () => {
    const { tokens } = (await (await fetch('/api/v1/user/current')).json()) as { tokens: number };
    return tokens;
  });
  const link = await page.evaluate(
    async ([wanted]) => {
      const call = async (method: string, path: string, body?: unknown) => {
        const { csrf } = (await (await fetch('/api/v1/site_config')).json()) as { csrf: string };
        const headers = { 'content-type': 'application/json', 'x-csrf-token': csrf };
        const answer = await fetch(`/api/v1${path}`, { method, headers, body: JSON.stringify(body) });
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
        return (await answer.json()) as Record<string, unknown>;
      };
      const { products } = (await call('POST', '/billing/products', {})) as {
        products: Record<string, { internal_id: string; tokens: number; biller: string }[]>;
      };
      const { biller, internal_id } = Object.values(products)
        .flat()
        .find((product) => product.tokens === wanted)!;
      return (await call('GET', `/billing/purchase/${biller}/${internal_id}`))['link'] as string;
    },
    [tokens] as const,
  );
  await page.goto(link);
  await page.getByRole('button', { name: /^Pay/ }).click();
  // Leaving before the biller has answered would take the payment back.
  await expect(page.getByRole('heading', { name: 'Payment approved' })).toBeVisible();
  await page.goto('/');
  await expect.poll(() => balanceOf(page)).toBe(before + tokens);
}

/**
 * Makes a viewer that no other journey and no demo script spends for, who has bought tokens at the
 * sandbox biller. Returns the username.
 */
export async function joinAndBuy(page: Page, tokens: 100 | 200 = 100): Promise<string> {
  const username = await joinAsNew(page);
  await buyTokens(page, tokens);
  return username;
}

/** Two looks at a video, the first of the page unless told: it plays, and its picture moves. */
export async function expectMovingPicture(
  page: Page,
  video: Locator = page.locator('video').first(),
): Promise<void> {
  const look = () =>
    video.evaluate((element) => {
      const video = element as HTMLVideoElement;
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
  const patience = { timeout: 180_000 };
  await expect.poll(async () => (await look()).width, patience).toBeGreaterThan(0);
  const first = await look();
  // The time of a stream begins anew with a new connection.
  let earliest = first.time;
  await expect
    .poll(async () => {
      const { time } = await look();
      earliest = Math.min(earliest, time);
      return time - earliest;
    }, patience)
    .toBeGreaterThan(0.5);
  await expect
    .poll(async () => {
      const { pixels } = await look();
      return pixels.filter((value, i) => Math.abs(value - first.pixels[i]!) > 12).length;
    }, patience)
    .toBeGreaterThan(20);
}

/** The balance in the header, as a number. */
export async function balanceOf(page: Page): Promise<number> {
  const text = await page.locator('.site-header .balance').innerText();
  return Number(/[\d,]+/.exec(text)![0].replaceAll(',', ''));
}
