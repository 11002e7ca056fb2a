import type { CardAction } from '@klieg/contract';
import {
  makeCatalog,
  makeDiscovery,
  findSimilar,
  makeDiscoveryHandlers,
  makeLeaderboard,
  makeLikeStore,
  makeSearchStore,
} from '../../features/discovery/index.ts';
import {
  makeFollowerStore,
  makeGetBio,
  makeNoteStore,
  makePeopleHandlers,
  makeViewHistoryStore,
  type PeopleDeps,
} from '../../features/people/index.ts';
import {
  type FanClubDeps,
  fanTiers,
  makeFanClubHandlers,
  makeGetFanClub,
} from '../../features/fan-club/index.ts';
import type { Account } from '../../features/identity/index.ts';
import { makeRatingsHandlers, makeRatingStore } from '../../features/ratings/index.ts';
import { EMOTICONS } from '../../features/room-chat/index.ts';
import {
  makeGetRoom,
  makeRoomsHandlers,
  makeTellFollowed,
  presentUnlistedCard,
} from '../../features/rooms/index.ts';
import type { Place, SiteCaller } from '../../features/sessions/index.ts';
import { composeChat } from './chat.ts';
import type { Foundation } from './foundation.ts';
import type { Live } from './live.ts';
import type { Messages } from './messages.ts';
import type { Money } from './money.ts';

/** Performers among whom similar ones are looked for. */
const SIMILAR_FROM = 1_000;

export type Rooms = Awaited<ReturnType<typeof composeRooms>>;

/** What anybody may do to anybody with an account: whether it is taken is for the other side to say. */
const socialActions = (
  { account }: SiteCaller,
  subject: Account | { readonly guest: string },
): readonly CardAction[] =>
  'guest' in subject || subject.id === account?.id ? [] : ['pm', 'friend', 'ignore'];

/** Rooms, their chat, and the lists in which they are found. */
export async function composeRooms(base: Foundation, money: Money, live: Live, messages: Messages) {
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
  const likes = makeLikeStore(database);
  const readLeaderboard = makeLeaderboard({ likes, cardOf: catalog.byName, clock });
  base.serve(
    'discovery',
    makeDiscoveryHandlers({ discovery, catalog, search, accounts, door, likes, readLeaderboard, clock }),
  );

  const chat = composeChat(base, money, live);
  const nowhere: Place = { country: null, state: null };
  const suggest = () => discovery.browse(null, { page: 1, perPage: 12, hide: [], place: nowhere }).userList;
  const ratings = makeRatingStore(database);
  base.serve(
    'ratings',
    makeRatingsHandlers({
      accounts,
      door,
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
    door,
    moderators,
    sanctions,
    hub,
    streamFor: streamTokens.present,
    hasPassed: streamTokens.hasPassed,
    isCardMissing: streamTokens.isCardMissing,
    passwords: live.passwords,
    greet: base.logins.greet,
    recentTips: money.recentTips,
    canWrite: chat.canWrite,
    emoticons: EMOTICONS.map((emoticon) => ({ ...emoticon })),
    isTranscodedSite: base.site.custom.wl_transcode,
    suggest,
    cardsOf: (usernames: readonly string[]) => usernames.flatMap((name) => catalog.byName(name) ?? []),
    ratedToday: ratings.findToday,
    friendStatus: messages.friendStatus,
    onFollowed: makeTellFollowed({ feed, hub, notify, clock, tell }),
    clock,
  };
  base.serve('rooms', makeRoomsHandlers(roomDeps));

  const cardFor = (username: string, caller: SiteCaller) =>
    catalog.isBlockedFor(username, caller) ? undefined : catalog.byName(username);
  const history = makeViewHistoryStore(database);
  const peopleDeps: PeopleDeps = {
    accounts,
    rooms,
    door,
    hub,
    notes: makeNoteStore(database),
    history,
    followers: makeFollowerStore(database),
    readMoney: money.readMoney,
    friendStatus: messages.friendStatus,
    rolesIn: chat.rolesIn,
    actionsFor: async (caller, subject, room) => [
      ...socialActions(caller, subject),
      ...(await chat.actionsFor(caller, subject, room)),
      'report',
    ],
    cardOf: cardFor,
    cardOfUnlisted: (owner, row) => presentUnlistedCard(owner, row, clock.now()),
    fanTiersOf: ({ settings }) => fanTiers(settings),
    similarTo: (username, hide, { country, state }) =>
      findSimilar(
        catalog.byName(username),
        discovery.browse(null, { page: 1, perPage: SIMILAR_FROM, hide, place: { country, state } }).userList,
      ),
    clock,
  };
  base.serve('people', makePeopleHandlers(peopleDeps));
  const fanClubDeps: FanClubDeps = {
    door,
    cardOf: async (owner, caller) =>
      cardFor(owner.username, caller) ?? presentUnlistedCard(owner, await rooms.get(owner.id), clock.now()),
  };
  base.serve('fan-club', makeFanClubHandlers(fanClubDeps));

  await catalog.reload();
  return {
    catalog,
    chat,
    discovery,
    getRoom: makeGetRoom(roomDeps),
    getBio: makeGetBio(peopleDeps),
    getFanClub: makeGetFanClub(fanClubDeps),
    readLikes: (week: 'current' | 'last', caller: SiteCaller) =>
      readLeaderboard(week, caller.account, (username) => !catalog.isBlockedFor(username, caller)),
    history,
    suggest,
  };
}
