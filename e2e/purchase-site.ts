import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { keepLoops } from '@klieg/testing/kept-loops';
import { test as base } from '@playwright/test';
import type { StoredState } from '../apps/site/src/features/billing/testing-buyers-store.ts';
import type { Question } from './purchase-site-main.ts';
import { FIRST_PORT, makeDataDir, ROOT_SECRET } from './site-data.ts';

/** These take a block of ports behind that of the other sites. */
const FIRST_SHOP_PORT = FIRST_PORT + 50;
const PORTS_PER_SHOP = 10;
const START_MS = 180_000;

/** A site with every biller. */
export interface Shop {
  readonly url: string;
  /** The biller declines the next charge that the site's server asks for, for a reason of its own. */
  declineNext(biller: 'ccbill' | 'epoch' | 'rocketgate', reason: string): Promise<void>;
  /** Makes what is stored of a person what the journey needs. */
  store(username: string, state: StoredState): Promise<void>;
}

/** Starts the site as a process; resolves when it is ready. */
async function openShop(
  port: number,
  more: Readonly<Record<string, string>>,
): Promise<Shop & { end(): Promise<void> }> {
  const dataDir = makeDataDir();
  const child = fork('e2e/purchase-site-main.ts', {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      SECRET: ROOT_SECRET,
      PUBLIC_URL: `http://localhost:${port}`,
      DATA_DIR: dataDir,
      DEMO: '1',
      DEMO_LIVE: '1',
      SANDBOX_PORT: String(port + 1),
      RTMP_PORT: String(port + 2),
      // Nobody looks at its moving pictures.
      MEDIA_TRANSCODE_CORES: '0',
      ...more,
    },
  });
  const exited = once(child, 'exit');
  let last = 0;
  const answers = new Map<number, () => void>();
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (message) => {
      if (message === 'ready') return resolve();
      const { id } = message as { readonly id: number };
      answers.get(id)?.();
      answers.delete(id);
    });
    child.once('exit', (code) => reject(new Error(`the shop ended with ${code}`)));
  });
  const ask = (question: Question) =>
    new Promise<void>((resolve) => {
      last += 1;
      answers.set(last, resolve);
      child.send({ ...question, id: last });
    });
  await ready;
  return {
    url: `http://localhost:${port}`,
    declineNext: (biller, reason) => ask({ ask: 'decline-next', biller, reason }),
    store: (username, state) => ask({ ask: 'store', username, state }),
    async end() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
      await exited;
      clearTimeout(timer);
      keepLoops(dataDir);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The test of Playwright with that site, one for a worker. */
export const test = base.extend<object, { shop: Shop; shopEnv: Readonly<Record<string, string>> }>({
  // Journeys of what an operator sets otherwise; they get a shop of their own.
  shopEnv: [{}, { option: true, scope: 'worker' }],
  shop: [
    async ({ shopEnv }, use, { parallelIndex }) => {
      const shop = await openShop(FIRST_SHOP_PORT + parallelIndex * PORTS_PER_SHOP, shopEnv);
      await use(shop);
      await shop.end();
    },
    { scope: 'worker', timeout: START_MS },
  ],
  baseURL: ({ shop }, use) => use(shop.url),
});
