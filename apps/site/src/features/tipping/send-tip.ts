import { cleanText, type Payload, type TipType } from '@klieg/contract';
import { type AccountId, AppError, type Clock, type Uuid } from '@klieg/kernel';
import type { Account } from '../identity/index.ts';
import type { AccountFeed, RoomHub } from '../rooms/index.ts';
import { refuseTip, TIP_SHARE_PERCENT } from './tip-rules.ts';

/** The ledger's answer to a spend: what the sender can spend now. */
export interface Spent {
  readonly transferId: Uuid;
  readonly spendable: number;
}

interface Deps {
  /** Takes the tokens or refuses with a spend error of the contract; a repeat of the key has no second effect. */
  readonly spend: (tip: {
    readonly key: Uuid;
    readonly payer: AccountId;
    readonly receiver: AccountId;
    readonly amountTokens: number;
    readonly sharePercent: number;
    readonly comment: string | null;
    readonly ref: { readonly type: string; readonly id: string } | null;
  }) => Promise<Spent>;
  readonly hub: RoomHub;
  readonly feed: AccountFeed;
  readonly isBlockedCountry: (country: string | null) => boolean;
  readonly onTip: (amountTokens: number) => void;
  /** A tip that was sent out of a conversation; a repeat of the key tells it again. */
  readonly onMessageTip: (tip: Tip, transferId: Uuid) => void;
  readonly clock: Clock;
}

export interface Tip {
  readonly key: Uuid;
  readonly sender: Account;
  readonly senderCountry: string | null;
  readonly receiver: Account;
  readonly amountTokens: number;
  readonly comment: string | undefined;
  readonly type: TipType;
  readonly sourceId: string | null;
  readonly appData: Record<string, unknown> | null;
}

/**
 * Sends a tip: one post in the ledger, then the news to room, sender and receiver.
 * @throws spend errors, tipping.target_closed
 */
export function makeSendTip(deps: Deps) {
  const publish = (tip: Tip, spent: Spent) => {
    const { sender, receiver } = tip;
    const news: Payload<'v3.tip.received'> = {
      tokens: tip.amountTokens,
      receiver_name: receiver.username,
      sender_name: sender.username,
      type: tip.type,
      ...(tip.comment && { comment: tip.comment }),
      id: spent.transferId,
      at: deps.clock.now(),
      ...(tip.appData && { app_data: tip.appData }),
    };
    deps.hub.order(receiver.username, {
      kind: 'purse',
      personKey: `a${sender.id}`,
      tippedTokens: tip.amountTokens,
      tokens: spent.spendable,
    });
    deps.hub.submit(receiver.username, {
      kind: 'moment',
      name: 'v3.tip.received',
      variants: { viewers: news },
    });
    deps.feed.send(sender.id, 'v3.tip.received', news);
    deps.feed.send(receiver.id, 'v3.tip.received', news);
  };

  return async (tip: Tip): Promise<Spent> => {
    const refused = refuseTip({
      sender: tip.sender,
      receiver: tip.receiver,
      senderCountry: tip.senderCountry,
      isBlockedCountry: deps.isBlockedCountry,
    });
    if (refused) throw new AppError(refused);
    const comment = tip.comment === undefined ? undefined : cleanText(tip.comment).trim();
    const spent = await deps.spend({
      key: tip.key,
      payer: tip.sender.id,
      receiver: tip.receiver.id,
      amountTokens: tip.amountTokens,
      sharePercent: TIP_SHARE_PERCENT,
      comment: comment || null,
      ref: tip.sourceId ? { type: tip.type, id: tip.sourceId } : null,
    });
    deps.onTip(tip.amountTokens);
    publish({ ...tip, comment }, spent);
    if (tip.type === 'pm') deps.onMessageTip({ ...tip, comment }, spent.transferId);
    return spent;
  };
}
