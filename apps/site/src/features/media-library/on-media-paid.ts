import { type AccountStore, chosenInvisibleLevel } from '../identity/index.ts';
import type { FeedItem, FeedReader } from '../ledger/index.ts';
import type { NewNotice, NotificationsFeature } from '../notifications/index.ts';
import type { MediaStore } from './media-store.ts';

const isSale = ({ event, kind, person, ref }: FeedItem): boolean =>
  event === 'earned' && kind === 'media' && person !== undefined && ref?.type === 'media';

/** Tells a performer what was sold, once for each payment, also after a crash. Buyers who hide are not named. */
export const makeTellSold = (deps: {
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  readonly media: Pick<MediaStore, 'listByIds'>;
  readonly notifyWithin: NotificationsFeature['notifyWithin'];
}): FeedReader => ({
  name: 'media_library.sold',
  from: 'now',
  concerns: isSale,
  async handle(modelId, items, transaction) {
    const sales = items.filter(isSale);
    if (sales.length === 0) return;
    const people = await deps.accounts.listByIds(
      [...new Set(sales.map(({ person }) => person!))],
      transaction,
    );
    const buyers = new Map(people.map((one) => [one.id, one]));
    // An order whose rights are gone is named by its own id, which is no media's; it must not stop the feed.
    const ids = [...new Set(sales.map(({ ref }) => Number(ref!.id)))].filter(Number.isSafeInteger);
    const media = await deps.media.listByIds(ids, transaction);
    const names = new Map(media.map(({ id, name }) => [id, name]));
    for (const { person, ref, amountTokens, detail } of sales) {
      const more = Number(detail?.['count'] ?? 1) - 1;
      const name = `${names.get(Number(ref!.id)) ?? ''}${more > 0 ? ` +${more}` : ''}`;
      const told = { kind: 'media_sold', url: '/account/media/own' } as const;
      const params = { name, tokens: String(amountTokens) };
      const buyer = buyers.get(person!);
      const notice: NewNotice =
        buyer && chosenInvisibleLevel(buyer) === 0
          ? { ...told, code: 'media_sold', params: { ...params, username: buyer.username } }
          : { ...told, code: 'media_sold_nameless', params };
      (await deps.notifyWithin(transaction, modelId, notice))();
    }
  },
});
