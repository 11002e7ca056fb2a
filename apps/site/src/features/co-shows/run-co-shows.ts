import { type AccountId, AppError, type Uuid, uuidv7 } from '@klieg/kernel';
import { type Fact, type FactReader, type Outbox, when } from '../../platform/events/index.ts';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import { showBegan, wentOffline } from '../broadcast/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import type { RoomStore } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { AskCoShow } from './ask-co-show.ts';
import { coShowBegan, coShowEnded, type CoShowNews } from './co-show-news.ts';
import { type CoShow, type CoShowEnd, endOf, isPublic, refusalToBegin } from './co-show-rules.ts';
import type { CoShowSides } from './co-show-sides.ts';
import type { CoShowStore, RunningCoShow } from './co-show-store.ts';

/** Co-shows from the acceptance to the end. */
export interface RunCoShows {
  /**
   * Both rooms are in it from now on; a repeat while it runs answers the same.
   * @throws co_shows.gone, co_shows.room_closed, co_shows.running, broadcast.not_live, shows.in_show
   */
  accept(caller: SiteCaller, id: Uuid): Promise<{ readonly it: CoShow; readonly partner: Account }>;
  /** Ends what is running in a room; nothing where nothing is. */
  end(own: Account): Promise<void>;
  /** Ends what cannot continue and what nobody has answered; safe on several nodes at once. */
  tend(): Promise<void>;
  /** Tells both rooms, and ends with a broadcast or the start of another show, even after a crash. */
  readonly factReader: FactReader;
}

interface Deps {
  readonly database: Pick<Database, 'kysely'>;
  readonly outbox: Outbox;
  readonly accounts: Pick<AccountStore, 'findById' | 'listByIds'>;
  readonly rooms: Pick<RoomStore, 'listOf'>;
  readonly store: CoShowStore;
  readonly sides: CoShowSides;
  readonly requests: Pick<AskCoShow, 'close'>;
  readonly news: CoShowNews;
  readonly logged: (what: string) => (error: unknown) => void;
}

/** The end, written with the fact that both rooms are told about. */
const makeEndCoShow =
  ({ outbox, store }: Pick<Deps, 'outbox' | 'store'>) =>
  async (transaction: Transaction, id: Uuid, reason: CoShowEnd): Promise<void> => {
    if (await store.end(transaction, id, reason))
      await outbox.add(transaction, coShowEnded, { coShowId: id, lineId: uuidv7() });
  };

function makeFactReader(deps: Deps): FactReader {
  const { outbox, store } = deps;
  const end = makeEndCoShow(deps);
  const endBy = (what: Fact<{ readonly broadcastId: Uuid }>, reason: CoShowEnd) =>
    when(what, async ({ broadcastId }, transaction) => {
      const it = await store.findByBroadcast(transaction, broadcastId);
      if (!it) return;
      await end(transaction, it.id, reason);
      // The fact of the end is read as soon as this one is done.
      outbox.nudge();
    });
  const tellBy = (what: typeof coShowBegan, status: 'running' | 'ended') =>
    when(what, async ({ coShowId, lineId }, transaction) => {
      const it = await store.find(coShowId, transaction);
      if (!it) return;
      const people = await deps.accounts.listByIds([it.fromId, it.toId], transaction);
      const [from, to] = [it.fromId, it.toId].map((id) => people.find((one) => one.id === id));
      if (from && to) deps.news.changed({ it, from, to }, lineId, status);
    });
  return {
    name: 'co_shows',
    on: [
      endBy(showBegan, 'show'),
      endBy(wentOffline, 'offline'),
      tellBy(coShowBegan, 'running'),
      tellBy(coShowEnded, 'ended'),
    ],
  };
}

