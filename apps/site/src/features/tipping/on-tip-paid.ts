import type { Payload } from '@klieg/contract';
import { AppError, type Uuid } from '@klieg/kernel';
import type { AccountFeed } from '../../platform/sockets/index.ts';
import { type Account, accountKey, type AccountStore } from '../identity/index.ts';
import type { FeedItem, FeedReader } from '../ledger/index.ts';
import { type Act, isSeen, type RoomHub, withoutPayer } from '../rooms/index.ts';
import { type PaidTip, tipOf } from './tip-paid.ts';

interface Deps {
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  readonly hub: Pick<RoomHub, 'submit' | 'command'>;
  readonly feed: AccountFeed;
}

/** A shared tip is one event, from the proposer with the sum. */
const idOf = ({ id, split }: PaidTip): Uuid => split?.id ?? id;
const isShown = ({ type, split }: PaidTip): boolean => type !== 'split' || split !== undefined;

/** What was bought, in the performer's words; the page's own words are not shown to anybody. */
const appDataOf = ({ appData, label }: PaidTip): Pick<Payload<'v3.tip.received'>, 'app_data'> => {
  if (!appData) return {};
  const { radio_option: _words, ...known } = appData;
  return { app_data: { ...known, ...(label !== undefined && { radio_option: label }) } };
};

const newsOf = (tip: PaidTip, sender: Account, receiver: Account): Payload<'v3.tip.received'> => ({
  tokens: tip.split?.totalTokens ?? tip.amountTokens,
  receiver_name: receiver.username,
  sender_name: sender.username,
  type: tip.type,
  ...(tip.comment && { comment: tip.comment }),
  id: idOf(tip),
  at: tip.at,
  ...appDataOf(tip),
});

/**
 * Shows tips to room, sender and receiver. It reads the ledger's feed, so that a tip that was paid is shown
 * also when the process that took it died; the tip's id marks a repeat.
 */
export function makeTipNews(deps: Deps): FeedReader {
  /**
   * Tips given in a show do not count for the lists of others when the giver re-enters: that would reveal who is in it
   * (F9).
   */
  const countTip = (receiver: Account, item: FeedItem) => {
    const { id, person, kind, event, amountTokens } = item;
    if (event !== 'earned' || kind !== 'tip' || person === undefined || tipOf(item)?.place) return;
    deps.hub.command(receiver.username, {
      kind: 'tipped',
      personKey: accountKey(person),
      id,
      tippedTokens: amountTokens,
    });
  };

  const show = async (tip: PaidTip, sender: Account, receiver: Account) => {
    const news = newsOf(tip, sender, receiver);
    const act: Act = { personKey: accountKey(sender.id), place: tip.place };
    const entry = {
      kind: 'moment',
      name: 'v3.tip.received',
      variants: { viewers: news },
      act,
      kept: { payload: isSeen(sender) ? news : withoutPayer(news), username: sender.username },
    } as const;
    if (!(await deps.hub.submit(receiver.username, entry, idOf(tip))))
      throw new AppError('common.unavailable', { internal: 'the room did not take a tip in time' });
    deps.feed.send(sender.id, 'v3.tip.received', news);
    deps.feed.send(receiver.id, 'v3.tip.received', news);
  };

  return {
    name: 'tipping.news',
    from: 'now',
    concerns: ({ event, kind }) => event === 'earned' && kind === 'tip',
    async handle(receiverId, items, transaction) {
      const payers = items.flatMap(({ person }) => person ?? []);
      const people = await deps.accounts.listByIds([...new Set([receiverId, ...payers])], transaction);
      const accounts = new Map(people.map((one) => [one.id, one]));
      const receiver = accounts.get(receiverId);
      if (!receiver) return;
      for (const item of items) {
        countTip(receiver, item);
        const tip = tipOf(item);
        const sender = tip && accounts.get(tip.payer);
        if (tip && sender && isShown(tip)) await show(tip, sender, receiver);
      }
    },
  };
}
