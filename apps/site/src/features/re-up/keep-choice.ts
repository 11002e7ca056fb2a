import { type AgreedReUps, type AutoReUps, readAutoReUps } from '@klieg/contract';
import { type AccountId, AppError, type Clock } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import { type BillingFeature, sells } from '../billing/index.ts';
import { isModel, type SettingsPart } from '../identity/index.ts';
import { makePromiseStore } from './promise-store.ts';
import { makeReUpStore } from './re-up-store.ts';

const isAgreed = (choice: AutoReUps): choice is AgreedReUps => choice.enabled;

/** Consent to automatic purchases, and its end at once, as the setting `auto_re_ups` names them. */
export function makeReUpSettings(deps: {
  readonly database: Database;
  readonly billing: Pick<BillingFeature, 'orders' | 'products' | 'billers'>;
  readonly clock: Clock;
}) {
  const store = makeReUpStore(deps.database);
  const promises = makePromiseStore(deps.database);
  const { orders, products, billers } = deps.billing;
  return {
    refuse: ({ auto_re_ups: text }, account) =>
      text !== undefined && readAutoReUps(text)?.enabled && isModel(account)
        ? 'settings.not_allowed'
        : undefined,
    /** @throws billing.product_unknown, billing.card_unknown */
    async keep(id: AccountId, { auto_re_ups: text }, within) {
      const choice = text === undefined ? undefined : readAutoReUps(text);
      if (text === undefined || !choice) return;
      if (!isAgreed(choice)) {
        await store.end(id, choice.disabled_by_user, within);
        return promises.dropAll(id, within);
      }
      const product = await products.findPackage(choice.internal_id, within);
      if (!product) throw new AppError('billing.product_unknown');
      const card = (await orders.listCards(id, within)).find((one) => one.id === choice.card_id);
      const biller = card && billers.get(card.biller);
      if (!biller?.capabilities.hasOneClick) throw new AppError('billing.card_unknown');
      if (!sells(biller, product, null)) throw new AppError('billing.product_unknown');
      const agreed = {
        terms: text,
        now: deps.clock.now(),
        cents: product.amountCents,
        tokens: product.tokens + product.bonusTokens,
      };
      if (!(await store.agree(id, choice, agreed, within))) throw new AppError('billing.card_unknown');
      // A consent given with a pending order is replaced: the latest choice counts.
      await promises.dropAll(id, within);
    },
  } satisfies SettingsPart;
}
