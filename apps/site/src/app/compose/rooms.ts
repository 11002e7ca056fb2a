import {
  makeCatalog,
  makeDiscovery,
  makeDiscoveryHandlers,
  makeSearchStore,
} from '../../features/discovery/index.ts';
import type { Account } from '../../features/identity/index.ts';
import { EMOTICONS } from '../../features/room-chat/index.ts';
import { makeGetRoom, makeRoomsHandlers } from '../../features/rooms/index.ts';
import { composeChat } from './chat.ts';
import type { Foundation } from './foundation.ts';
import type { Live } from './live.ts';
import type { Money } from './money.ts';

export type Rooms = Awaited<ReturnType<typeof composeRooms>>;

/** Rooms, their chat, and the lists in which they are found. */
export async function composeRooms(base: Foundation, money: Money, live: Live) {
  const {
    accounts,
    board,
    clock,
    database,
    door,
    feed,
    hub,
    log,
    moderators,
    notify,
    rooms,
    sanctions,
    tell,
  } = base;
  const { streamTokens } = live;

  const search = makeSearchStore(database);
  const catalog = makeCatalog({ rooms, board, clock, log });
  const discovery = makeDiscovery({ catalog, search });
  base.serve('discovery', makeDiscoveryHandlers({ discovery, catalog, search }));

  const chat = composeChat(base, money, live);
  const suggest = () =>
    discovery.browse(null, { page: 1, perPage: 12, hide: [], place: { country: null, state: null } })
      .userList;
  const roomDeps = {
    accounts,
    rooms,
    door,
    moderators,
    sanctions,
    hub,
    streamFor: streamTokens.present,
    hasPassed: streamTokens.hasPassed,
    passwords: live.passwords,
    greet: base.logins.greet,
    recentTips: money.recentTips,
    canWrite: chat.canWrite,
    emoticons: EMOTICONS.map((emoticon) => ({ ...emoticon })),
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
  return { catalog, chat, discovery, getRoom: makeGetRoom(roomDeps), suggest };
}
