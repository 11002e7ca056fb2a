import type { TipType } from '@klieg/contract';
import { type AccountId, AppError } from '@klieg/kernel';

/** Something that a room sells by a tip of exactly its price. */
export interface Offer {
  readonly itemId: string;
  readonly label: string;
  readonly price: number;
}

/** What an app offers in a room now; empty while it sells nothing. */
export type ListOffers = (roomId: AccountId) => Promise<readonly Offer[]>;

/** The apps of rooms that sell something. */
export interface Offers {
  /** From now on this app sells. */
  add(appId: number, list: ListOffers): void;
  /** All that a room sells now. */
  list(roomId: AccountId): Promise<readonly Offer[]>;
  /**
   * What a tip is for, with its current words; undefined if not for an app's item.
   * @throws tipping.item_gone where that is not offered, or not at this price (S1203)
   */
  find(act: {
    readonly type: TipType;
    readonly appData: Readonly<Record<string, unknown>> | null;
    readonly receiverId: AccountId;
    readonly amountTokens: number;
  }): Promise<Offer | undefined>;
}

export function makeOffers(): Offers {
  const sellers = new Map<number, ListOffers>();
  return {
    add: (appId, list) => void sellers.set(appId, list),
    async list(roomId) {
      return (await Promise.all([...sellers.values()].map((list) => list(roomId)))).flat();
    },
    async find({ type, appData, receiverId, amountTokens }) {
      if (type !== 'tip_menu' && type !== 'app' && appData === null) return undefined;
      const list = type === 'tip_menu' ? sellers.get(Number(appData?.['app_id'])) : undefined;
      const offer = (await list?.(receiverId))?.find(({ itemId }) => itemId === appData?.['item_id']);
      if (offer?.price !== amountTokens) throw new AppError('tipping.item_gone');
      return offer;
    },
  };
}
