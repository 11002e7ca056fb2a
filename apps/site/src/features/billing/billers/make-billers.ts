import type { Biller } from '@klieg/contract';
import { readNetworks } from '#site/platform/visitors/index.ts';
import type { BillerPort, KeepForm } from './port/biller-port.ts';
import { makeCashtocode } from './cashtocode/index.ts';
import { CCBILL_NETWORKS, makeCcbill } from './ccbill/index.ts';
import { EPOCH_NETWORKS, makeEpoch } from './epoch/index.ts';
import { makePaygarden } from './paygarden/index.ts';
import { makePaypal } from './paypal/index.ts';
import { makeRocketfuel, pemOf } from './rocketfuel/index.ts';
import { makeRocketgate } from './rocketgate/index.ts';
import type { OrderSeal } from './port/seal-order.ts';
import type { BillerSettings } from './settings.ts';

interface Uses {
  /** Names of orders as billers carry them. */
  readonly seal: OrderSeal;
  /** Keeps forms that pages of ours post to billers and banks. */
  readonly keepForm: KeepForm;
  /** Address of a biller's posts, as the biller reaches it. */
  readonly postUrl: (biller: Biller) => string;
  readonly hosts?: BillerHosts;
}

/** Replacement addresses of billers, all services of one at one address. */
export type BillerHosts = Partial<Readonly<Record<Biller, string>>>;

/** One address under each of these names; empty without one. */
const allAt = <K extends string>(url: string | undefined, ...names: readonly K[]) =>
  url === undefined
    ? {}
    : { hosts: Object.fromEntries(names.map((name) => [name, url])) as Record<K, string> };

const networksOf = (given: string | undefined, published: string) =>
  readNetworks((given ?? published).split(','));

/** Two settings that only work together. */
const bothOf = (name: string | undefined, password: string | undefined) =>
  name && password ? { name, password } : undefined;

/** `a:1,b:2` by name. */
const pairsOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(text.split(',').map((pair) => pair.split(':') as [string, string]));

/** Adapters of the billers that take cards. */
function makeCardBillers(
  { ccbill, epoch, rocketgate }: BillerSettings,
  { seal, keepForm, postUrl, hosts = {} }: Uses,
) {
  const app = ccbill && bothOf(ccbill.CCBILL_APP_ID, ccbill.CCBILL_APP_SECRET);
  const epochName = epoch?.EPOCH_PAGE === 'wnu' ? 'wnu' : 'epoch';
  return [
    ccbill &&
      makeCcbill({
        account: ccbill.CCBILL_ACCOUNT,
        subaccount: ccbill.CCBILL_SUBACCOUNT,
        form: ccbill.CCBILL_FORM,
        salt: ccbill.CCBILL_SALT,
        user: bothOf(ccbill.CCBILL_USER, ccbill.CCBILL_PASSWORD),
        app: app && { id: app.name, secret: app.password },
        isListed: networksOf(ccbill.CCBILL_NETWORKS, CCBILL_NETWORKS),
        seal,
        ...allAt(hosts.ccbill, 'forms', 'charges', 'datalink', 'rest'),
      }),
    epoch &&
      makeEpoch({
        name: epochName,
        company: epoch.EPOCH_COMPANY,
        key: epoch.EPOCH_KEY,
        products: pairsOf(epoch.EPOCH_PRODUCTS),
        types: (epoch.EPOCH_TYPES ? pairsOf(epoch.EPOCH_TYPES) : {}) as Parameters<
          typeof makeEpoch
        >[0]['types'],
        user: bothOf(epoch.EPOCH_USER, epoch.EPOCH_PASSWORD),
        isListed: networksOf(epoch.EPOCH_NETWORKS, EPOCH_NETWORKS),
        seal,
        callbackUrl: postUrl(epochName),
        keepForm: epoch.EPOCH_FLEXPOST === '1' ? keepForm : undefined,
        ...allAt(hosts[epochName], 'pages', 'services'),
      }),
    rocketgate &&
      makeRocketgate({
        merchant: rocketgate.ROCKETGATE_MERCHANT,
        password: rocketgate.ROCKETGATE_PASSWORD,
        hashSecret: rocketgate.ROCKETGATE_HASH_SECRET,
        site: rocketgate.ROCKETGATE_SITE ?? '1',
        isListed: networksOf(undefined, rocketgate.ROCKETGATE_NETWORKS),
        isTest: rocketgate.ROCKETGATE_TEST === '1',
        is3dSecure: rocketgate.ROCKETGATE_3DS === '1',
        keepForm,
        seal,
        ...allAt(hosts.rocketgate, 'pages', 'gateway'),
      }),
  ];
}

/** Adapters of all other ways to pay. */
function makeOtherBillers(settings: BillerSettings, { seal, postUrl, hosts = {} }: Uses) {
  const { cashtocode, paygarden, rocketfuel, paypal } = settings;
  return [
    paypal &&
      makePaypal({
        client: paypal.PAYPAL_CLIENT,
        secret: paypal.PAYPAL_SECRET,
        webhook: paypal.PAYPAL_WEBHOOK,
        seal,
        ...(hosts.paypal && { url: hosts.paypal }),
      }),
    cashtocode &&
      makeCashtocode({
        url: hosts.cashtocode ?? cashtocode.CASHTOCODE_URL,
        user: cashtocode.CASHTOCODE_USER,
        password: cashtocode.CASHTOCODE_PASSWORD,
        merchant: cashtocode.CASHTOCODE_MERCHANT,
        currency: cashtocode.CASHTOCODE_CURRENCY,
        secret: cashtocode.CASHTOCODE_SECRET,
        seal,
      }),
    paygarden &&
      makePaygarden({
        partner: paygarden.PAYGARDEN_PARTNER,
        product: paygarden.PAYGARDEN_PRODUCT,
        apiKey: paygarden.PAYGARDEN_KEY,
        seal,
        callbackUrl: postUrl('paygarden'),
        ...(hosts.paygarden && { host: hosts.paygarden }),
      }),
    rocketfuel &&
      makeRocketfuel({
        merchant: rocketfuel.ROCKETFUEL_MERCHANT,
        email: rocketfuel.ROCKETFUEL_EMAIL,
        password: rocketfuel.ROCKETFUEL_PASSWORD,
        publicKey: pemOf(rocketfuel.ROCKETFUEL_PUBLIC_KEY),
        seal,
        ...(hosts.rocketfuel && { url: hosts.rocketfuel }),
      }),
  ];
}

/** Adapters of the configured billers, in order of preference. */
export function makeBillers(settings: BillerSettings, uses: Uses): readonly BillerPort[] {
  const all = [...makeCardBillers(settings, uses), ...makeOtherBillers(settings, uses)];
  return all.filter((one) => one !== undefined);
}
