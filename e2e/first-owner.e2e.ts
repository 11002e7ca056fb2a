import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, type Page, test } from '@playwright/test';
import { freePort } from '@klieg/testing';
import { settlePage } from './steps.ts';

/* A site without a demo, from its first start to its owner, with the keys of the keyboard alone. */

const PASSWORD = 'a long enough phrase';
const NAME = 'first_owner';

interface Started {
  readonly site: ChildProcess;
  /** What it printed until it was ready. */
  readonly lines: readonly string[];
}

/** Starts a site without a demo; resolves when it says that it is ready. */
async function start(dataDir: string, port: number): Promise<Started> {
  const site = spawn(process.execPath, ['apps/site/src/app/main.ts'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: '0',
      RTMP_PORT: '0',
      ROLES: 'site,jobs',
    },
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: site.stdout! })) {
    lines.push(line);
    if (line.startsWith('ready ')) return { site, lines };
  }
  throw new Error(`the site ended with ${site.exitCode}: ${lines.join('\n')}`);
}

async function end({ site }: Started): Promise<void> {
  const ended = once(site, 'exit');
  site.kill('SIGTERM');
  await ended;
}

const setupAddresses = ({ lines }: Started): readonly string[] =>
  lines.flatMap((line) => /https?:\/\/\S+\/setup\/[\w-]{43}/u.exec(line)?.[0] ?? []);

/** Fills in the sign-up form and sends it, without a pointer. */
async function registerByKeys(page: Page): Promise<void> {
  await page.getByLabel('Username').focus();
  await page.keyboard.type(NAME);
  await page.getByLabel('Email').focus();
  await page.keyboard.type('owner@example.org');
  await page.getByLabel('Password', { exact: true }).focus();
  await page.keyboard.type(PASSWORD);
  await page.getByRole('button', { name: /^Day/u }).press('Enter');
  // One part opens the next; the year is on an earlier page of years.
  for (const choice of ['7', 'May']) {
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeFocused();
    await page.keyboard.type(choice, { delay: 20 });
    await expect(page.getByRole('option', { name: choice, exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
  }
  const year = page.getByRole('option', { name: /^19\d\d$/u });
  for (let press = 0; press < 4 && (await year.count()) === 0; press += 1)
    await page.keyboard.press('PageDown');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: 'Woman' }).press('Enter');
  await page.getByRole('checkbox', { name: /I am 18 or older/u }).press('Space');
  await page.getByRole('main').getByRole('button', { name: 'Join free' }).press('Enter');
}

test(
  'a site without a demo prints an address at each start until its finder is the owner',
  { tag: '@long' },
  async ({ page }) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'klieg-e2e-owner-'));
    const port = await freePort();
    let running = await start(dataDir, port);
    try {
      const [old, ...more] = setupAddresses(running);
      expect(old).toContain(`http://localhost:${port}/setup/`);
      expect(more).toEqual([]);
      await end(running);
      running = await start(dataDir, port);
      const [address] = setupAddresses(running);
      expect(address).not.toBe(old);

      const answer = await page.goto(address!);
      expect(answer?.headers()['cache-control']).toBe('private, no-store');
      await expect(page.getByRole('heading', { name: 'Become the owner' })).toBeVisible();
      await settlePage(page);
      await registerByKeys(page);
      const claim = page.getByRole('button', { name: 'Become the owner' });
      await expect(page.getByText(`You are logged in as ${NAME}`)).toBeVisible();
      const head = page.getByRole('banner');
      await expect(head.getByText(`Logged in as ${NAME}`)).toBeVisible();
      await expect(head.getByRole('link', { name: 'Log in' })).toHaveCount(0);
      // The page of the start before says what to do, before anybody presses; so does one that is cut off.
      for (const [wrong, status] of [
        [old!, 404],
        [address!.slice(0, -3), 404],
      ] as const) {
        expect((await page.goto(wrong))?.status()).toBe(status);
        await expect(page.getByText('This key is not the newest')).toBeVisible();
        await expect(claim).toHaveCount(0);
      }

      await page.goto(address!);
      await settlePage(page);
      await claim.press('Enter');
      await expect(page.getByText('The site is yours')).toBeVisible();
      const me = await page.evaluate(async () => (await fetch('/api/v1/user/current')).json());
      expect(me).toMatchObject({ user: { username: NAME, isAdmin: true } });

      expect((await page.reload())?.status()).toBe(410);
      await expect(page.getByText('This site has an owner')).toBeVisible();
      await end(running);
      running = await start(dataDir, port);
      expect(setupAddresses(running)).toEqual([]);
    } finally {
      await end(running);
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
