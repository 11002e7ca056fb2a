import type { TipType } from '@klieg/contract';
import { AppError, type Uuid } from '@klieg/kernel';
import type { BlockStore } from '../blocks/index.ts';
import { type Account, accountKey } from '../identity/index.ts';
import { deriveTransferId } from '../ledger/index.ts';
import type { ActPlace, RoomsFeature } from '../rooms/index.ts';
import type { Paid, Wallet } from '../wallet/index.ts';
import type { Offer, Offers } from './offers.ts';
import { refuseTip, TIP_SHARE_PERCENT } from './tip-rules.ts';
import type { TipDetail } from './tip-paid.ts';

interface Deps {
  readonly blocks: Pick<BlockStore, 'listApart'>;
  readonly wallet: Pick<Wallet, 'pay'>;
  readonly isBlockedCountry: (country: string | null) => boolean;
  readonly seats: Pick<RoomsFeature['seats'], 'findPlace'>;
  readonly offers: Pick<Offers, 'find'>;
  /** Counts tips; a repeat is not counted again. */
  readonly onTip: (amountTokens: number) => void;
}

export interface Tip {
  readonly key: Uuid;
  readonly sender: Account;
  readonly senderCountry: string | null;
  readonly receiver: Account;
  readonly amountTokens: number;
  /** As stored; null: none. */
  readonly comment: string | null;
  readonly type: TipType;
  readonly sourceId: string | null;
  readonly appData: Record<string, unknown> | null;
}

/** What a tip is given for, and from where. */
interface ActOf {
  readonly offer: Offer | undefined;
  readonly place: ActPlace | undefined;
}

/** What most tips are needs no note of its own. */
const detailOf = ({ type, appData }: Tip, act: Partial<ActOf>): TipDetail | undefined =>
  type === 'tip' && !appData && !act.place
    ? undefined
    : {
        type,
        ...(appData && { appData }),
        ...(act.offer && { label: act.offer.label }),
        ...(act.place && { place: act.place }),
      };

/**
 * Sends a tip: one payment in the ledger. Everything else that must happen reads the ledger's feed.
 * @throws spend errors, tipping.target_closed, tipping.item_gone
 */
export function makeSendTip(deps: Deps) {
  return async (tip: Tip): Promise<Paid & { readonly offer: Offer | undefined }> => {
    const refused = refuseTip({
      sender: tip.sender,
      receiver: tip.receiver,
      senderCountry: tip.senderCountry,
      isBlockedCountry: deps.isBlockedCountry,
    });
    if (refused) throw new AppError(refused);
    const { type, appData, amountTokens } = tip;
    const [apart, offer, place] = await Promise.all([
      deps.blocks.listApart([[tip.sender.id, tip.receiver.id]]),
      deps.offers.find({ type, appData, receiverId: tip.receiver.id, amountTokens }),
      deps.seats.findPlace(tip.receiver.id, accountKey(tip.sender.id)),
    ]);
    // Whom somebody ignores is not told so.
    if (apart.size > 0) throw new AppError('tipping.target_closed');
    const detail = detailOf(tip, { offer, place });
    const paid = await deps.wallet.pay({
      id: deriveTransferId(`account:${tip.sender.id}:tip`, tip.key),
      kind: 'tip',
      payer: tip.sender.id,
      receiver: tip.receiver.id,
      amountTokens: tip.amountTokens,
      sharePercent: TIP_SHARE_PERCENT,
      note: {
        ...(tip.comment !== null && { comment: tip.comment }),
        ...(tip.sourceId && { ref: { type: tip.type, id: tip.sourceId } }),
        ...(detail && { detail: { ...detail } }),
      },
    });
    if (!paid.isRepeat) deps.onTip(tip.amountTokens);
    return { ...paid, offer };
  };
}
