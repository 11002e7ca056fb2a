import { type AutoReUps, readAutoReUps } from '@klieg/contract';
import { AppError, type Clock } from '@klieg/kernel';
import { MINUTE_MS } from '@klieg/kernel/time';
import type { BillingFeature, TakesReUpConsent } from '../billing/index.ts';
import type { SettingsFeature } from '../settings/index.ts';
import type { DecidedPromise, PromiseStore } from './promise-store.ts';
import { keepsTerms } from './re-up-rules.ts';

/** Promises that are looked at together. */
const BATCH = 50;
/** The card of an order comes with the post that pays it; after this time there is none. */
const CARD_WAITS_MS = 10 * MINUTE_MS;

interface Deps {
  readonly promises: PromiseStore;
  readonly billing: Pick<BillingFeature, 'orders' | 'products' | 'isOneClick'>;
  readonly saveChosenSettings: SettingsFeature['saveChosenSettings'];
  readonly clock: Clock;
}

/** Whether the consent is complete except for the card. */
const isWholeButCard = (settings: AutoReUps): boolean =>
  settings.card_id === undefined &&
  readAutoReUps(JSON.stringify({ ...settings, card_id: '00000000-0000-7000-8000-000000000000' })) !==
    undefined;

/**
 * Consents that are given with a purchase on a biller's page, when there may be no card on file yet: they wait with
 * their order, and count once it is paid and has left a card (S2301).
 */
export function makeKeepPromises(deps: Deps): Omit<TakesReUpConsent, 'keep'> & {
  /** Lets the promises count whose orders are paid, and forgets those of the others. Safe to run again. */
  readonly settle: () => Promise<void>;
} {
  const { promises, clock } = deps;
  const { orders, products, isOneClick } = deps.billing;

  const settleOne = async ({ orderId, accountId, terms, cardId }: DecidedPromise): Promise<void> => {
    const order = await orders.find(orderId);
    if (order?.state !== 'succeeded') return promises.drop(orderId);
    if (cardId === null) {
      const isLate = clock.now() - (order.settledAt ?? order.createdAt).getTime() > CARD_WAITS_MS;
      return isLate ? promises.drop(orderId) : undefined;
    }
    // It is bought again at its price then, or not at all.
    const product = await products.findPackage(order.internalId);
    const agreed = { agreedCents: order.amountCents, agreedTokens: order.tokens };
    if (!keepsTerms(product, agreed)) return promises.drop(orderId);
    const choice = { ...(JSON.parse(terms) as AutoReUps), card_id: cardId };
    try {
      // Another node may settle the same one, and who switches it off at this moment has it off.
      await deps.saveChosenSettings(accountId, async (_before, within) =>
        (await promises.take(orderId, within)) ? { auto_re_ups: JSON.stringify(choice) } : {},
      );
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // For example a card deleted meanwhile: the consent no longer refers to anything.
      await promises.drop(orderId);
    }
  };

  return {
    async check(settings, { biller, internalId }) {
      if (!isWholeButCard(settings) || settings.internal_id !== internalId)
        throw new AppError('common.invalid_input');
      if (!(await products.findPackage(internalId))) throw new AppError('billing.product_unknown');
      if (!isOneClick(biller)) throw new AppError('billing.card_unknown');
    },
    promise: (order, settings) =>
      settings
        ? promises.keep({
            orderId: order.id,
            accountId: order.accountId,
            terms: JSON.stringify(settings),
            agreedAt: new Date(clock.now()),
          })
        : promises.drop(order.id),
    cardLeft: promises.noteCard,
    async settle() {
      const failures: unknown[] = [];
      // One that cannot be settled holds up no other; the next look tries it again.
      for (const promise of await promises.listDecided(BATCH))
        await settleOne(promise).catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    },
  };
}
