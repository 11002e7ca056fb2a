import { OWED_DAYS, TIP_MENU } from '@klieg/contract/features/acts/limits';
import { type FactReader, when } from '../../platform/events/index.ts';
import type { Chore, Kit } from '../../platform/kit.ts';
import { wentOffline } from '../broadcast/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import type { ReportsFeature } from '../reports/index.ts';
import type { RoomGamesFeature } from '../room-games/index.ts';
import type { RoomsFeature } from '../rooms/index.ts';
import type { TippingFeature } from '../tipping/index.ts';
import type { WalletFeature } from '../wallet/index.ts';
import { makeActStore } from './act-store.ts';
import { makeActsHandlers } from './acts.http.ts';
import { makeMenuStore } from './menu-store.ts';
import { makeMenuReader } from './on-tip-paid.ts';
import { makeReturnActs } from './return-acts.ts';
import { makeTipMenu } from './tip-menu.ts';

const SWEEP_MS = 5_000;

/** What performers sell by tips of a price, and owe until they have given it. */
export function composeActs(
  kit: Pick<Kit, 'clock' | 'database' | 'logged'>,
  uses: {
    readonly identity: IdentityFeature;
    readonly notifications: Pick<NotificationsFeature, 'notifyWithin'>;
    readonly reports: Pick<ReportsFeature, 'keep'>;
    readonly roomGames: Pick<RoomGamesFeature, 'lives' | 'markChanged'>;
    readonly rooms: Pick<RoomsFeature, 'hub' | 'rooms'>;
    readonly tipping: Pick<TippingFeature, 'offers'>;
    readonly wallet: WalletFeature;
  },
) {
  const { accounts } = uses.identity;
  const acts = makeActStore(kit.database);
  const menu = makeMenuStore(kit.database);
  const tipMenu = makeTipMenu({ menu, rooms: uses.rooms.rooms });
  const returns = makeReturnActs({
    database: kit.database,
    accounts,
    acts,
    wallet: uses.wallet.wallet,
    notifyWithin: uses.notifications.notifyWithin,
    logged: kit.logged,
  });
  uses.roomGames.lives.add(TIP_MENU, tipMenu.life);
  uses.tipping.offers.add(TIP_MENU, tipMenu.listOffers);

  const factReaders: readonly FactReader[] = [
    {
      name: 'acts.broadcasts',
      on: [
        when(wentOffline, ({ accountId }, transaction) =>
          acts.setReturnAt(transaction, accountId, OWED_DAYS),
        ),
      ],
    },
  ];
  const chores: readonly Chore[] = [
    { failure: 'tokens of acts could not go back', everyMs: SWEEP_MS, on: 'one', run: returns.sweep },
  ];
  return {
    handlers: makeActsHandlers({
      accounts,
      acts,
      returns,
      keepReport: uses.reports.keep,
      now: () => kit.clock.now(),
    }),
    feedReaders: [
      makeMenuReader({
        accounts,
        acts,
        menu,
        returns,
        hub: uses.rooms.hub,
        markChanged: uses.roomGames.markChanged,
      }),
    ],
    factReaders,
    chores,
  };
}
