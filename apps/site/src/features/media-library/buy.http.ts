import { AppError } from '@klieg/kernel';
import type { Account, AccountStore } from '../identity/index.ts';
import { type RoomAccess } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { Wallet } from '../wallet/index.ts';
import type { makeBuyMedia } from './buy-media.ts';
import type { ListStore } from './list-store.ts';
import { opens } from './media-rules.ts';
import type { MediaStore } from './media-store.ts';
import type { OrderStore } from './order-store.ts';
import type { makePlaylists } from './playlists.ts';
import { type PresentMedia, ratingsOf } from './present-media.ts';
import { type MediaCalls, offeredOf } from './read.http.ts';
import type { MediaView, ReadMedia } from './read-media.ts';

export interface BuyDeps {
  readonly access: Pick<RoomAccess, 'enter' | 'refusalOf'>;
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly lists: Pick<ListStore, 'listLive'>;
  readonly media: Pick<MediaStore, 'find' | 'rate'>;
  readonly orders: Pick<OrderStore, 'hide'>;
  readonly buy: ReturnType<typeof makeBuyMedia>;
  readonly playlists: ReturnType<typeof makePlaylists>;
  readonly read: ReadMedia;
  readonly present: PresentMedia;
  readonly wallet: Pick<Wallet, 'spendableOf'>;
  readonly now: () => number;
}

/** Buys from one performer, and hides purchases. */
export function makeBuyHandlers(
  deps: BuyDeps,
): Pick<MediaCalls, 'purchaseMedia' | 'purchaseAllMedia' | 'hidePurchase' | 'restorePurchase'> {
  const { read, buy } = deps;

  /** What somebody wants to buy. @throws media_library.not_found, rooms.banned, common.not_self */
  const findWanted = async (id: number, caller: SiteCaller): Promise<MediaView> => {
    const view = await read.view(id, caller);
    if (view && view.isOwner) throw new AppError('common.not_self');
    if (view) return view;
    const media = await deps.media.find(id);
    const owner = media?.status === 'live' ? await deps.accounts.findById(media.modelId) : undefined;
    if (owner && (await deps.access.refusalOf(owner, caller)) === 'banned')
      throw new AppError('rooms.banned');
    throw new AppError('media_library.not_found');
  };

  const answer = async (view: MediaView, price: number, caller: SiteCaller) => {
    const now = (await read.view(view.media.id, caller)) ?? view;
    const [tokens, media] = await Promise.all([
      deps.wallet.spendableOf(caller.account!.id),
      deps.present.detail(now, caller),
    ]);
    return { status: 1 as const, message: 'Media Purchased' as const, price, tokens, media };
  };

  const setHidden = async (id: number, account: Account, at: Date | null) => {
    if (!(await deps.orders.hide(account.id, id, at))) throw new AppError('media_library.not_found');
    return { status: 1 as const };
  };

  return {
    async purchaseMedia({ params, body }, { caller, idempotencyKey }) {
      const view = await findWanted(params.id, caller);
      const buyer = caller.account!;
      const key = idempotencyKey!;
      const repeat = await buy.findRepeat({ buyer, key });
      if (repeat) return answer(view, repeat.price, caller);
      // Nothing is charged for owned or free media (MEDIA-LIBRARY-031).
      const isFree = view.price === 0 && (opens(view.access) || view.media.tokenPrice === 0);
      if (isFree) return answer(view, 0, caller);
      const buying = { key, buyer, owner: view.owner, source: body.source };
      const offered = { mediaId: view.media.id, price: view.price };
      const { price } = await buy.one(buying, offered, body.price);
      return answer(view, price, caller);
    },
    async purchaseAllMedia({ params, body }, { caller, idempotencyKey }) {
      const owner = await deps.access.enter(params.username, caller);
      const buyer = caller.account!;
      const key = idempotencyKey!;
      const typeId = body.type === undefined ? undefined : body.type === 'pictures' ? 1 : 2;
      const live = await read.viewAll(await deps.lists.listLive(owner.id, typeId), caller);
      const bought =
        (await buy.findRepeat({ buyer, key })) ??
        (await buy.all({ key, buyer, owner, source: 'all' }, offeredOf(live), body.price));
      return {
        status: 1,
        message: 'Media Purchased',
        bought: bought.mediaIds.length,
        price: bought.price,
        tokens: await deps.wallet.spendableOf(buyer.id),
        media_ids: [...bought.mediaIds],
      };
    },
    hidePurchase: ({ params }, { caller }) => setHidden(params.id, caller.account!, new Date(deps.now())),
    restorePurchase: ({ params }, { caller }) => setHidden(params.id, caller.account!, null),
  };
}

/** Ratings, and own playlists. */
export function makeListHandlers(
  deps: BuyDeps,
): Pick<MediaCalls, 'rateMedia' | 'addPlaylist' | 'changePlaylist' | 'deletePlaylist'> {
  const { playlists } = deps;
  return {
    async rateMedia({ params, body }, { caller }) {
      const view = await deps.read.view(params.id, caller);
      if (!view) throw new AppError('media_library.not_found');
      if (view.isOwner) throw new AppError('common.not_self');
      if (!opens(view.access) || view.access === 'preview') throw new AppError('media_library.locked');
      const { sum, count } = await deps.media.rate(
        params.id,
        caller.account!.id,
        body.stars,
        new Date(deps.now()),
      );
      return { status: 1, ratings: ratingsOf({ starsSum: sum, starsCount: count }) };
    },
    addPlaylist: async ({ body }, { caller }) => ({
      status: 1,
      playlist: await playlists.add(body.name, caller),
    }),
    changePlaylist: async ({ params, body }, { caller }) => ({
      status: 1,
      playlist: await playlists.change(params.id, body, caller),
    }),
    async deletePlaylist({ params }, { caller }) {
      await playlists.remove(params.id, caller);
      return { status: 1 };
    },
  };
}
