import type { Kit } from '../../platform/kit.ts';
import type { BillingFeature } from '../billing/index.ts';
import type { LedgerFeature } from '../ledger/index.ts';
import type { SettingsFeature } from '../settings/index.ts';
import type { WalletFeature } from '../wallet/index.ts';
import { makeDeclineTokens } from './decline-token.ts';
import { shortageOf } from './line-rules.ts';
import { makePostpayPart } from './me-part.ts';
import type { OfferTerms } from './offer-rules.ts';
import { makePostPayHandlers } from './post-pay.http.ts';
import { makePostpayStore } from './postpay-store.ts';
import { makeReadOffer } from './read-offer.ts';
import { makeTendLine } from './tend-line.ts';
import { makeWatchLines } from './watch-lines.ts';

export type PostPayFeature = ReturnType<typeof composePostPay>;

/** Tokens on credit, charged to a card on file later (machine 22). */
export function composePostPay(
  kit: Pick<Kit, 'database' | 'clock' | 'feed' | 'notices' | 'logged' | 'outbox' | 'secretOf'>,
  uses: {
    readonly billing: BillingFeature;
    readonly ledger: LedgerFeature;
    readonly settings: SettingsFeature;
    readonly wallet: WalletFeature;
    /** From when on credit is offered. */
    readonly postpayTerms: OfferTerms;
    readonly publicUrl: string;
  },
) {
  const { clock, feed } = kit;
  const { billing, publicUrl } = uses;
  const { ledger } = uses.ledger;
  const { wallet } = uses.wallet;
  const store = makePostpayStore(kit.database);
  const declineTokens = makeDeclineTokens(kit.secretOf('post-pay'));
  const { saveSettings } = uses.settings;
  const tend = makeTendLine({
    store,
    ledger,
    wallet,
    billing,
    saveSettings,
    declineTokens,
    database: kit.database,
    outbox: kit.outbox,
    feed,
    publicUrl,
    clock,
  });
  const watch = makeWatchLines({ ...kit, store, tend });
  uses.wallet.explainShortagesBy(async (payer) => {
    const line = await store.find(payer);
    return line && shortageOf(line);
  });
  const readOffer = makeReadOffer({ orders: billing.orders, terms: uses.postpayTerms, clock });
  return {
    mePart: makePostpayPart(store),
    handlers: makePostPayHandlers({
      store,
      billing,
      ledger,
      tend: async (account, how) => {
        watch.follow(account);
        return tend(account, how);
      },
      readOffer,
      declineTokens,
      clock,
    }),
    /** Whether a card is that of a line which gives credit or owes. */
    usesCard: store.usesCard,
    factReaders: [watch.facts],
    chores: watch.chores,
    stop: watch.stop,
  };
}
