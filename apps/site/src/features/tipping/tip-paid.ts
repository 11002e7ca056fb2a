import type { TipType } from '@klieg/contract';
import type { AccountId, Uuid } from '@klieg/kernel';
import type { FeedItem } from '../ledger/index.ts';
import type { ActPlace } from '../rooms/index.ts';

/** What a tip keeps in the ledger for those who act on it. */
export interface TipDetail {
  readonly type: TipType | 'split';
  readonly appData?: Readonly<Record<string, unknown>>;
  /** What was bought, as named at that moment. */
  readonly label?: string;
  /** Only the proposer's part of a shared tip has it: all parts are paid at once, and the room hears of one tip. */
  readonly split?: { readonly id: Uuid; readonly totalTokens: number };
  /** Where the payer sat in the show that ran; absent: no show, or they waited outside. */
  readonly place?: ActPlace;
}

/** A tip as it is in the receiver's feed. */
export interface PaidTip {
  readonly id: Uuid;
  readonly payer: AccountId;
  readonly amountTokens: number;
  readonly comment: string | undefined;
  readonly type: TipDetail['type'];
  readonly split: TipDetail['split'];
  readonly appData: Readonly<Record<string, unknown>> | undefined;
  readonly label: string | undefined;
  readonly place: ActPlace | undefined;
  readonly at: number;
}

/** Reads a tip out of the feed; undefined for everything else that is earned. */
export function tipOf(item: FeedItem): PaidTip | undefined {
  if (item.event !== 'earned' || item.kind !== 'tip' || item.person === undefined) return undefined;
  // A highlight is paid like a tip, but the room sees the line instead.
  if (item.ref?.type === 'highlight') return undefined;
  const { type = 'tip', appData, label, split, place } = (item.detail ?? {}) as Partial<TipDetail>;
  return {
    id: item.id,
    payer: item.person,
    amountTokens: item.amountTokens,
    comment: item.comment,
    type,
    split,
    appData,
    label,
    place,
    at: item.at,
  };
}
