import type { BillerPort } from '../port/biller-port.ts';
import { askBiller } from '../port/ask-biller.ts';
import { amountOf, textOfTag } from '../port/post-fields.ts';
import type { OrderSeal } from '../port/seal-order.ts';
import { chargeByPrevious, chargeToken } from './charge.ts';
import { ccbillCurrencies, numberOfCurrency } from './currencies.ts';
import { formDigest } from './digests.ts';
import { askExtract } from './ask-extract.ts';
import { readExtract } from './read-settlement.ts';
import { readWebhook } from './read-webhook.ts';

/** What CCBill publishes as its addresses. */
const HOSTS = {
  forms: 'https://api.ccbill.com',
  charges: 'https://bill.ccbill.com',
  datalink: 'https://datalink.ccbill.com',
  rest: 'https://api.ccbill.com',
};
/** Nominal days of a single payment. */
const PERIOD_DAYS = '30';

/**
 * CCBill: FlexForms with a digest, webhooks from its own networks, charges by a previous transaction or a payment
 * token.
 */
export function makeCcbill(options: {
  readonly account: string;
  readonly subaccount: string;
  readonly form: string;
  readonly salt: string;
  /** Of DataLink and of charges by a previous transaction. */
  readonly user?: { readonly name: string; readonly password: string } | undefined;
  /** Of REST. */
  readonly app?: { readonly id: string; readonly secret: string } | undefined;
  /** Whether an address is CCBill's. */
  readonly isListed: (address: string) => boolean;
  readonly seal: OrderSeal;
  readonly hosts?: typeof HOSTS;
}): BillerPort {
  const { account, subaccount, salt, user, app, seal, hosts = HOSTS } = options;
  const payer = { account, subaccount, initialPeriod: PERIOD_DAYS };

  /** @returns whether CCBill answered that it is done */
  const manage = async (
    action: string,
    subscriptionId: string,
    more: Readonly<Record<string, string>> = {},
  ) => {
    if (!user) return false;
    const query = new URLSearchParams({
      clientAccnum: account,
      username: user.name,
      password: user.password,
      action,
      subscriptionId,
      returnXML: '1',
      ...more,
    });
    const answer = await askBiller(`${hosts.datalink}/utils/subscriptionManagement.cgi?${query}`);
    return answer?.isOk === true && textOfTag(answer.bytes.toString('utf8'), 'results') === '1';
  };

  return {
    name: 'ccbill',
    descriptor: 'CCBILL.COM',
    opens: 'new_window',
    capabilities: {
      group: 'credit',
      currencies: ccbillCurrencies,
      products: null,
      countries: null,
      hasOneClick: user !== undefined || app !== undefined,
      refunds: user ? 'any_amount' : 'none',
      tells: new Set(['approved', 'declined', 'refunded', 'voided', 'charged_back']),
    },
    async start(order) {
      const currencyCode = numberOfCurrency(order.currency);
      if (currencyCode === undefined) return undefined;
      const price = { initialPrice: amountOf(order.amountCents), initialPeriod: PERIOD_DAYS, currencyCode };
      const query = new URLSearchParams({
        clientAccnum: account,
        clientSubacc: subaccount,
        ...price,
        formDigest: formDigest(price, salt),
        oid: seal.seal(order.id),
      });
      return `${hosts.forms}/wap-frontflex/flexforms/${options.form}?${query}`;
    },
    async charge(order, cardToken) {
      const [, kind, id = ''] = /^(sub|tok):(.+)$/.exec(cardToken) ?? [];
      if (kind === 'sub' && user)
        return chargeByPrevious(order, id, {
          ...payer,
          url: hosts.charges,
          user: user.name,
          password: user.password,
          passThrough: seal.seal(order.id),
        });
      if (kind === 'tok' && app)
        return chargeToken(order, id, {
          ...payer,
          url: hosts.rest,
          appId: app.id,
          appSecret: app.secret,
          passThrough: seal.seal(order.id),
        });
      return { kind: 'unknown' };
    },
    lostCharges: user && askExtract({ url: hosts.datalink, account, subaccount, user }),
    readPost(post) {
      const events = options.isListed(post.address)
        ? readWebhook(post, { account, subaccount, salt, seal })
        : undefined;
      return events && { events, acknowledgement: { contentType: 'text/plain', body: 'OK' } };
    },
    async refund({ transactionId, amountCents, isWhole }) {
      const isDone = isWhole
        ? await manage('voidOrRefundTransaction', transactionId)
        : await manage('refundTransaction', transactionId, { amount: amountOf(amountCents) });
      return { kind: isDone ? 'asked' : 'refused' };
    },
    cancel: (transactionId) => manage('cancelSubscription', transactionId),
    readSettlement: (text) => readExtract(text, { account, subaccount, currency: 'USD' }),
  };
}
