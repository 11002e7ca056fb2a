import type { MePart } from '../identity/index.ts';
import type { OrderStore } from './order-store.ts';

/** How much media somebody has bought. */
export const makeMediaMePart = ({
  orders,
}: {
  readonly orders: Pick<OrderStore, 'listAllBought'>;
}): MePart<'media_ids'> => ({
  empty: { media_ids: [] },
  async read(asks) {
    const ids = asks.map(({ account }) => account.id);
    const found = await orders.listAllBought(ids);
    return ids.map((id) => ({
      media_ids: found.filter(({ buyer }) => buyer === id).map(({ media }) => media),
    }));
  },
});
