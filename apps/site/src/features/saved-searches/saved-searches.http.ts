import { type callsByFeature, type SavedSearch } from '@klieg/contract';
import { type AccountId, AppError, toInstant, type Uuid, uuidv7 } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { FindLiveWith } from '../discovery/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { SavedSearchStore } from './saved-search-store.ts';
import { anchorsOf, filtersOf, hasWords, queryOf } from './search-rules.ts';

/** The calls of saved searches. */
export function makeSavedSearchesHandlers({
  store,
  findLiveWith,
}: {
  readonly store: SavedSearchStore;
  readonly findLiveWith: FindLiveWith;
}): Handlers<(typeof callsByFeature)['saved-searches'], SiteCaller> {
  const list = async (accountId: AccountId, { country, state }: SiteCaller) => {
    const items = (await store.listOf(accountId)).map((search): SavedSearch => {
      const filters = filtersOf(search.query);
      return {
        id: search.id,
        name: search.name,
        query: search.query,
        is_told: search.isTold,
        live_count: filters ? findLiveWith(filters, { country, state }).total : 0,
        created_at: toInstant(search.createdAt),
      };
    });
    return { items };
  };
  const done = { status: 1 as const };

  return {
    listSavedSearches: (_input, { caller }) => list(caller.account!.id, caller),
    async saveSearch({ body }, { caller }) {
      const { id: accountId } = caller.account!;
      if (hasWords(body.query)) throw new AppError('saved_searches.words');
      const filters = filtersOf(body.query);
      if (!filters) throw new AppError('saved_searches.empty');
      const search = { id: uuidv7(), accountId, name: body.name, isTold: body.is_told };
      const isKept = await store.save({ ...search, query: queryOf(filters), anchors: anchorsOf(filters) });
      if (!isKept) throw new AppError('saved_searches.full');
      return { ...done, ...(await list(accountId, caller)) };
    },
    async changeSavedSearch({ params, body }, { caller }) {
      const { id: accountId } = caller.account!;
      const change = { name: body.name, isTold: body.is_told };
      if (!(await store.change(accountId, params.id as Uuid, change))) throw new AppError('common.not_found');
      return { ...done, ...(await list(accountId, caller)) };
    },
    async removeSavedSearch({ params }, { caller }) {
      const { id: accountId } = caller.account!;
      await store.remove(accountId, params.id as Uuid);
      return { ...done, ...(await list(accountId, caller)) };
    },
  };
}
