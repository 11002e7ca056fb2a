import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { BroadcastFeature } from '../broadcast/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import type { RoomsFeature } from '../rooms/index.ts';
import type { SeatRoom } from '../shows/index.ts';
import type { EndMembers } from './end-members.ts';
import type { GroupNews } from './group-news.ts';
import type { GroupShow, GroupShowEnd } from './group-rules.ts';
import type { GroupStore } from './group-store.ts';
import type { MemberStore } from './member-store.ts';

/** Ends shows (GS6, GS11). Any node may; the first end counts (S19). */
export interface EndGroup {
  /**
   * @param show as it was seen: if it has started or ended meanwhile nothing happens
   * @param isStill checks again under its lock
   * @returns the show as it ended; undefined where there was nothing to end
   */
  end(
    owner: Account,
    show: GroupShow,
    reason: GroupShowEnd,
    isStill?: (now: GroupShow) => boolean,
  ): Promise<GroupShow | undefined>;
  /** Settles what a process left half done. */
  sweep(): Promise<void>;
}

const SWEPT_MAX = 200;

/** Thrown to undo a change of the room for a show that is over already. */
class NotOpenError extends Error {}

const isOffered = ({ state }: GroupShow): boolean => state === 'open' || state === 'counting';

export function makeEndGroup(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly shows: GroupStore;
  readonly members: Pick<MemberStore, 'listUnsettled'>;
  readonly ends: Pick<EndMembers, 'endAll' | 'settle'>;
  readonly broadcasts: Pick<BroadcastFeature['broadcasts'], 'endShow'>;
  readonly seats: Pick<RoomsFeature['seats'], 'clear' | 'takeMetered'>;
  readonly seatRoom: SeatRoom;
  readonly news: Pick<GroupNews, 'ended'>;
  readonly logged: (what: string) => (error: unknown) => void;
}): EndGroup {
  const { shows, members, ends } = deps;

  interface Ending {
    readonly seen: GroupShow;
    readonly reason: GroupShowEnd;
    readonly isStill: (now: GroupShow) => boolean;
    /** False: the room is closed, or another kind of show has it by now, with seats of its own. */
    readonly hasRoom: boolean;
  }

  const write = async (transaction: Transaction, ending: Ending): Promise<GroupShow> => {
    const { seen, reason } = ending;
    const now = await shows.lock(transaction, seen.id);
    const isSame = now && (isOffered(seen) ? isOffered(now) : now.state === seen.state);
    if (!now || !isSame || !ending.isStill(now)) throw new NotOpenError();
    const gone = await ends.endAll(transaction, now.id, reason);
    if (now.state === 'running') {
      const meterIds = gone.flatMap(({ meterId }) => meterId ?? []);
      if (ending.hasRoom) await deps.seats.clear(transaction, now.roomId);
      else await deps.seats.takeMetered(transaction, now.roomId, meterIds);
    }
    return shows.end(transaction, now.id, { state: isOffered(now) ? 'canceled' : 'settling', reason });
  };

  const writeAlone = (ending: Omit<Ending, 'hasRoom'>) =>
    deps.database.kysely
      .transaction()
      .execute((transaction) => write(transaction, { ...ending, hasRoom: false }));

  /** Updates room and show in one transaction; only the show if the room no longer has one. */
  const turn = async (owner: Account, ending: Omit<Ending, 'hasRoom'>): Promise<GroupShow> => {
    let ended: GroupShow | undefined;
    if (ending.seen.state === 'running')
      await deps.broadcasts.endShow(owner, {
        mode: 'limited',
        also: async (transaction) => void (ended = await write(transaction, { ...ending, hasRoom: true })),
        first: () => ended && deps.news.ended(owner, ended),
      });
    if (ended) return ended;
    const alone = await writeAlone(ending);
    deps.news.ended(owner, alone);
    return alone;
  };

  /** One that cannot be settled now holds up no other: the sweep tries it again. */
  const settleAll = async (owner: Account, show: GroupShow): Promise<void> => {
    for (const member of await members.listUnsettled(show.id, SWEPT_MAX))
      await ends.settle(owner, member).catch(deps.logged('somebody in a group show was left to the sweep'));
  };

  return {
    async end(owner, seen, reason, isStill = () => true) {
      let ended: GroupShow;
      try {
        ended = await turn(owner, { seen, reason, isStill });
      } catch (error) {
        if (error instanceof NotOpenError) return undefined;
        throw error;
      }
      if (ended.state === 'canceled') return ended;
      await deps.seatRoom(owner);
      settleAll(owner, ended).catch(deps.logged('a group show could not be settled'));
      return ended;
    },
    async sweep() {
      for (const member of await members.listUnsettled('late', SWEPT_MAX)) {
        const show = await shows.find(member.showId);
        const owner = show && (await deps.accounts.findById(show.roomId));
        if (owner)
          await ends
            .settle(owner, member)
            .catch(deps.logged('somebody in a group show could not be settled'));
      }
      for (const id of await shows.listSettled(SWEPT_MAX)) await shows.close(id);
    },
  };
}
