import type { PurchaseTab } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import { LEVELS, levelsFrom } from '../fan-club/index.ts';
import type { Account } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { ListFilter, MediaPage } from './list-store.ts';
import { makeListSellers, type MediaCalls, type ReadDeps } from './read.http.ts';

const RANKED_PAGE = 20;
const SHOWN_OF_EACH = 4;
const TOP = 10;

/** Who sells most. */
export function makeTopHandlers(deps: ReadDeps): Pick<MediaCalls, 'topMediaMonth' | 'topMediaList'> {
  const { lists, read, present } = deps;
  const listSellers = makeListSellers(deps);

  return {
    async topMediaMonth(_asked, { caller }) {
      const month = new Date(deps.now()).toISOString().slice(0, 7);
      const sold = await deps.orders.topSince(new Date(`${month}-01T00:00:00Z`), 1_000);
      const open = new Map(
        (
          await read.listOpen(
            sold.map(({ modelId }) => modelId),
            caller,
          )
        ).map((owner) => [owner.id, owner]),
      );
      const top = sold.filter(({ modelId }) => open.has(modelId)).slice(0, TOP);
      const data = await Promise.all(
        top.map(async (one, at) => ({
          user: await deps.cardOf(open.get(one.modelId)!, caller),
          sold: one.sold,
          rank: at + 1,
        })),
      );
      return { data, month };
    },
    async topMediaList({ query }, { caller }) {
      const sellers = new Map((await listSellers(caller)).map((owner) => [owner.id, owner]));
      const ranked = await lists.rankSellers([...sellers.keys()], query.page, RANKED_PAGE);
      const data = await Promise.all(
        ranked.map(async ({ modelId, count }, at) => {
          const best: ListFilter = { sort: 'popular', page: 1 };
          const { list } = await lists.ofModels([modelId], best);
          const views = await read.viewAll(list.slice(0, SHOWN_OF_EACH), caller);
          return {
            user: await deps.cardOf(sellers.get(modelId)!, caller),
            media: await present.cards(views, caller),
            count_total: count,
            rank: (query.page - 1) * RANKED_PAGE + at + 1,
          };
        }),
      );
      return {
        data,
        count_total: sellers.size,
        last_page: Math.max(1, Math.ceil(sellers.size / RANKED_PAGE)),
      };
    },
  };
}

const EMPTY: MediaPage = { list: [], total: 0 };

/** What somebody has: bought, included by a fan club, in lists, or made. */
export function makeLibraryHandlers(deps: ReadDeps): Pick<MediaCalls, 'listPurchased' | 'listPlaylists'> {
  const { lists, read, present } = deps;

  /** For each club that somebody is in, what of the performer's media is included. */
  const includedLevels = async ({ id }: Account, caller: SiteCaller) => {
    const memberships = await deps.memberships.listOfMembers([id]);
    const open = new Set(
      (
        await read.listOpen(
          memberships.map(({ modelId }) => modelId),
          caller,
        )
      ).map((owner) => owner.id),
    );
    const levels = await Promise.all(
      memberships
        .filter(({ modelId }) => open.has(modelId))
        .map(async ({ modelId }) => ({ modelId, own: await deps.rights.levelOf(id, modelId) })),
    );
    return levels.flatMap(({ modelId, own }) => {
      if (own === null) return [];
      const covered = LEVELS.filter((level) => levelsFrom(level).includes(own));
      return [...covered, ...(own === 'legend' ? [null] : [])].map((level) => ({ modelId, level }));
    });
  };

  const pageOf = async (
    { a, b }: { readonly a: 'purchased' | 'own'; readonly b: string },
    filter: ListFilter,
    caller: SiteCaller,
    of: string | undefined,
  ): Promise<MediaPage> => {
    const account = caller.account!;
    const typeId = b === 'pictures' ? 1 : b === 'videos' || b === 'recording' ? 2 : undefined;
    const kind: Pick<ListFilter, 'typeId' | 'isRecording'> = { typeId, isRecording: b === 'recording' };
    if (a === 'own') return b === 'playlists' ? EMPTY : lists.own(account.id, { ...filter, ...kind, tab: b });
    const owner = of === undefined ? undefined : await deps.accounts.findByUsername(of);
    if (of !== undefined && !owner) return EMPTY;
    const isWanted = (id: AccountId) => owner === undefined || owner.id === id;
    if (b === 'fanclub')
      return lists.included(
        (await includedLevels(account, caller)).filter(({ modelId }) => isWanted(modelId)),
        filter,
      );
    if (b === 'playlists') return lists.inPlaylists(account.id, filter);
    const open = await read.listOpen((await lists.listBoughtOf(account.id)).filter(isWanted), caller);
    const models = open.map(({ id }) => id);
    return lists.bought(account.id, models, { ...filter, ...kind, isHidden: b === 'hidden_media' });
  };

  /** How many each tab has. */
  const totalsOf = async (
    account: Account,
    playlists: number,
    caller: SiteCaller,
  ): Promise<Record<PurchaseTab, number>> => {
    const open = await read.listOpen(await lists.listBoughtOf(account.id), caller);
    const [bought, fanclub] = await Promise.all([
      lists.countBought(
        account.id,
        open.map(({ id }) => id),
      ),
      includedLevels(account, caller).then(lists.countIncluded),
    ]);
    const { hidden, ...shown } = bought;
    return { ...shown, playlists, fanclub, hidden_media: hidden };
  };

  return {
    async listPurchased({ params, query }, { caller }) {
      const { filters = {}, page } = query;
      const filter: ListFilter = {
        tag: filters.tag,
        text: filters.q || undefined,
        sort: filters.sort_by ?? 'new',
        page,
      };
      const found = await pageOf(params, filter, caller, filters.username);
      const views = await read.viewAll(found.list, caller);
      const isOwn = params.a === 'own';
      const [items, playlists, first] = await Promise.all([
        isOwn ? present.edits(views, caller) : present.items(views, caller),
        deps.playlists.ofCaller(caller),
        views[0] ? present.detail(views[0], caller) : null,
      ]);
      const totals = isOwn ? null : await totalsOf(caller.account!, playlists.length, caller);
      return { items, total: found.total, playlists, media: first, totals };
    },
    async listPlaylists({ query }, { caller }) {
      if (query.username === undefined) return { playlists: await deps.playlists.ofCaller(caller) };
      const owner = await deps.access.enter(query.username, caller);
      return { playlists: await deps.playlists.ofModel(owner, caller) };
    },
  };
}
