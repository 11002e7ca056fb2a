import { TICKET_SHOW_APP } from '@klieg/contract/features/ticket-shows/limits';
import type { AccountId, Uuid } from '@klieg/kernel';
import { HOUR_MS } from '@klieg/kernel/time';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { BlocksFeature } from '../blocks/index.ts';
import type { BroadcastFeature } from '../broadcast/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import type { LedgerFeature } from '../ledger/index.ts';
import type { RatingsFeature } from '../ratings/index.ts';
import type { RoomGamesFeature } from '../room-games/index.ts';
import { behindPassword, type RoomsFeature } from '../rooms/index.ts';
import type { ShowsFeature } from '../shows/index.ts';
import type { WalletFeature } from '../wallet/index.ts';
import { makeAnnounceShow } from './announce-show.ts';
import { makeBuyTicket, makeRefuseBuyer } from './buy-ticket.ts';
import { makeGuardTickets } from './guard-tickets.ts';
import { makeRecordingRightStore } from './recording-right-store.ts';
import { makeReadOwn, makeTicketCardPart, makeTicketShowPart, makeTicketSnapshot } from './room-part.ts';
import { makeRunTicketShow, type RunTicketShow } from './run-show.ts';
import { makeSellRecording, recordingMachine } from './sell-recording.ts';
import { makeSettleTickets, ticketMachine } from './settle-tickets.ts';
import { makeTicketShowStore } from './show-store.ts';
import { makeHadTicket, makeListPastTickets } from './ticket-history-store.ts';
import { makeTicketNews } from './ticket-news.ts';
import { makeTicketShowsHandlers } from './ticket-shows.http.ts';
import { makeTicketStore } from './ticket-store.ts';

const TEND_MS = 2_000;

interface Uses {
  readonly identity: IdentityFeature;
  readonly ledger: LedgerFeature;
  readonly wallet: WalletFeature;
  readonly rooms: RoomsFeature;
  readonly blocks: BlocksFeature;
  readonly broadcast: BroadcastFeature;
  readonly roomGames: RoomGamesFeature;
  readonly shows: ShowsFeature;
  readonly ratings: RatingsFeature;
  /** Countries that may neither buy nor tip. */
  readonly isBlockedCountry: (country: string | null) => boolean;
}

/** A closing room ends its show, and a person removed from it gets the ticket back. */
function followRooms(
  { logged }: Pick<Kit, 'logged'>,
  { board, hub }: Pick<RoomsFeature, 'board' | 'hub'>,
  runs: RunTicketShow,
): void {
  const offline = new Set<string>();
  board.onChange(({ username, status }) => {
    if (status !== 'offline') return void offline.delete(username);
    if (offline.has(username)) return;
    offline.add(username);
    runs.onClosed(username).catch(logged('a room that has closed did not end its ticket show'));
  });
  hub.onExpelled((username, personKey) => {
    const id = /^a(\d+)$/u.exec(personKey)?.[1];
    if (id === undefined) return;
    runs
      .onExpelled(username, Number(id) as AccountId)
      .catch(logged('a ticket of somebody who was put out was not given back'));
  });
}

export type TicketShowsFeature = ReturnType<typeof composeTicketShows>;

/** Shows for ticket holders. */
export function composeTicketShows(kit: Kit, uses: Uses) {
  const { database, feed, logged } = kit;
  const { accounts } = uses.identity;
  const { hub, rooms, seats, submitSurely } = uses.rooms;
  const { wallet } = uses.wallet;
  const { deliveries, obstacles, past, seatRoom, endRight } = uses.shows;
  const { manage, lives } = uses.roomGames;
  const { broadcasts, showRecordings: recordings } = uses.broadcast;
  const now = () => kit.clock.now();
  const shows = makeTicketShowStore(database);
  const tickets = makeTicketStore(database);
  const rights = makeRecordingRightStore(database);
  const readOwn = makeReadOwn(tickets, rights);
  const news = makeTicketNews({ feed, submitSurely, now });
  const retireApp = (roomId: AccountId) =>
    manage.retire(roomId, TICKET_SHOW_APP, (transaction) => shows.isFree(transaction, roomId));
  const common = { database, accounts, rooms, shows, tickets, seats, seatRoom, endRight, news, logged };
  const { passwords } = uses.rooms;
  const settling = makeSettleTickets({ ...common, passwords, wallet, deliveries, retireApp });
  const { blocks } = uses.blocks;
  const { sanctions } = uses.rooms;
  const { ledger } = uses.ledger;
  const guard = makeGuardTickets({ accounts, blocks, sanctions, ledger, tickets, settling });
  const runs = makeRunTicketShow({ ...common, broadcasts, deliveries, recordings, settling, guard });
  const refuse = makeRefuseBuyer({ blocks, isBlockedCountry: uses.isBlockedCountry });
  const buy = makeBuyTicket({ ...common, wallet, refuse, now });
  const recording = makeSellRecording({ ...common, recordings, rights, wallet, refuse, now });

  const barred = obstacles.add(shows.roomsWith);
  lives.add(TICKET_SHOW_APP, makeAnnounceShow({ ...common, barred, settle: settling.settle }));
  past.add(makeListPastTickets(database));
  uses.ratings.pastShows.add(makeHadTicket(database));
  uses.ledger.liveMachines.answerFor('ticket', async (machines) => {
    const ids = await tickets.listLive(machines.map((machine) => machine.slice('ticket:'.length) as Uuid));
    return new Set(ids.map(ticketMachine));
  });
  uses.ledger.liveMachines.answerFor('ticket_recording', async (machines) => {
    const ids = machines.map((machine) => machine.slice('ticket_recording:'.length) as Uuid);
    return new Set((await rights.listLive(ids)).map(recordingMachine));
  });
  hub.addSnapshotPart(makeTicketSnapshot(shows, readOwn));
  followRooms(kit, uses.rooms, runs);

  const chores: readonly Chore[] = [
    { failure: 'ticket shows could not be tended', everyMs: TEND_MS, on: 'one', run: runs.tend },
    { failure: 'tickets could not be settled', everyMs: TEND_MS, on: 'one', run: runs.sweep },
    {
      failure: 'recordings of ticket shows could not be settled',
      everyMs: TEND_MS,
      on: 'one',
      run: recording.settleDue,
    },
    { failure: 'old ticket shows could not be dropped', everyMs: HOUR_MS, on: 'one', run: shows.prune },
  ];
  return {
    roomPart: behindPassword(makeTicketShowPart(shows, readOwn)),
    cardPart: makeTicketCardPart(shows),
    listComing: shows.listComing,
    /** Recordings that somebody has bought of a performer. */
    listPaidRecordings: rights.listPaid,
    handlers: makeTicketShowsHandlers({
      accounts,
      shows,
      readOwn,
      wallet,
      buy,
      refuse,
      recording,
      openPrivateRecording: uses.shows.openRecording,
      runs,
      settling,
    }),
    chores,
  };
}
