import type { Payload } from '@klieg/contract';
import { TIP_MENU } from '@klieg/contract/features/acts/limits';
import { type AccountId, AppError } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import type { FeedItem, FeedReader } from '../ledger/index.ts';
import { isSeen, type RoomHub } from '../rooms/index.ts';
import { type PaidTip, tipOf } from '../tipping/index.ts';
import type { ActStore } from './act-store.ts';
import type { MenuStore } from './menu-store.ts';
import type { ReturnActs } from './return-acts.ts';

/** An act still owed is returned some days after its broadcast; no broadcast lasts more than one further day. */
const RETURN_MS = 8 * DAY_MS;

/** A tip for an item of a menu. */
const isSale = (tip: PaidTip | undefined): tip is PaidTip =>
  tip?.type === 'tip_menu' && tip.appData?.['app_id'] === TIP_MENU;

/**
 * What tips for menu items lead to. The act and the reader's position in the feed are saved in one transaction, so that
 * a payment is owed exactly once, even if the process dies after the payment (S1203).
 */
export function makeMenuReader(deps: {
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  readonly acts: Pick<ActStore, 'add' | 'takeBack'>;
  readonly menu: Pick<MenuStore, 'sell'>;
  readonly returns: Pick<ReturnActs, 'announce'>;
  readonly hub: Pick<RoomHub, 'submit'>;
  /** The room's apps have changed: sold-out items disappear. */
  readonly markChanged: (roomId: AccountId) => void;
}): FeedReader {
  const tellRoom = async (receiver: Account, payer: Account | undefined, tip: PaidTip, label: string) => {
    const outcome: Payload<'v3.app.outcome'> = {
      app_id: TIP_MENU,
      round: 0,
      ...(payer && isSeen(payer) && { username: payer.username }),
      label,
      tokens: tip.amountTokens,
      id: tip.id,
      at: tip.at,
    };
    const entry = { kind: 'moment', name: 'v3.app.outcome', variants: { viewers: outcome } } as const;
    if (!(await deps.hub.submit(receiver.username, entry, `outcome.${tip.id}`)))
      throw new AppError('common.unavailable', { internal: 'the room did not take an outcome in time' });
  };

  const sell = async (item: FeedItem, tip: PaidTip, receiver: Account, transaction: Transaction) => {
    const itemId = String(tip.appData!['item_id']);
    const label = tip.label ?? itemId;
    const isSold = await deps.menu.sell(transaction, receiver.id, itemId);
    const act = {
      id: tip.id,
      modelId: receiver.id,
      payerId: tip.payer,
      appId: TIP_MENU,
      label,
      tokens: tip.amountTokens,
      feedNumber: item.number,
      soldAt: new Date(tip.at),
      // A payment for something meanwhile removed or sold out is returned in full (S1204).
      state: isSold ? ('owed' as const) : ('returning' as const),
      returnAt: new Date(tip.at + RETURN_MS),
    };
    await deps.acts.add(transaction, act);
    // Their pages are told like the room: before the commit, and again if that fails.
    if (!isSold) (await deps.returns.announce(transaction, act))();
    return { isSold, label };
  };

  return {
    name: 'acts.menu',
    from: 'now',
    concerns: ({ event, kind, causeKind }) =>
      (event === 'earned' && kind === 'tip') || (event === 'reversed' && causeKind === 'tip'),
    async handle(roomId, items, transaction) {
      const payers = items.flatMap((item) => (isSale(tipOf(item)) ? [item.person!] : []));
      const people = payers.length > 0 ? await deps.accounts.listByIds([roomId, ...payers], transaction) : [];
      const accounts = new Map(people.map((one) => [one.id, one]));
      for (const item of items) {
        if (item.event === 'reversed' && item.causeNumber !== undefined)
          await deps.acts.takeBack(transaction, roomId, item.causeNumber, item.amountTokens);
        const tip = tipOf(item);
        const receiver = accounts.get(roomId);
        if (!isSale(tip) || !receiver) continue;
        const { isSold, label } = await sell(item, tip, receiver, transaction);
        if (isSold) await tellRoom(receiver, accounts.get(tip.payer), tip, label);
        deps.markChanged(roomId);
      }
    },
  };
}
