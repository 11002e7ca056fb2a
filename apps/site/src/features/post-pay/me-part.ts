import type { MePart } from '../identity/index.ts';
import type { PostpayStore } from './postpay-store.ts';

/** Whether somebody pays later; while a line is suspended, tokens can be bought again, which pay the debt. */
export const makePostpayPart = (store: Pick<PostpayStore, 'find'>): MePart<'postpay'> => ({
  empty: { postpay: false },
  read: (asks) =>
    Promise.all(
      asks.map(async ({ account }) => {
        const line = await store.find(account.id);
        return {
          postpay:
            line !== undefined && ['active', 'settling', 'past_due'].includes(line.state) && !line.isEnding,
        };
      }),
    ),
});
