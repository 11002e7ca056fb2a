import type { Payload } from '@klieg/contract';
import {
  makeCatalog,
  makeDiscovery,
  makeDiscoveryHandlers,
  makeSearchStore,
} from '../../features/discovery/index.ts';
import type { Account } from '../../features/identity/index.ts';
import {
  makeRecentAcks,
  makeRoomChatHandlers,
  makeSendLine,
  readChatFacts,
  refuseLine,
} from '../../features/room-chat/index.ts';
import { makeGetRoom, makeRoomsHandlers } from '../../features/rooms/index.ts';
import type { SiteCaller } from '../../features/sessions/index.ts';
import type { Foundation } from './foundation.ts';
import type { Live } from './live.ts';
import type { Money } from './money.ts';

export type Rooms = Awaited<ReturnType<typeof composeRooms>>;

/** Rooms, their chat, and the lists in which they are found. */
export async function composeRooms(base: Foundation, money: Money, live: Live) {
  const { accounts, board, clock, database, feed, hub, ledger, log, notify, rooms, tell } = base;
  const { streamTokens } = live;

  const search = makeSearchStore(database);
  const catalog = makeCatalog({ rooms, board, clock, log });
  const discovery = makeDiscovery({ catalog, search });
  base.serve('discovery', makeDiscoveryHandlers({ discovery, catalog, search }));

  const hasTippedEver = async (person: Account, owner: Account) =>
    (await ledger.recentSpendTo(person.id, owner.id, 0)) > 0;
  const sendLine = makeSendLine({ accounts, acks: makeRecentAcks(clock), hasTippedEver, clock, log });
  hub.onMessage(
    'v3.chat.send',
    (session, payload, socket) => void sendLine(session, payload as Payload<'v3.chat.send'>, socket),
  );
  base.serve('room-chat', makeRoomChatHandlers({ accounts, rooms, hub }));

  const canWrite = async (owner: Account, caller: SiteCaller) => {
    const { account } = caller;
    const facts = await readChatFacts(
      {
        hasTokens: account ? (await ledger.balanceOf(account.id)).spendable > 0 : false,
        recentTips: account ? await money.recentTips(account.id, owner.id) : 0,
        role: account?.id === owner.id ? 'streamer' : 'viewer',
        account,
      },
      owner,
      hasTippedEver,
    );
    const reason = refuseLine(facts);
    return { ok: reason === null, reason };
  };
  const suggest = () => discovery.browse(null, { page: 1, perPage: 12, hide: [], country: null }).userList;
  const roomDeps = {
    accounts,
    rooms,
    hub,
    streamFor: streamTokens.present,
    hasPassed: streamTokens.hasPassed,
    passwords: live.passwords,
    greet: base.logins.greet,
    recentTips: money.recentTips,
    canWrite,
    suggest,
    cardsOf: (usernames: readonly string[]) => usernames.flatMap((name) => catalog.byName(name) ?? []),
    onFollowed: (follower: Account, model: Account, followers: number) => {
      feed.send(model.id, 'v3.new_follower', { username: follower.username, followers, at: clock.now() });
      notify(model.id, {
        kind: 'new_follower',
        title: 'New follower',
        body: `${follower.username} follows you`,
        url: null,
      }).catch(tell('a notice could not be kept'));
    },
    clock,
  };
  base.serve('rooms', makeRoomsHandlers(roomDeps));

  await catalog.reload();
  return { catalog, discovery, getRoom: makeGetRoom(roomDeps), suggest };
}
