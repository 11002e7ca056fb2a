import { composeBilling } from '../features/billing/index.ts';
import { composeBlocks } from '../features/blocks/index.ts';
import { composeBrand } from '../features/brand/index.ts';
import { composeBroadcast } from '../features/broadcast/index.ts';
import { composeDirectMessages } from '../features/direct-messages/index.ts';
import { composeDiscovery } from '../features/discovery/index.ts';
import { composeFanClub } from '../features/fan-club/index.ts';
import { composeFriends } from '../features/friends/index.ts';
import { composeIdentity } from '../features/identity/index.ts';
import { composeLedger } from '../features/ledger/index.ts';
import { composeNotifications } from '../features/notifications/index.ts';
import { composePeople } from '../features/people/index.ts';
import { composeRatings } from '../features/ratings/index.ts';
import { composeReports } from '../features/reports/index.ts';
import { composeRoomChat } from '../features/room-chat/index.ts';
import { composeRooms } from '../features/rooms/index.ts';
import { composeSessions, type SiteCaller } from '../features/sessions/index.ts';
import { composeSettings } from '../features/settings/index.ts';
import { composeTipping } from '../features/tipping/index.ts';
import { composeTracking } from '../features/tracking/index.ts';
import { composeWallet } from '../features/wallet/index.ts';
import type { Kit } from '../platform/kit.ts';
import { joinCardParts } from './join-card-parts.ts';
import type { GivenValues } from './given-values.ts';

export type Features = ReturnType<typeof composeFeatures>;

/** People, what they have, and what the house tells them. */
function composeAccounts(kit: Kit, given: GivenValues) {
  const identity = composeIdentity(kit);
  const ledger = composeLedger(kit);
  const sessions = composeSessions(kit, { ...given, identity });
  const brand = composeBrand<SiteCaller>(kit, { ...given, sessions });
  const tracking = composeTracking<SiteCaller>(kit);
  const wallet = composeWallet(kit, { identity, ledger });
  const settings = composeSettings(kit, { identity, ledger });
  const notifications = composeNotifications(kit);
  const billing = composeBilling(kit, { ...given, ledger, wallet });
  return { identity, ledger, sessions, brand, tracking, wallet, settings, notifications, billing };
}

/**
 * Every feature, lower ones first: each takes of those before it what it uses, which its own types say, and
 * gives what others use. A feature is one line here.
 */
export function composeFeatures(kit: Kit, given: GivenValues) {
  const base = composeAccounts(kit, given);
  const accounts = { ...given, ...base };
  const rooms = composeRooms(kit, accounts);
  const people = composePeople(kit);
  const blocks = composeBlocks(kit);
  const friends = composeFriends(kit, { ...accounts, rooms, blocks });
  const tipping = composeTipping(kit, { ...accounts, rooms });
  const ratings = composeRatings(kit, { ...accounts, rooms });
  const broadcast = composeBroadcast(kit, { ...accounts, rooms });
  const roomChat = composeRoomChat(kit, { ...accounts, rooms, broadcast });
  const directMessages = composeDirectMessages(kit, { ...accounts, blocks, friends, people });
  const reports = composeReports(kit, { ...accounts, rooms, directMessages });
  const discovery = composeDiscovery(kit, { ...accounts, rooms, cardParts: joinCardParts() });
  const fanClub = composeFanClub(kit, { rooms, discovery });
  return {
    ...base,
    rooms,
    people,
    blocks,
    friends,
    tipping,
    ratings,
    broadcast,
    roomChat,
    directMessages,
    reports,
    discovery,
    fanClub,
  };
}
