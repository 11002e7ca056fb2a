import type { BillerPort, KeepForm } from '../port/biller-port.ts';
import { askBiller } from '../port/ask-biller.ts';
import { amountOf } from '../port/post-fields.ts';
import type { OrderSeal } from '../port/seal-order.ts';
import { epochDigest } from './digest.ts';
import { type EpochTypes, readEpochPost, readFeed } from './read-post.ts';

/** What Epoch publishes as its addresses. */
const HOSTS = { pages: 'https://wnu.com', services: 'https://epoch.com' };

/** Epoch: a join link per product, one click by camcharge, posts with a digest, and a feed of reversals. */
export function makeEpoch(options: {
  /** The name under which it is sold: as wnu its page takes the place of ours. */
  readonly name: 'epoch' | 'wnu';
  readonly company: string;
  readonly key: string;
  /** Epoch's code for each product that it sells, by internal id. */
  readonly products: Readonly<Record<string, string>>;
  readonly types: EpochTypes;
  /** Of the search of customers, which cancels. */
  readonly user?: { readonly name: string; readonly password: string } | undefined;
  readonly isListed: (address: string) => boolean;
  readonly seal: OrderSeal;
  /** Where Epoch posts what came of a one-click charge. */
  readonly callbackUrl: string;
  /** Keeps the form of FlexPost; absent: buyers go by the join link. */
  readonly keepForm?: KeepForm | undefined;
  readonly hosts?: typeof HOSTS;
}): BillerPort {
  const { name, key, products, seal, user, hosts = HOSTS } = options;
  return {
    name,
    descriptor: 'EPOCH.COM',
    opens: name === 'wnu' ? 'same_window' : 'in_page',
    capabilities: {
      group: 'credit',
      // The price of a code is kept at Epoch; the account's currency is that of the products.
      currencies: null,
      products: new Set(Object.keys(products)),
      countries: null,
      hasOneClick: true,
      refunds: 'none',
      tells: new Set(['approved', 'declined', ...Object.values(options.types)]),
    },
    async start(order, { returnUrl }) {
      const code = Object.hasOwn(products, order.internalId) ? products[order.internalId] : undefined;
      if (code === undefined) return undefined;
      if (options.keepForm)
        return options.keepForm(order, () => ({
          url: `${hosts.pages}/secure/fpost.cgi`,
          returnUrl,
          fields: {
            co_code: options.company,
            pi_code: code,
            reseller: 'a',
            no_userpass: '1',
            pi_returnurl: returnUrl,
            response_post: 'Y',
            product_description: `${order.tokens} tokens`,
            x_oid: seal.seal(order.id),
          },
        }));
      const query = new URLSearchParams({
        api: 'join',
        pi_code: code,
        reseller: 'a',
        pi_returnurl: returnUrl,
        no_userpass: '1',
        x_oid: seal.seal(order.id),
      });
      return `${hosts.pages}/secure/services/?${query}`;
    },
    async charge(order, member, { returnUrl }) {
      const fields = {
        api: 'camcharge',
        action: 'authandclose',
        auth_amount: amountOf(order.amountCents),
        member_id: member,
        description: `${order.tokens} tokens`,
        returnurl: returnUrl,
        pburl: options.callbackUrl,
        x_oid: seal.seal(order.id),
      };
      const query = new URLSearchParams({ ...fields, epoch_digest: epochDigest(fields, key) });
      // It answers by redirecting a browser, which there is none; the outcome comes by post.
      const answer = await askBiller(`${hosts.pages}/secure/services?${query}`, { redirect: 'manual' });
      return { kind: answer ? 'asked' : 'unknown' };
    },
    readPost({ address, bytes }) {
      const events = options.isListed(address) ? readEpochPost(bytes.toString('utf8'), options) : undefined;
      return events && { events, acknowledgement: { contentType: 'text/plain', body: 'OK' } };
    },
    // Refunds are made by Epoch's staff.
    refund: async () => ({ kind: 'refused' }),
    async cancel(member, reason) {
      if (!user) return false;
      const query = new URLSearchParams({
        auth_user: user.name,
        auth_pass: user.password,
        api_action: 'cancel',
        member_id: member,
        cancel_reason: reason,
      });
      const answer = await askBiller(`${hosts.services}/services/customer_search/index.json?${query}`);
      return answer?.isOk ?? false;
    },
    readSettlement: (text) => readFeed(text, options),
  };
}
