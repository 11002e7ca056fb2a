import type { AccountId } from '@klieg/kernel';
import type { Kit } from '../../platform/kit.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { BroadcastFeature } from '../broadcast/index.ts';
import type { ComplaintDeskFeature } from '../complaint-desk/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import { isStaff } from '../permissions/index.ts';
import type { RoomChatFeature } from '../room-chat/index.ts';
import type { RoomsFeature } from '../rooms/index.ts';
import { announceSessionEnded, type SessionsFeature } from '../sessions/index.ts';
import type { UserDeskFeature } from '../user-desk/index.ts';
import { makeActOnReport } from './act-on-report.ts';
import { makeAppealStore } from './appeal-store.ts';
import { makeAppeals } from './appeals.ts';
import { makeDecideReport } from './decide-report.ts';
import { makeReadWall } from './live-wall.ts';
import { makeModerationHandlers } from './moderation.http.ts';
import { makeMonthlyReport } from './monthly-report.ts';
import { makeMonthlyStore } from './monthly-store.ts';
import { makeReportDeskStore } from './report-desk-store.ts';
import { makeStopRoom } from './stop-room.ts';
import { makeSuspendAccount } from './suspend-account.ts';

/** What the house does about reports, and appeals of what it has decided. */
export function composeSiteModeration(
  { database, clock, bus }: Pick<Kit, 'database' | 'clock' | 'bus'>,
  uses: {
    readonly audit: Pick<AuditFeature, 'auditLog'>;
    readonly broadcast: Pick<BroadcastFeature, 'broadcasts'>;
    readonly complaintDesk: Pick<ComplaintDeskFeature, 'appeals'>;
    readonly identity: Pick<IdentityFeature, 'accounts'>;
    readonly notifications: Pick<NotificationsFeature, 'notifyWithin'>;
    readonly roomChat: Pick<RoomChatFeature, 'moderation'>;
    readonly rooms: Pick<RoomsFeature, 'rooms' | 'board'>;
    readonly sessions: Pick<SessionsFeature, 'sessions'>;
    readonly userDesk: Pick<UserDeskFeature, 'suspensions'>;
  },
) {
  const { accounts } = uses.identity;
  const { broadcasts } = uses.broadcast;
  const common = {
    database,
    clock,
    auditLog: uses.audit.auditLog,
    notifyWithin: uses.notifications.notifyWithin,
    suspending: makeSuspendAccount({
      suspensions: uses.userDesk.suspensions,
      sessions: uses.sessions.sessions,
      announce: (ended) => announceSessionEnded(bus, ended),
      clock,
    }),
  };
  const reports = makeReportDeskStore(database);
  const appealStore = makeAppealStore(database);
  const actions = makeActOnReport({
    accounts,
    moderation: uses.roomChat.moderation,
    broadcasts,
    isStaff: (account) => isStaff({ account }),
  });
  return {
    /** How an appeal of the suspension that is in force stands. */
    appealStateOf: async (id: AccountId) => (await appealStore.stateOf(id)) ?? null,
    handlers: makeModerationHandlers({
      reports,
      appealStore,
      appeals: makeAppeals({ ...common, store: appealStore, ofContent: uses.complaintDesk.appeals }),
      actions,
      decide: makeDecideReport({ ...common, store: reports, actions }),
      monthlyReport: makeMonthlyReport(makeMonthlyStore(database)),
      readWall: makeReadWall({
        accounts,
        rooms: uses.rooms.rooms,
        board: uses.rooms.board,
        store: reports,
        clock,
      }),
      stopRoom: makeStopRoom({ ...common, accounts, rooms: uses.rooms.rooms, broadcasts }),
    }),
  };
}
