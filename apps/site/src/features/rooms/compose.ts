import { randomToken } from '@klieg/kernel';
import type { Kit } from '../../platform/kit.ts';
import type { Sites } from '../brand/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import { settingsChanged } from '../settings/index.ts';
import { balanceChanged } from '../wallet/index.ts';
import { closeUnpassed } from './close-unpassed.ts';
import { makeRoomCondition } from './conditions.ts';
import { makeFindOwner } from './find-owner.ts';
import { makeReadWatchRight } from './watch-right.ts';
import { makeModeratorStore } from './moderator-store.ts';
import { makeFollowingPart } from './me-part.ts';
import { makeKnowBalance } from './on-balance-changed.ts';
import { makeFollowSettings } from './on-settings-changed.ts';
import { makeRoomCorePart } from './present-room.ts';
import { makeRoomDoor } from './room-door.ts';
import { watchRooms } from './room-metrics.ts';
import { makeRoomHub } from './room-hub.ts';
import { makeOwnLeases, makeRoomLeaseStore } from './room-lease-store.ts';
import { modeOf } from './room-mode.ts';
import { makeRoomPasswordStore } from './room-password-store.ts';
import { makeRoomStore } from './room-store.ts';
import { makeSanctionStore } from './sanction-store.ts';
import { makeSeatStore } from './seat-store.ts';
import { openSeating } from './seats.ts';
import { makeStatusBoard } from './status-board.ts';
import { makeVisitorStore } from './visitor-store.ts';

export type RoomsFeature = ReturnType<typeof composeRooms>;

/** The rooms of this node: who is in them, who may enter, and what happens in one order for everybody. */
export function composeRooms(
  kit: Kit,
  uses: {
    readonly identity: IdentityFeature;
    /** Address of this node's room sockets; undefined where any node serves any room. */
    readonly nodeUrl: string | undefined;
    readonly sites: Sites;
    /** Several nodes share the rooms. */
    readonly isShared: boolean;
  },
) {
  const { bus, clock, database, feed, log, metrics, notices } = kit;
  const { accounts } = uses.identity;
  const board = makeStatusBoard(bus);
  const rooms = makeRoomStore(database);
  const sanctions = makeSanctionStore(database);
  const moderators = makeModeratorStore(database);
  const passwords = makeRoomPasswordStore(database);
  const seats = makeSeatStore(database);
  const door = makeRoomDoor({
    accounts,
    visitors: makeVisitorStore(database),
    secret: kit.secretOf('address'),
  });
  const { hasPassed } = door;
  const node = randomToken(9);
  const hub = makeRoomHub({
    bus,
    node,
    leases: uses.isShared
      ? makeRoomLeaseStore(database, { node, address: uses.nodeUrl ?? null })
      : makeOwnLeases(node),
    log,
    addressTag: door.addressTag,
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
  const closeToUnpassed = async (username: string) => {
    const owner = await accounts.findByUsername(username);
    if (owner) await closeUnpassed(hub, owner, hasPassed);
  };
  hub.onRules((username) => {
    closeToUnpassed(username).catch(kit.logged('a room could not be closed to those without its password'));
  });
  notices.on(balanceChanged, makeKnowBalance(hub));
  notices.on(settingsChanged, makeFollowSettings({ hub, feed, clock }));
  return {
    board,
    rooms,
    sanctions,
    moderators,
    passwords,
    seats,
    readWatchRight: makeReadWatchRight(seats),
    hasPassed,
    findOwner: makeFindOwner(accounts),
    door,
    conditions: makeRoomCondition(door, uses.identity),
    hub,
    mePart: makeFollowingPart(rooms),
    roomPart: makeRoomCorePart({
      rooms,
      door,
      moderators,
      sanctions,
      hub,
      isTranscodedSite: ({ site }) => uses.sites.brandOf(site).custom.wl_transcode,
      clock,
    }),
    async stop() {
      await hub.close();
      board.close();
    },
  };
}
