import type { AccountId } from '@klieg/kernel';
import { type Account, accountKey, type AccountStore } from '../identity/index.ts';
import { modeOf, type RoomHub, type RoomRow, type RoomStore } from '../rooms/index.ts';
import type { CountMembers } from './count-members.ts';
import type { EndGroup } from './end-group.ts';
import type { EndMembers } from './end-members.ts';
import type { GroupNews } from './group-news.ts';
import { endOf, type GroupShow, type Member, PRESENT_MS, type RoomSight, stepOf } from './group-rules.ts';
import type { GroupStore } from './group-store.ts';
import type { MemberStore } from './member-store.ts';
import type { StartGroup } from './start-group.ts';

/** The life of group shows between their offer and their end; safe on several nodes at once. */
export interface RunGroups {
  /** Counts, starts and ends what people, time or the room have made due. */
  tend(): Promise<void>;
  /** Records who has a page of the room on this node. */
  notePresence(): Promise<void>;
  /** A room that closes ends the show that runs in it. */
  onClosed(username: string): Promise<void>;
  /** Somebody removed from a room leaves its show. */
  onExpelled(username: string, accountId: AccountId): Promise<void>;
}

const OPEN_MAX = 5_000;
const THERE_MAX = 50_000;

interface Sight {
  readonly now: number;
  readonly row: RoomRow;
  readonly members: readonly Member[];
}

export function makeRunGroups(deps: {
  readonly accounts: Pick<AccountStore, 'findByUsername' | 'listByIds'>;
  readonly rooms: Pick<RoomStore, 'listOf'>;
  readonly hub: Pick<RoomHub, 'find'>;
  readonly shows: GroupStore;
  readonly members: MemberStore;
  readonly counting: CountMembers;
  readonly starts: StartGroup;
  readonly ends: EndGroup;
  readonly memberEnds: Pick<EndMembers, 'end'>;
  readonly news: Pick<GroupNews, 'update' | 'tickAll'>;
  readonly logged: (what: string) => (error: unknown) => void;
}): RunGroups {
  const { shows, members, news } = deps;

  const sightOf = (row: RoomRow, owner: Account, now: number): RoomSight => {
    const since = (at: Date | null) => (at === null ? 0 : now - at.getTime());
    return {
      isShowOn: modeOf(row) === 'limited',
      silentMs: row.status === 'limited' ? 0 : since(row.goneAt),
      closedMs: row.status === 'offline' ? since(row.lastOnlineAt) : 0,
      isOwnerSuspended: owner.suspendedAt !== null,
    };
  };

  /** Waiting people, while they wait: the countdown begins, stops, or is over. */
  const tendWaiting = async (
    owner: Account,
    show: GroupShow,
    { now, row, members: waiting }: Sight,
  ): Promise<void> => {
    const present = waiting.filter(({ seenAt }) => now - seenAt <= PRESENT_MS).length;
    const hasPicture = row.status === 'online' || row.status === 'standby';
    const step = stepOf(show, now, { present, hasPicture });
    if (step === 'undo') return deps.starts.undo(owner, show);
    if (step === 'start') return deps.starts.start(owner, show);
    if (!step) return;
    const changed = await (step === 'count' ? shows.count(show.id) : shows.wait(show.id));
    if (changed) news.update(owner, changed, waiting.length);
  };

  /** Those inside: whether they are enough, and what they have brought. */
  const tendInside = async (
    owner: Account,
    show: GroupShow,
    { now, members: inside }: Pick<Sight, 'now' | 'members'>,
    isNews: boolean,
  ): Promise<void> => {
    const few = await shows.noteFew(show.id, inside.length < show.minPeople);
    if (few) news.update(owner, few, inside.length);
    if (!isNews && !few) return;
    const { tokens } = await members.sumOf(show.id);
    const seconds = Math.max(0, Math.floor((now - (show.startedAt ?? now)) / 1_000));
    news.tickAll(owner, show, { people: inside.length, tokens, seconds });
  };

  const tendOne = async (owner: Account, show: GroupShow, at: Sight): Promise<void> => {
    const isRunning = show.state === 'running';
    const hasPicture = at.row.status === 'limited';
    // The start itself decides about those whom it has asked for tokens.
    const looked =
      show.state === 'starting'
        ? { stay: at.members, isNews: false }
        : await deps.counting.lookAt(owner, show, at.members, { now: at.now, hasPicture });
    const sight = { room: sightOf(at.row, owner, at.now), people: looked.stay.length };
    const reason = endOf(show, at.now, sight);
    if (reason)
      return void (await deps.ends.end(owner, show, reason, (now) => endOf(now, at.now, sight) === reason));
    if (!isRunning) return tendWaiting(owner, show, { ...at, members: looked.stay });
    // Members still waiting when the show started get no seat.
    for (const member of looked.stay)
      if (member.state === 'waiting') await deps.memberEnds.end(owner, member, 'left');
    const inside = looked.stay.filter(({ state }) => state === 'seated');
    await tendInside(owner, show, { now: at.now, members: inside }, looked.isNews);
  };

  const isHere = (roomName: string, accountId: AccountId): boolean =>
    (deps.hub.find(roomName)?.presence.socketsOf(accountKey(accountId)).length ?? 0) > 0;

  const openShowOf = async (owner: Account | undefined) =>
    owner && (await shows.listOpenIn([owner.id])).get(owner.id);

  return {
    async tend() {
      const open = await shows.listOpen(OPEN_MAX);
      if (open.length === 0) return deps.counting.keep([]);
      const roomIds = open.map(({ roomId }) => roomId);
      const [now, rows, owners, all] = await Promise.all([
        shows.now(),
        deps.rooms.listOf(roomIds),
        deps.accounts.listByIds(roomIds),
        members.listIn(open.map(({ id }) => id)),
      ]);
      deps.counting.keep(all);
      const ownerOf = new Map(owners.map((owner) => [owner.id, owner]));
      const membersOf = Map.groupBy(all, ({ showId }) => showId);
      const tending = open.map(async (show, at) => {
        const owner = ownerOf.get(show.roomId);
        if (owner) await tendOne(owner, show, { now, row: rows[at]!, members: membersOf.get(show.id) ?? [] });
      });
      // One show that cannot be tended holds up no other.
      for (const done of await Promise.allSettled(tending))
        if (done.status === 'rejected') deps.logged('a group show could not be tended')(done.reason);
    },
    async notePresence() {
      const there = await members.listThere(THERE_MAX);
      await members.noteSeen(
        there.filter(({ roomName, accountId }) => isHere(roomName, accountId)).map(({ id }) => id),
      );
    },
    async onClosed(username) {
      const owner = await deps.accounts.findByUsername(username);
      const show = await openShowOf(owner);
      if (owner && show?.state === 'running')
        await deps.ends.end(owner, show, owner.suspendedAt === null ? 'unpublish' : 'removed');
    },
    async onExpelled(username, accountId) {
      const owner = await deps.accounts.findByUsername(username);
      const show = await openShowOf(owner);
      const member = show && (await members.findIn(show.id, accountId));
      if (owner && member) await deps.memberEnds.end(owner, member, 'removed');
    },
  };
}
