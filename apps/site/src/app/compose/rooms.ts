import type { Payload } from '@klieg/contract';
import {
  makeCatalog,
  makeDiscovery,
  findSimilar,
  makeDiscoveryHandlers,
  makeLeaderboard,
  makeLikeStore,
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
import {
  makeFollowerStore,
  makeGetBio,
  makeNoteStore,
  makePeopleHandlers,
  makeViewHistoryStore,
  type PeopleDeps,
} from '../../features/people/index.ts';
import { makeRatingsHandlers, makeRatingStore } from '../../features/ratings/index.ts';
import {
  makeGetRoom,
  makeRoomsHandlers,
  makeTellFollowed,
  presentUnlistedCard,
} from '../../features/rooms/index.ts';
import type { SiteCaller } from '../../features/sessions/index.ts';
import type { Foundation } from './foundation.ts';
import type { Live } from './live.ts';
import type { Money } from './money.ts';

/** Performers among whom similar ones are looked for. */
const SIMILAR_FROM = 1_000;

export type Rooms = Awaited<ReturnType<typeof composeRooms>>;

/** Rooms, their chat, and the lists in which they are found. */
export async function composeRooms(base: Foundation, money: Money, live: Live) {
  const { accounts, board, clock, database, feed, hub, ledger, log, notify, rooms, tell } = base;
  const { streamTokens } = live;

  const search = makeSearchStore(database);
  const catalog = makeCatalog({ rooms, board, clock, log });
  const discovery = makeDiscovery({ catalog, search });
  const likes = makeLikeStore(database);
  const readLeaderboard = makeLeaderboard({ likes, cardOf: catalog.byName, clock });
  base.serve(
    'discovery',
    makeDiscoveryHandlers({ discovery, catalog, search, accounts, likes, readLeaderboard, clock }),
  );

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
  const ratings = makeRatingStore(database);
  base.serve(
    'ratings',
    makeRatingsHandlers({
      accounts,
      ratings,
      recentTips: money.recentTips,
      hadShow: () => Promise.resolve(false),
      onComment: (model, comment) =>
        void notify(model.id, {
          kind: 'system',
          title: 'A note with a rating',
          body: comment,
          url: null,
        }).catch(tell('a notice could not be kept')),
    }),
  );
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
    ratedToday: ratings.findToday,
    onFollowed: makeTellFollowed({ feed, hub, notify, clock, tell }),
    clock,
  };
  base.serve('rooms', makeRoomsHandlers(roomDeps));

  const cardFor = (username: string, { country }: SiteCaller) =>
    catalog.isBlockedFor(username, country) ? undefined : catalog.byName(username);
  const history = makeViewHistoryStore(database);
  const peopleDeps: PeopleDeps = {
    accounts,
    rooms,
    hub,
    notes: makeNoteStore(database),
    history,
    followers: makeFollowerStore(database),
    readMoney: money.readMoney,
    friendStatus: () => Promise.resolve(null),
    rolesIn: () => Promise.resolve([]),
    actionsFor: () => Promise.resolve([]),
    cardOf: cardFor,
    cardOfUnlisted: (owner, row) => presentUnlistedCard(owner, row, clock.now()),
    similarTo: (username, hide, { country }) =>
      findSimilar(
        catalog.byName(username),
        discovery.browse(null, { page: 1, perPage: SIMILAR_FROM, hide, country }).userList,
      ),
    clock,
  };
  base.serve('people', makePeopleHandlers(peopleDeps));

  await catalog.reload();
  return {
    catalog,
    discovery,
    getRoom: makeGetRoom(roomDeps),
    getBio: makeGetBio(peopleDeps),
    readLikes: (week: 'current' | 'last', { account, country }: SiteCaller) =>
      readLeaderboard(week, account, (username) => !catalog.isBlockedFor(username, country)),
    history,
    suggest,
  };
}
