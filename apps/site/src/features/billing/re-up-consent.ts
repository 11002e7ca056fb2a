import type { AutoReUps, Biller } from '@klieg/contract';
import type { AccountId, Uuid } from '@klieg/kernel';
import type { Order } from './orders/order-store.ts';

/** Takes consents to buy again automatically that are given with a purchase. */
export interface TakesReUpConsent {
  /** Keeps one that names a card on file. @throws billing.product_unknown, billing.card_unknown */
  keep(account: AccountId, settings: AutoReUps): Promise<void>;
  /**
   * Refuses a consent that could not be kept with an order of this product at this biller.
   * @throws common.invalid_input, billing.product_unknown, billing.card_unknown
   */
  check(settings: AutoReUps, at: { readonly biller: Biller; readonly internalId: string }): Promise<void>;
  /**
   * Stores a consent that counts once this order is paid and has left a card. The person's last press decides: without
   * a consent, an earlier one with the same order is forgotten.
   */
  promise(order: Order, settings: AutoReUps | undefined): Promise<void>;
  /** An order has left this card on file. A repeat changes nothing. */
  cardLeft(orderId: Uuid, cardId: Uuid): Promise<void>;
}

/** Where the feature for automatic purchases takes the consent given with a purchase. */
export function makeReUpConsent() {
  let taker: TakesReUpConsent | undefined;
  return {
    /** Nothing happens where nobody takes it. */
    keep: async (account, settings) => taker?.keep(account, settings),
    check: async (settings, at) => taker?.check(settings, at),
    promise: async (order, settings) => taker?.promise(order, settings),
    cardLeft: async (orderId, cardId) => taker?.cardLeft(orderId, cardId),
    /** Says who takes it. A second one takes the place of the first. */
    takenBy(one: TakesReUpConsent): void {
      taker = one;
    },
  } satisfies TakesReUpConsent & { takenBy: unknown };
}
