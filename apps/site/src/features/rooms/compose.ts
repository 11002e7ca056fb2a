import { type AccountId, randomToken } from '@klieg/kernel';
import type { Kit } from '../../platform/kit.ts';
import type { Sites } from '../brand/index.ts';
import { type AccountStore, emailConfirmed, type IdentityFeature } from '../identity/index.ts';
import { settingsChanged, type SettingsParts } from '../settings/index.ts';
import { balanceChanged } from '../wallet/index.ts';
import { makeChangeSubject } from './change-subject.ts';
import { closeRefused } from './sockets/close-refused.ts';
import { makeGuardedRoomStore } from './access/guarded-room-store.ts';
import { makeRoomConditions } from './conditions.ts';
import { makeFindOwner } from './access/find-owner.ts';
import { makeHasPassed, makeReadPassed } from './access/has-passed.ts';
import { makeReadWatchRight, makeReadWatchRights } from './seats/watch-right.ts';
import { makeModeratorStore } from './access/moderator-store.ts';
import { makeFollowingPart } from './me-part.ts';
import { makeKnowBalance } from './on-balance-changed.ts';
import { makeKnowEmail } from './on-email-confirmed.ts';
import { makeFollowSettings } from './on-settings-changed.ts';
import { makeRoomCorePart } from './present-room.ts';
import { makeRoomAccess } from './access/room-access.ts';
import { watchRooms } from './hub/room-metrics.ts';
import { makeRoomHub } from './hub/room-hub.ts';
import { makeSubmitSurely } from './hub/submit-surely.ts';
import { makeOwnLeases, makeRoomLeaseStore } from './hub/room-lease-store.ts';
import { modeOf } from './room-mode.ts';
import { makeRoomPasswordStore } from './access/room-password-store.ts';
import { makeRoomStore } from './room-store.ts';
import { makeSanctionStore } from './access/sanction-store.ts';
import { makeSeatStore } from './seats/seat-store.ts';
import { openSeating } from './seats/seats.ts';
import { makeStatusBoard } from './status-board.ts';
import { makeWatchStatuses } from './watch-statuses.ts';
import { makeVisitorStore } from './access/visitor-store.ts';

export type RoomsFeature = ReturnType<typeof composeRooms>;

/** Who may enter rooms, and what they may do there. */
function composeRights({ database, secretOf }: Pick<Kit, 'database' | 'secretOf'>, accounts: AccountStore) {
  const passwords = makeRoomPasswordStore(database);
  const readPassed = makeReadPassed(passwords);
  const seats = makeSeatStore(database);
  const readWatchRights = makeReadWatchRights(seats);
  return {
    passwords,
    readPassed,
    hasPassed: makeHasPassed(readPassed),
    seats,
    readWatchRights,
    readWatchRight: makeReadWatchRight(readWatchRights),
    findOwner: makeFindOwner(accounts),
    access: makeRoomAccess({
      accounts,
      visitors: makeVisitorStore(database),
      secret: secretOf('address'),
    }),
  };
}

/** The rooms of this node: who is in them, who may enter, and one order of events for everybody. */
export function composeRooms(
  kit: Kit,
  uses: {
    readonly identity: IdentityFeature;
    /** Address of this node's room sockets; undefined where any node serves any room. */
    readonly nodeUrl: string | undefined;
    readonly sites: Sites;
    readonly settingsParts: SettingsParts;
    /** Several nodes share the rooms. */
    readonly isShared: boolean;
  },
) {
  const { bus, clock, database, feed, log, metrics, notices } = kit;
  const { accounts } = uses.identity;
  const settingOf = uses.settingsParts.inRoom;
  const board = makeStatusBoard(bus);
  const rooms = makeRoomStore(database);
  const sanctions = makeSanctionStore(database);
  const moderators = makeModeratorStore(database);
  const rights = composeRights(kit, accounts);
  const { access, readPassed, seats } = rights;
  const node = randomToken(9);
  const hub = makeRoomHub({
    bus,
    node,
    leases: uses.isShared
      ? makeRoomLeaseStore(database, { node, address: uses.nodeUrl ?? null })
      : makeOwnLeases(node),
    log,
    addressTag: access.addressTag,
    clock,
    async readSeating(ownerId) {
      const mode = modeOf(await rooms.get(ownerId));
      return mode === 'public' ? openSeating : { mode, seats: await seats.listOf(ownerId) };
    },
    ...watchRooms(metrics),
    onCount: (room, count) => {
      const known = board.of(room.username);
      if (known && known.userCount !== count) board.announce({ ...known, userCount: count });
    },
  });
  const statuses = makeWatchStatuses({ board, accounts, guarded: makeGuardedRoomStore(database), clock });
  const closeToRefused = async (username: string) => {
    const owner = await accounts.findByUsername(username);
    if (!owner) return;
    statuses.onRules(owner);
    await closeRefused(hub, [owner], readPassed);
  };
  hub.onRules((username) => {
    closeToRefused(username).catch(kit.logged('a room could not be closed to those without its password'));
  });
  notices.on(balanceChanged, makeKnowBalance(hub));
  notices.on(emailConfirmed, makeKnowEmail(hub));
  notices.on(settingsChanged, makeFollowSettings({ hub, feed, settingOf, clock }));
  return {
    board,
    statuses,
    rooms,
    /** Whether a performer is there for anybody now. */
    isOpen: async (id: AccountId) => ((await rooms.get(id))?.status ?? 'offline') !== 'offline',
    sanctions,
    moderators,
    ...rights,
    conditions: makeRoomConditions(access, uses.identity, rights.hasPassed),
    hub,
    submitSurely: makeSubmitSurely(hub, kit.logged),
    changeSubject: makeChangeSubject(rooms, hub),
    mePart: makeFollowingPart(rooms),
    roomPart: makeRoomCorePart({
      rooms,
      access,
      moderators,
      sanctions,
      hub,
      readWatchRights: rights.readWatchRights,
      settingOf,
      isTranscodedSite: ({ site }) => uses.sites.brandOf(site).custom.wl_transcode,
      clock,
    }),
    async stop() {
      await hub.close();
      board.close();
    },
  };
}
