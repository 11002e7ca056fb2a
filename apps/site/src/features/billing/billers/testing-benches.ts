import type { Biller } from '@klieg/contract';
import {
  type BillerTwin,
  startCashtocodeTwin,
  startCcbillTwin,
  startEpochTwin,
  startPaygardenTwin,
  startPaypalTwin,
  startRocketfuelTwin,
  startRocketgateTwin,
} from '@klieg/sandbox';
import type { BillerPort } from './port/biller-port.ts';
import { makeCashtocode } from './cashtocode/index.ts';
import { makeCcbill } from './ccbill/index.ts';
import { makeEpoch } from './epoch/index.ts';
import { makePaygarden } from './paygarden/index.ts';
import { makePaypal } from './paypal/index.ts';
import { makeRocketfuel } from './rocketfuel/index.ts';
import { makeRocketgate, reasonCodes } from './rocketgate/index.ts';
import { makeOrderSeal, type OrderSeal } from './port/seal-order.ts';

/** A biller's adapter and its twin, joined. */
export interface Bench {
  readonly port: BillerPort;
  readonly twin: BillerTwin;
}

/** What the conformance suite must know of a biller. */
export interface BenchSpec {
  readonly name: Biller;
  open(postUrl: string): Promise<Bench>;
  /** The biller's own reasons, as documented, and the codes that the page knows. */
  readonly reasons: readonly (readonly [reason: string, code: string])[];
  /** A card on file for one click; undefined where the biller has none. */
  readonly cardToken: ((twin: BillerTwin) => string) | undefined;
  /**
   * What becomes of a charge whose answer was lost: its post names the order, or the biller itself undoes what was not
   * confirmed.
   */
  readonly lostCharge: 'settles' | 'undone';
  /** Whether a decline on the biller's page is told, or only one of a charge by our server. */
  readonly tellsDeclinesOf: 'page' | 'charge';
  /** Whether it says in which currency was paid. */
  readonly tellsCurrency: boolean;
  /** What was paid decides what is credited, so no amount is wrong. */
  readonly hasOwnAmounts?: true;
  /** Posts until a payment is settled, where there are several. */
  readonly postsPerPayment?: 2;
  /** Parts of a genuine post which nobody can change without being refused, or without losing the effect. */
  readonly guarded: (post: { readonly url: string; readonly body: string }) => readonly string[];
}

export const testSeal: OrderSeal = makeOrderSeal(Buffer.from('a key of this test alone'));
export const isListed = (address: string): boolean => address === '127.0.0.1';

const user = { name: 'shop', password: 'datalink' };
const app = { id: 'app', secret: 'rest' };
const ccbillAccount = { account: '900123', subaccount: '0001', salt: '7d901dad245fd0ff6bc20d06', user, app };

const jsonValues = (body: string, names: readonly string[]): readonly string[] => {
  const json = JSON.parse(body) as Readonly<Record<string, string>>;
  return names.map((name) => json[name]!);
};

const ccbill: BenchSpec = {
  name: 'ccbill',
  async open(webhookUrl) {
    const twin = await startCcbillTwin({ ...ccbillAccount, webhookUrl });
    const hosts = { forms: twin.url, charges: twin.url, datalink: twin.url, rest: twin.url };
    return {
      twin,
      port: makeCcbill({ ...ccbillAccount, form: 'form0001', isListed, seal: testSeal, hosts }),
    };
  },
  reasons: [
    ['Transaction declined', 'DECLINED'],
    ['Insufficient funds', 'INSUFFICIENTFUNDS'],
    ['Card has expired', 'EXPIRED'],
    ['Invalid CVV2', 'DECLINEDCVV2'],
    ['Invalid zip code', 'INVALIDZIP'],
  ],
  cardToken: (twin) => `sub:${twin.payments.at(-1)}`,
  lostCharge: 'settles',
  tellsDeclinesOf: 'page',
  tellsCurrency: true,
  guarded: ({ body }) =>
    jsonValues(body, [
      'subscriptionId',
      'dynamicPricingValidationDigest',
      'X-oid',
      'billedInitialPrice',
      'billedCurrencyCode',
      'clientAccnum',
    ]),
};

const formValues = (body: string, names: readonly string[]): readonly string[] =>
  names.map((name) => encodeURIComponent(new URLSearchParams(body).get(name) ?? ''));

