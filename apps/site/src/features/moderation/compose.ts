import type { AccountId } from '@klieg/kernel';
import type { FactReader } from '../../platform/events/index.ts';
import type { Kit } from '../../platform/kit.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { BroadcastFeature } from '../broadcast/index.ts';
import type { ComplaintDeskFeature } from '../complaint-desk/index.ts';
import type { Account, IdentityFeature } from '../identity/index.ts';
import type { LinkedAccountsFeature } from '../linked-accounts/index.ts';
import type { MediaLibraryFeature } from '../media-library/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import { isStaff } from '../permissions/index.ts';
import type { RoomChatFeature } from '../room-chat/index.ts';
import type { RoomsFeature } from '../rooms/index.ts';
import { announceSessionEnded, type SessionEnded, type SessionsFeature } from '../sessions/index.ts';
import type { UserDeskFeature } from '../user-desk/index.ts';
import { makeActOnReport } from './act-on-report.ts';
import { oldestDue } from './case-clocks.ts';
import { makeAppealStore } from './appeal-store.ts';
import { makeAppeals } from './appeals.ts';
import { makeDecideReport } from './decide-report.ts';
import { makeReadWall } from './live-wall.ts';
import { makeModerationHandlers } from './moderation.http.ts';
import { makeMonthlyReport } from './monthly-report.ts';
import { makeMonthlyStore } from './monthly-store.ts';
import { makeQueueStore, type QueueStore } from './queue-store.ts';
import { makeReadStanding } from './read-standing.ts';
import { makeHouseSanctionStore } from './house-sanction-store.ts';
import { makeHouseSanctions } from './house-sanctions.ts';
import { makeReportDeskStore } from './report-desk-store.ts';
import { makeHouseReader } from './on-house-acted.ts';
import { makeLiftSanction } from './lift-sanction.ts';
import { makeSanctionDeskStore } from './sanction-desk-store.ts';
import { makeSanctionPerson, makeSetAutosilence } from './sanction-person.ts';
import { makeSanctionHandlers } from './sanctions.http.ts';
import { makeWatchRoom } from './watch-room.ts';
import { makeStopRoom } from './stop-room.ts';
import { makeSuspendAccount } from './suspend-account.ts';

interface Uses {
  readonly audit: Pick<AuditFeature, 'auditLog'>;
  readonly broadcast: Pick<BroadcastFeature, 'broadcasts' | 'endBanned' | 'grantForHouse'>;
  readonly complaintDesk: Pick<ComplaintDeskFeature, 'addQueues' | 'appeals' | 'readQueues'>;
  readonly identity: Pick<IdentityFeature, 'accounts'>;
  readonly linkedAccounts: Pick<LinkedAccountsFeature, 'namesOf'>;
  readonly mediaLibrary: Pick<MediaLibraryFeature, 'removeMedia'>;
  readonly notifications: Pick<NotificationsFeature, 'notifyWithin'>;
  readonly roomChat: Pick<RoomChatFeature, 'moderation'>;
  readonly rooms: Pick<RoomsFeature, 'rooms' | 'board' | 'hub' | 'sanctions'>;
  readonly sessions: Pick<SessionsFeature, 'sessions'>;
  readonly userDesk: Pick<UserDeskFeature, 'suspensions'>;
}

const isStaffAccount = (account: Account) => isStaff({ account });

/** What people may not do, and rooms that are watched unseen. */
function composeSanctions(
  database: Kit['database'],
  uses: Uses &
    Pick<AuditFeature, 'auditLog'> &
    Pick<
      Parameters<typeof makeSanctionPerson>[0],
      'clock' | 'suspending' | 'house' | 'notifyWithin' | 'outbox'
    > &
    Pick<Parameters<typeof makeLiftSanction>[0], 'suspending'>,
) {
  const { accounts } = uses.identity;
  const { auditLog, clock, suspending, house, notifyWithin, outbox } = uses;
  const { moderation } = uses.roomChat;
  const store = makeSanctionDeskStore(database);
  const common = { database, accounts, auditLog, clock, suspending, house, moderation, outbox };
  const deciding = { ...common, notifyWithin, rooms: uses.rooms.sanctions };
  return makeSanctionHandlers({
    accounts,
    store,
    lift: makeLiftSanction({ ...common, store }),
    sanction: makeSanctionPerson(deciding),
    setAutosilence: makeSetAutosilence(deciding),
    watchRoom: makeWatchRoom({ ...common, ...uses.broadcast, rooms: uses.rooms.rooms }),
    linkedNamesOf: uses.linkedAccounts.namesOf,
    clock,
  });
}

