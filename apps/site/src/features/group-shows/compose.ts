import type { AccountId, Uuid } from '@klieg/kernel';
import { HOUR_MS } from '@klieg/kernel/time';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { BlocksFeature } from '../blocks/index.ts';
import type { BroadcastFeature } from '../broadcast/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import type { LedgerFeature } from '../ledger/index.ts';
import { behindPassword, type RoomsFeature } from '../rooms/index.ts';
import { machineOf, type ShowsFeature } from '../shows/index.ts';
import type { WalletFeature } from '../wallet/index.ts';
import { makeCountMembers } from './count-members.ts';
import { makeEndGroup } from './end-group.ts';
import { makeEndMembers } from './end-members.ts';
import { makeListPastGroups } from './group-history-store.ts';
import { makeGroupNews } from './group-news.ts';
import { makeGroupShowsHandlers } from './group-shows.http.ts';
import { makeGroupStore } from './group-store.ts';
import { makeJoinGroup, makeRefuseJoiner } from './join-group.ts';
import { makeMemberStore } from './member-store.ts';
import { makeOfferGroup } from './offer-group.ts';
import { makeGroupCardPart, makeGroupShowPart, makeGroupSnapshot } from './room-part.ts';
import { makeRunGroups, type RunGroups } from './run-groups.ts';
import { makeStartGroup } from './start-group.ts';

const TEND_MS = 1_000;
const SWEEP_MS = 2_000;

interface Uses {
  readonly identity: IdentityFeature;
  readonly ledger: LedgerFeature;
  readonly wallet: WalletFeature;
  readonly rooms: RoomsFeature;
  readonly blocks: BlocksFeature;
  readonly broadcast: BroadcastFeature;
  readonly shows: ShowsFeature;
  /** Countries that may neither buy nor tip. */
  readonly isBlockedCountry: (country: string | null) => boolean;
}

/** A closing room ends its show, and a person removed from it leaves the show. */
function followRooms(
  { logged }: Pick<Kit, 'logged'>,
  { board, hub }: Pick<RoomsFeature, 'board' | 'hub'>,
  runs: RunGroups,
): void {
  const offline = new Set<string>();
  board.onChange(({ username, status }) => {
    if (status !== 'offline') return void offline.delete(username);
    if (offline.has(username)) return;
    offline.add(username);
    runs.onClosed(username).catch(logged('a room that has closed did not end its group show'));
  });
  hub.onExpelled((username, personKey) => {
    const id = /^a(\d+)$/u.exec(personKey)?.[1];
    if (id === undefined) return;
    runs
      .onExpelled(username, Number(id) as AccountId)
      .catch(logged('somebody who was put out kept a seat in a group show'));
  });
}

export type GroupShowsFeature = ReturnType<typeof composeGroupShows>;

/** Shows that need a minimum number of people, who each pay by the minute. */
export function composeGroupShows(kit: Kit, uses: Uses) {
  const { database, feed, logged } = kit;
  const { accounts } = uses.identity;
  const { hub, rooms, sanctions, seats, submitSurely } = uses.rooms;
  const { wallet } = uses.wallet;
  const { blocks } = uses.blocks;
  const { broadcasts } = uses.broadcast;
  const { deliveries, meters, meterStore, obstacles, past, places, seatRoom, endRight } = uses.shows;
  const wallClock = () => kit.clock.now();
  const shows = makeGroupStore(database);
  const members = makeMemberStore(database);
  const news = makeGroupNews({ feed, hub, submitSurely, now: wallClock });
  const common = { database, accounts, rooms, hub, shows, members, seats, seatRoom, endRight, news, logged };
  const metering = { deliveries, meters, meterStore, places };
  const memberEnds = makeEndMembers({ ...common, ...metering });
  const ends = makeEndGroup({ ...common, ends: memberEnds, broadcasts });
  const starts = makeStartGroup({ ...common, ...metering, ends: memberEnds, broadcasts });
  const now = () => performance.now();
  const counting = makeCountMembers({ ...common, ...metering, blocks, sanctions, ends: memberEnds, now });
  const runs = makeRunGroups({ ...common, counting, starts, ends, memberEnds });
  const refuse = makeRefuseJoiner({ blocks, isBlockedCountry: uses.isBlockedCountry });
  const barred = obstacles.add(shows.roomsWith);

  past.add(makeListPastGroups(database));
  uses.ledger.liveMachines.answerFor('group', async (machines) => {
    const ids = machines.map((machine) => machine.slice('group:'.length) as Uuid);
    return new Set((await members.listLiveMeters(ids)).map((id) => machineOf({ kind: 'group', id })));
  });
  hub.addSnapshotPart(makeGroupSnapshot({ ...metering, shows, members, now: wallClock }));
  followRooms(kit, uses.rooms, runs);

  const chores: readonly Chore[] = [
    { failure: 'group shows could not be tended', everyMs: TEND_MS, on: 'one', run: runs.tend },
    {
      failure: 'who is there for group shows could not be noted',
      everyMs: SWEEP_MS,
      on: 'each',
      run: runs.notePresence,
    },
    { failure: 'ends of group shows could not be finished', everyMs: SWEEP_MS, on: 'one', run: ends.sweep },
    { failure: 'old group shows could not be dropped', everyMs: HOUR_MS, on: 'one', run: shows.prune },
  ];
  return {
    roomPart: behindPassword(makeGroupShowPart(shows, members)),
    cardPart: makeGroupCardPart(shows),
    handlers: makeGroupShowsHandlers({
      accounts,
      shows,
      members,
      wallet,
      refuse,
      ends,
      memberEnds,
      offer: makeOfferGroup({ ...common, barred }),
      join: makeJoinGroup({ ...common, ...metering, refuse }),
    }),
    chores,
  };
}
