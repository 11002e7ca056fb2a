import type { AccountStore } from '../identity/index.ts';
import type { FeedReader } from '../ledger/index.ts';
import { tipOf } from '../tipping/index.ts';
import { partnerOf } from './partner.ts';
import type { Messenger } from './send-message.ts';

/** A tip sent from a conversation also appears in it; its id makes sure there is only one such message. */
export const makeTipMessages = (deps: {
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  readonly messenger: Pick<Messenger, 'deliver'>;
}): FeedReader => ({
  name: 'direct_messages.tips',
  from: 'now',
  concerns: (item) => tipOf(item)?.type === 'pm',
  async handle(receiverId, items, transaction) {
    const tips = items.flatMap((item) => tipOf(item) ?? []).filter(({ type }) => type === 'pm');
    if (tips.length === 0) return;
    const ids = [...new Set([receiverId, ...tips.map(({ payer }) => payer)])];
    const people = await deps.accounts.listByIds(ids, transaction);
    const byId = new Map(people.map((person) => [person.id, person]));
    const receiver = byId.get(receiverId);
    for (const { id, payer, amountTokens, comment } of tips) {
      const sender = byId.get(payer);
      if (!sender || !receiver) continue;
      await deps.messenger.deliver(sender, partnerOf(receiver), {
        clientId: id,
        text: comment ?? '',
        tipTokens: amountTokens,
      });
    }
  },
});
