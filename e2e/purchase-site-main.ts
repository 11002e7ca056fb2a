// Run by purchase-site.ts as a process: a demo site with every biller, each of them a twin of this machine.
import {
  startCashtocodeTwin,
  startCcbillTwin,
  startEpochTwin,
  startPaygardenTwin,
  startPaypalTwin,
  startRocketfuelTwin,
  startRocketgateTwin,
} from '@klieg/sandbox';
import { silentLog } from '@klieg/kernel';
import { readStartConfig } from '../apps/site/src/app/config.ts';
import { start } from '../apps/site/src/app/start.ts';
import { findEmbeddedPostgres, openDatabase } from '../apps/site/src/platform/postgres/index.ts';
import { setStored, type StoredState } from '../apps/site/src/features/billing/testing-buyers-store.ts';

/** What the journey asks of this process. */
export type Question =
  | {
      readonly ask: 'decline-next';
      readonly biller: 'ccbill' | 'epoch' | 'rocketgate';
      readonly reason: string;
    }
  | { readonly ask: 'store'; readonly username: string; readonly state: StoredState };

const env = process.env as Readonly<Record<string, string>>;
const postUrl = (biller: string): string => `http://127.0.0.1:${env['PORT']}/api/v1/postback/${biller}`;
/** The name under which Epoch's pages open; WNU's open in the same window by their own name. */
const epochName = env['EPOCH_PAGE'] === 'wnu' ? 'wnu' : 'epoch';
const user = { name: 'shop', password: 'datalink' };

const twins = {
  ccbill: await startCcbillTwin({
    account: '900123',
    subaccount: '0001',
    salt: '7d901dad245fd0ff6bc20d06',
    user,
    app: { id: 'app', secret: 'rest' },
    webhookUrl: postUrl('ccbill'),
  }),
  epoch: await startEpochTwin({
    company: 'co123',
    key: 'testkey',
    prices: { pi50: 500, pi100: 1_000, pi200: 2_000 },
    postUrl: postUrl(epochName),
  }),
  rocketgate: await startRocketgateTwin({
    merchant: '1',
    password: 'testpassword',
    hashSecret: 'hashsecret',
    postUrl: postUrl('rocketgate'),
  }),
  cashtocode: await startCashtocodeTwin({
    user: 'shop',
    password: 'vouchers',
    secret: 'Basic c2hvcDp2b3VjaGVycw==',
    postUrl: postUrl('cashtocode'),
  }),
  paygarden: await startPaygardenTwin({ partner: 'shop', product: 'tokens', apiKey: 'shared_secret' }),
  rocketfuel: await startRocketfuelTwin({
    email: 'shop@example.org',
    password: 'coins',
    postUrl: postUrl('rocketfuel'),
  }),
  paypal: await startPaypalTwin({
    client: 'shop',
    secret: 'a secret',
    webhook: 'WH-1',
    postUrl: postUrl('paypal'),
  }),
};
twins.paygarden.units = 100;

const config = readStartConfig({
  ...env,
  CCBILL_ACCOUNT: '900123',
  CCBILL_SUBACCOUNT: '0001',
  CCBILL_FORM: 'abcdef01',
  CCBILL_SALT: '7d901dad245fd0ff6bc20d06',
  CCBILL_USER: user.name,
  CCBILL_PASSWORD: user.password,
  CCBILL_NETWORKS: '127.0.0.1',
  EPOCH_COMPANY: 'co123',
  EPOCH_KEY: 'testkey',
  EPOCH_PRODUCTS: 'tokens_50:pi50,tokens_100:pi100,tokens_200:pi200',
  EPOCH_NETWORKS: '127.0.0.1',
  EPOCH_PAGE: epochName,
  ROCKETGATE_MERCHANT: '1',
  ROCKETGATE_PASSWORD: 'testpassword',
  ROCKETGATE_HASH_SECRET: 'hashsecret',
  ROCKETGATE_NETWORKS: '127.0.0.1',
  CASHTOCODE_URL: 'https://vouchers.example',
  CASHTOCODE_USER: 'shop',
  CASHTOCODE_PASSWORD: 'vouchers',
  CASHTOCODE_MERCHANT: 'mid',
  CASHTOCODE_CURRENCY: 'USD',
  CASHTOCODE_SECRET: 'Basic c2hvcDp2b3VjaGVycw==',
  PAYGARDEN_PARTNER: 'shop',
  PAYGARDEN_PRODUCT: 'tokens',
  PAYGARDEN_KEY: 'shared_secret',
  ROCKETFUEL_MERCHANT: 'mid',
  ROCKETFUEL_EMAIL: 'shop@example.org',
  ROCKETFUEL_PASSWORD: 'coins',
  ROCKETFUEL_PUBLIC_KEY: twins.rocketfuel.publicKey.replace(/-----[A-Z ]+-----|\s/gu, ''),
});
const running = await start(config, {
  log: silentLog,
  version: '0.0.0-purchase',
  billerHosts: {
    ...Object.fromEntries(Object.entries(twins).map(([name, { url }]) => [name, url])),
    wnu: twins.epoch.url,
  },
});
const found = findEmbeddedPostgres(config.dataDir);
if (found.state !== 'running') throw new Error('the embedded database does not run');
const database = openDatabase(found.connection);

process.on('message', (asked: Question & { readonly id: number }) => {
  const answer = async () => {
    if (asked.ask === 'decline-next') twins[asked.biller].nextReason = asked.reason;
    else await setStored(database, asked.username, asked.state);
    process.send?.({ id: asked.id });
  };
  void answer();
});

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await database.close();
  await running.stop();
  await Promise.all(Object.values(twins).map((twin) => twin.close()));
  process.exit(0);
}
process.on('disconnect', () => void stop());
process.on('SIGTERM', () => void stop());
process.send?.('ready');
