import { MINUTE_MS } from '@klieg/kernel/time';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { FactReader } from '../../platform/events/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import type { FeedReader, LedgerFeature } from '../ledger/index.ts';
import { behindPassword, type RoomsFeature } from '../rooms/index.ts';
import { makeAppLives } from './app-lives.ts';
import { makeAppStore } from './app-store.ts';
import { makeGoalNews } from './goal-news.ts';
import { makeManageApps } from './manage-apps.ts';
import { makeBroadcastReader } from './on-broadcast.ts';
import { makeGoalReader } from './on-tip-paid.ts';
import { overlayKeyOf } from './overlay-key.ts';
import { makeOverlayStore } from './overlay-store.ts';
import { makeRoomGamesHandlers } from './room-games.http.ts';
import { makeGamesPart, makeGamesSnapshot, makeGoalCardPart } from './room-part.ts';
import { makeWatchOverlay } from './watch-overlay.ts';

const MISSED_MS = 2_000;

export type RoomGamesFeature = ReturnType<typeof composeRoomGames>;

/** Games and apps that performers install in their rooms. */
export function composeRoomGames(
  kit: Pick<Kit, 'database' | 'clock' | 'logged' | 'secretOf'>,
  uses: {
    readonly identity: IdentityFeature;
    readonly ledger: LedgerFeature;
    readonly rooms: RoomsFeature;
  },
) {
  const { accounts } = uses.identity;
  const { hub, rooms } = uses.rooms;
  const apps = makeAppStore(kit.database);
  const lives = makeAppLives();
  const news = makeGoalNews({ accounts, hub, apps, lives, rooms, logged: kit.logged });
  const manage = makeManageApps({ kit, apps, ledger: uses.ledger.ledger, news, lives, rooms });
  const overlays = makeOverlayStore(kit.database);
  const secret = kit.secretOf('goal-overlay');
  const watch = makeWatchOverlay({ apps, overlays, secret });
  hub.addSnapshotPart(makeGamesSnapshot(apps, lives));

  const feedReaders: readonly FeedReader[] = [
    makeGoalReader({
      accounts,
      apps,
      news,
      setSubject: (roomId, subject, transaction) => rooms.setSubject(roomId, subject, null, transaction),
    }),
  ];
  const factReaders: readonly FactReader[] = [
    makeBroadcastReader({ apps, news, now: () => kit.clock.now() }),
  ];
  const chores: readonly Chore[] = [
    {
      failure: 'rooms could not be told of their goals',
      everyMs: MISSED_MS,
      on: 'one',
      run: news.tellMissed,
    },
    {
      failure: 'goals of ended broadcasts could not be ended',
      everyMs: MINUTE_MS,
      on: 'one',
      run: () => manage.endForgotten(kit.clock.now()),
    },
  ];
  return {
    /** For the features of apps that are more than a goal. */
    lives,
    manage,
    /** An app's offers or counts have changed: its room is told within a second. */
    markChanged: news.mark,
    roomPart: behindPassword(makeGamesPart(apps, lives)),
    cardPart: makeGoalCardPart(apps),
    handlers: makeRoomGamesHandlers({
      accounts,
      apps,
      lives,
      manage,
      watch,
      overlays,
      overlayKeyOf: (accountId, version) => overlayKeyOf(secret, accountId, version),
    }),
    feedReaders,
    factReaders,
    chores,
    stop() {
      news.stop();
      watch.stop();
    },
  };
}