/** Queues of moderators and of staff who look after models, apart from complaints. */
function addQueues(store: QueueStore, add: ComplaintDeskFeature['addQueues']): void {
  add({
    who: 'moderate_site',
    async read() {
      const { live, appeal } = await store.readModeration();
      return [
        { queue: 'live', open: live.open, oldestDueAt: oldestDue(live) },
        { queue: 'appeal', ...appeal },
      ];
    },
  });
  add({
    who: 'look_after_models',
    async read() {
      const { media, identity } = await store.readReviews();
      return [
        { queue: 'media', ...media },
        { queue: 'identity', ...identity },
      ];
    },
  });
}

/** Reports, and appeals against decisions. */
export function composeSiteModeration(
  { database, clock, bus, feed, outbox }: Pick<Kit, 'database' | 'clock' | 'bus' | 'feed' | 'outbox'>,
  uses: Uses,
) {
  const { accounts } = uses.identity;
  const { broadcasts } = uses.broadcast;
  const { sessions } = uses.sessions;
  const announce = (ended: SessionEnded) => announceSessionEnded(bus, ended);
  const houseStore = makeHouseSanctionStore(database);
  const common = {
    database,
    clock,
    outbox,
    accounts,
    auditLog: uses.audit.auditLog,
    notifyWithin: uses.notifications.notifyWithin,
    suspending: makeSuspendAccount({ ...uses.userDesk, sessions, outbox, announce, clock }),
    house: makeHouseSanctions({ store: houseStore, sessions, outbox, clock }),
    sanctions: houseStore,
  };
  const queues = makeQueueStore(database);
  addQueues(queues, uses.complaintDesk.addQueues);
  const reports = makeReportDeskStore(database);
  const appealStore = makeAppealStore(database);
  const actions = makeActOnReport({
    accounts,
    moderation: uses.roomChat.moderation,
    broadcasts,
    removeMedia: (id, reason) =>
      database.kysely.transaction().execute((within) => uses.mediaLibrary.removeMedia(within, id, reason)),
    isStaff: isStaffAccount,
  });
  const factReaders: readonly FactReader[] = [
    makeHouseReader({
      store: houseStore,
      accounts,
      hub: uses.rooms.hub,
      rooms: uses.rooms.rooms,
      broadcasts,
      endBanned: uses.broadcast.endBanned,
      sessions,
      announce,
      tellAccount: (id, event) => feed.send(id, 'v3.autosilenced', event),
      clock,
    }),
  ];
  return {
    factReaders,
    /** State of an appeal against the current suspension. */
    appealStateOf: async (id: AccountId) => (await appealStore.stateOf(id)) ?? null,
    handlers: makeModerationHandlers({
      reports,
      appealStore,
      ...common,
      appeals: makeAppeals({ ...common, store: appealStore, ofContent: uses.complaintDesk.appeals }),
      actions,
      decide: makeDecideReport({ ...common, store: reports, actions }),
      monthlyReport: makeMonthlyReport(makeMonthlyStore(database)),
      readWall: makeReadWall({ ...uses.rooms, accounts, store: reports, clock }),
      readStanding: makeReadStanding({ ...uses.rooms, ...uses.complaintDesk, accounts, queues, clock }),
      sanctionHandlers: composeSanctions(database, { ...common, ...uses }),
      stopRoom: makeStopRoom({ ...common, accounts, rooms: uses.rooms.rooms, broadcasts }),
    }),
  };
}