const epochTypes = {
  C: 'refunded',
  V: 'voided',
  X: 'charged_back',
  W: 'dispute_won',
  T: 'fraud_reported',
  A: 'alerted',
} as const;
const epoch: BenchSpec = {
  name: 'epoch',
  async open(postUrl) {
    const account = { company: 'co123', key: 'testkey' };
    const twin = await startEpochTwin({ ...account, prices: { pi500: 5_000 }, postUrl });
    const port = makeEpoch({
      ...account,
      name: 'epoch',
      products: { tokens_500: 'pi500' },
      types: epochTypes,
      isListed,
      seal: testSeal,
      callbackUrl: postUrl,
      hosts: { pages: twin.url, services: twin.url },
    });
    return { twin, port };
  },
  reasons: ['DECLINED', 'DECLINEDCVV2', 'EXPIRED', 'CALLCENTER', 'VISANOTACCEPTED', 'AMEXNOTACCEPTED'].map(
    (one) => [one, one] as const,
  ),
  cardToken: () => '1234567',
  lostCharge: 'settles',
  tellsDeclinesOf: 'page',
  tellsCurrency: false,
  guarded: ({ body }) =>
    formValues(body, ['ans', 'order_id', 'member_id', 'transaction_id', 'amount', 'x_oid', 'epoch_digest']),
};

const tagValues = (body: string, names: readonly string[]): readonly string[] =>
  names.map((name) => new RegExp(`<${name}>([^<]*)<`).exec(body)?.[1] ?? '');

const rocketgate: BenchSpec = {
  name: 'rocketgate',
  async open(postUrl) {
    const account = { merchant: '1', password: 'testpassword', hashSecret: 'hashsecret' };
    const twin = await startRocketgateTwin({ ...account, postUrl });
    const hosts = { pages: twin.url, gateway: twin.url };
    return { twin, port: makeRocketgate({ ...account, site: '1', isListed, seal: testSeal, hosts }) };
  },
  reasons: reasonCodes.filter(([reason]) => !['202', '225', '228'].includes(reason)),
  cardToken: () => 'm77xlHZiPKVsF9p1/VdzTb+CUwaGBDpuSRxtcb7+j24=',
  lostCharge: 'undone',
  tellsDeclinesOf: 'charge',
  tellsCurrency: true,
  guarded: ({ body }) => tagValues(body, ['invoiceID', 'guidNo']),
};

const cashtocode: BenchSpec = {
  name: 'cashtocode',
  async open(postUrl) {
    const account = { user: 'shop', password: 'vouchers', secret: 'Basic c2hvcDp2b3VjaGVycw==' };
    const twin = await startCashtocodeTwin({ ...account, postUrl });
    const port = makeCashtocode({
      ...account,
      url: twin.url,
      merchant: 'mid',
      currency: 'USD',
      seal: testSeal,
    });
    return { twin, port };
  },
  reasons: [],
  cardToken: undefined,
  lostCharge: 'undone',
  tellsDeclinesOf: 'page',
  tellsCurrency: true,
  guarded: ({ body }) => {
    const { amount, currency, transactionId } = JSON.parse(body) as Record<string, unknown>;
    return [`"amount":${String(amount)},`, String(currency), String(transactionId)];
  },
};

const paygarden: BenchSpec = {
  name: 'paygarden',
  async open(callbackUrl) {
    const account = { partner: 'shop', product: 'tokens', apiKey: 'a shared secret' };
    const twin = await startPaygardenTwin(account);
    return { twin, port: makePaygarden({ ...account, seal: testSeal, callbackUrl, host: twin.url }) };
  },
  reasons: [],
  cardToken: undefined,
  lostCharge: 'undone',
  tellsDeclinesOf: 'page',
  tellsCurrency: false,
  hasOwnAmounts: true,
  guarded: ({ body }) => formValues(body, ['passthrough', 'product-id']),
};

const rocketfuel: BenchSpec = {
  name: 'rocketfuel',
  async open(postUrl) {
    const account = { email: 'shop@example.org', password: 'coins' };
    const twin = await startRocketfuelTwin({ ...account, postUrl });
    const { url, publicKey } = twin;
    return { twin, port: makeRocketfuel({ ...account, merchant: 'mid', publicKey, seal: testSeal, url }) };
  },
  reasons: [['-1', 'DECLINED']],
  cardToken: undefined,
  lostCharge: 'undone',
  tellsDeclinesOf: 'page',
  tellsCurrency: true,
  guarded: ({ body }) => [body.slice(9, body.indexOf('","signature"'))],
};

const paypal: BenchSpec = {
  name: 'paypal',
  async open(postUrl) {
    const account = { client: 'shop', secret: 'a secret', webhook: 'WH-1' };
    const twin = await startPaypalTwin({ ...account, postUrl });
    return { twin, port: makePaypal({ ...account, seal: testSeal, url: twin.url }) };
  },
  reasons: [['INSTRUMENT_DECLINED', 'DECLINED']],
  cardToken: undefined,
  lostCharge: 'undone',
  tellsDeclinesOf: 'page',
  tellsCurrency: true,
  postsPerPayment: 2,
  guarded: ({ body }) => [body.slice(body.indexOf('"resource"'), -1)],
};

export const benches: readonly BenchSpec[] = [
  ccbill,
  epoch,
  rocketgate,
  cashtocode,
  paygarden,
  rocketfuel,
  paypal,
];
