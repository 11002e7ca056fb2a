import type { UserCard } from '@klieg/contract';
import type { AccountId, Uuid } from '@klieg/kernel';
import { type FactReader, when } from '../../platform/events/index.ts';
import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Database } from '../../platform/postgres/index.ts';
import type { BlockStore } from '../blocks/index.ts';
import { wentLive } from '../broadcast/index.ts';
import type { FindLiveWith } from '../discovery/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import type { RoomStore } from '../rooms/index.ts';
import type { KeptSearch, SavedSearchStore } from './saved-search-store.ts';
import { anchorsFor, filtersOf } from './search-rules.ts';

const JOB = 'saved-searches';
/** Searches processed in one job; further ones are another job. */
const EACH = 200;

interface Job {
  readonly modelId: AccountId;
  readonly after: Uuid | null;
}

/** Tells those whose saved search a performer fits that she is live. */
export function makeTellSearchers(deps: {
  readonly database: Database;
  readonly store: SavedSearchStore;
  readonly jobs: JobQueue;
  readonly accounts: Pick<AccountStore, 'findById' | 'listByIds'>;
  readonly blocks: Pick<BlockStore, 'listApart'>;
  readonly rooms: Pick<RoomStore, 'get' | 'isFollowing'>;
  readonly cardOf: (username: string) => UserCard | undefined;
  readonly findLiveWith: FindLiveWith;
  readonly notifyWithin: NotificationsFeature['notifyWithin'];
}) {
  const { store, jobs, accounts } = deps;
  jobs.expect(JOB);

  /** Who fits is found as the list of the search would find her, from where the searcher's account is. */
  const fits = (search: KeptSearch, searcher: Account, model: Account): boolean => {
    const filters = filtersOf(search.query);
    const place = { country: searcher.countryCode, state: null };
    return filters !== undefined && deps.findLiveWith(filters, place, [model.username]).total > 0;
  };

  const tell = async (search: KeptSearch, model: Account): Promise<void> => {
    const told = await deps.database.kysely.transaction().execute(async (transaction) => {
      if (!(await store.claim(transaction, search.id))) return undefined;
      return deps.notifyWithin(transaction, search.accountId, {
        kind: 'model_online',
        code: 'search_live',
        params: { name: model.displayName, search: search.name },
        url: `/${model.username}`,
      });
    });
    told?.();
  };

  /** Whether somebody is notified as her follower. */
  const isToldAnyway = async (searcher: Account, model: Account): Promise<boolean> =>
    searcher.settings.featured_show_notification !== 'none' && deps.rooms.isFollowing(searcher.id, model.id);

  /** Who may be notified: not herself, nobody kept apart from her, and no follower who is notified as such. */
  const listTold = async (searches: readonly KeptSearch[], model: Account): Promise<KeptSearch[]> => {
    const ids = [...new Set(searches.map(({ accountId }) => accountId))];
    const [people, apart] = await Promise.all([
      accounts.listByIds(ids),
      deps.blocks.listApart(ids.map((id) => [id, model.id] as const)),
    ]);
    const isApart = new Set(ids.filter((_id, at) => apart.has(at)));
    const personOf = new Map(people.map((person) => [person.id, person]));
    const told: KeptSearch[] = [];
    for (const search of searches) {
      const searcher = personOf.get(search.accountId);
      if (!searcher || searcher.suspendedAt !== null || searcher.id === model.id || isApart.has(searcher.id))
        continue;
      if (!fits(search, searcher, model) || (await isToldAnyway(searcher, model))) continue;
      told.push(search);
    }
    return told;
  };

  const work = async ({ modelId, after }: Job): Promise<void> => {
    const model = await accounts.findById(modelId);
    if (!model) return;
    if ((await deps.rooms.get(modelId)).status === 'offline') return;
    const card = deps.cardOf(model.username);
    // This node's lists may learn of it, or of a new person, a little later: the job is retried.
    if (!card || card.status === 'offline') throw new Error(`${model.username} is not live in lists yet`);
    const searches = await store.listDue(anchorsFor(card), after, EACH);
    for (const search of await listTold(searches, model)) await tell(search, model);
    const last = searches.at(-1);
    if (last && searches.length === EACH) await jobs.enqueue(JOB, { modelId, after: last.id } satisfies Job);
  };

  const factReader: FactReader = {
    name: 'saved_searches.broadcasts',
    on: [
      when(wentLive, ({ accountId }, transaction) =>
        jobs.enqueue(JOB, { modelId: accountId, after: null } satisfies Job, { within: transaction }),
      ),
    ],
  };
  return { factReader, work: () => jobs.work(JOB, work) };
}