export function makeRunCoShows(deps: Deps): RunCoShows {
  const { accounts, outbox, sides, store } = deps;
  const inTransaction = <T>(work: (transaction: Transaction) => Promise<T>) =>
    deps.database.kysely.transaction().execute(work);
  const endWithin = makeEndCoShow(deps);
  const end = async (id: Uuid, reason: CoShowEnd): Promise<void> => {
    await inTransaction((transaction) => endWithin(transaction, id, reason));
    outbox.nudge();
  };

  const begin = (own: Account, from: Account, { id, isApart }: { id: Uuid; isApart: boolean }) =>
    inTransaction(async (transaction) => {
      const sideOf = await sides.keep(transaction, [own.id, from.id]);
      // Things may have changed between the reads and the locks.
      const it = await store.find(id, transaction);
      if (it?.state === 'running') return it;
      const [here, there] = [sideOf(own.id), sideOf(from.id)];
      const now = await store.now(transaction);
      const refusal = it ? refusalToBegin(it, { own: here, other: there, isApart, now }) : 'co_shows.gone';
      if (refusal) throw new AppError(refusal);
      const begun = await store.begin(transaction, id, [
        // Somebody who may begin has a broadcast.
        { accountId: own.id, broadcastId: here.broadcastId! },
        { accountId: from.id, broadcastId: there.broadcastId! },
      ]);
      await outbox.add(transaction, coShowBegan, { coShowId: id, lineId: uuidv7() });
      return begun;
    });

  const tendOne = async (it: RunningCoShow, people: ReadonlyMap<AccountId, Account>): Promise<void> => {
    const ids = [it.fromId, it.toId];
    const rows = await deps.rooms.listOf(ids);
    const [from, to] = ids.map((id) => people.get(id));
    const running = rows.map(({ accountId, status, broadcastId }) => ({
      status,
      isSameBroadcast: broadcastId === it.broadcasts.get(accountId),
      isSuspended: (people.get(accountId)?.suspendedAt ?? null) !== null,
    }));
    const reason = endOf(running, !from || !to || (await sides.isApart(from, to)));
    if (reason) await end(it.id, reason);
  };

  /** One that cannot be tended holds up no other. */
  const eachAlone = async <T>(
    all: readonly T[],
    tend: (it: T, at: number) => Promise<void>,
  ): Promise<void> => {
    for (const done of await Promise.allSettled(all.map(tend)))
      if (done.status === 'rejected') deps.logged('a co-show could not be tended')(done.reason);
  };

  /** Nobody has answered, or the asker's room is no longer public. */
  const tendRequests = async (): Promise<void> => {
    const asked = await store.listAsked();
    if (asked.length === 0) return;
    const [now, rows] = [await store.now(), await deps.rooms.listOf(asked.map(({ fromId }) => fromId))];
    await eachAlone(asked, async (it, at) => {
      if (it.expiresAt <= now) await deps.requests.close(it, 'expired');
      else if (!isPublic(rows[at]!.status)) await deps.requests.close(it, 'withdrawn');
    });
  };

  return {
    async accept(caller, id) {
      const own = caller.account!;
      const asked = await store.find(id);
      const from = asked?.toId === own.id && asked.isHeard && (await accounts.findById(asked.fromId));
      if (!from) throw new AppError('co_shows.gone');
      const it = await begin(own, from, { id, isApart: await sides.isApart(own, from, caller) });
      outbox.nudge();
      deps.news.requested({ it, from, to: own }, 'running');
      return { it, partner: from };
    },
    async end(own) {
      const it = (await store.listRunningIn([own.id])).get(own.id);
      if (it) await end(it.id, 'ended');
    },
    async tend() {
      await tendRequests();
      const running = await store.listRunning();
      if (running.length === 0) return;
      const ids = running.flatMap(({ fromId, toId }) => [fromId, toId]);
      const people = new Map((await accounts.listByIds(ids)).map((one) => [one.id, one]));
      await eachAlone(running, (it) => tendOne(it, people));
    },
    factReader: makeFactReader(deps),
  };
}
