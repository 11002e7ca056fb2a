import type { Payload } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import { askByKey } from '../../platform/postgres/index.ts';
import type { CardPart, RoomPart, RoomSession } from '../rooms/index.ts';
import { planOf } from './app-kinds.ts';
import type { AppLives } from './app-lives.ts';
import type { AppRow, AppStore } from './app-store.ts';
import { percentOf, stepOf } from './goal-rules.ts';
import { findGoal, goalEventOf, idsOf, isShown, panelsOf } from './present-app.ts';

type Apps = Pick<AppStore, 'list'>;

/** The apps of many rooms by room, in one question. */
async function readApps(apps: Apps, roomIds: readonly AccountId[]): Promise<(roomId: AccountId) => AppRow[]> {
  const byRoom = Map.groupBy(await apps.list(roomIds), ({ roomId }) => roomId);
  return (roomId) => byRoom.get(roomId) ?? [];
}

/** What a room's answer says of its games. */
export const makeGamesPart = (
  apps: Apps,
  lives: Pick<AppLives, 'present'>,
): RoomPart<
  'chat.installedAppId' | 'chat.installedModuleIdList' | 'koth' | 'scratchoff' | 'apps' | 'app_panels'
> => ({
  empty: {
    'chat.installedAppId': null,
    'chat.installedModuleIdList': [],
    koth: null,
    scratchoff: null,
    apps: [],
    app_panels: { app_panel: null, tip_panel: null },
  },
  async read(asks) {
    const appsOf = await readApps(
      apps,
      asks.map(({ owner }) => owner.id),
    );
    return Promise.all(
      asks.map(async ({ owner }) => {
        const rows = appsOf(owner.id);
        const { appId, moduleIds } = idsOf(rows);
        const shown = await lives.present(rows);
        return {
          'chat.installedAppId': appId,
          'chat.installedModuleIdList': moduleIds,
          apps: shown,
          app_panels: panelsOf(rows, shown),
        };
      }),
    );
  },
});

/** How far a goal is, on cards. */
export const makeGoalCardPart = (apps: Apps): CardPart<'goal'> => ({
  empty: { goal: null },
  async read(models) {
    const appsOf = await readApps(
      apps,
      models.map(({ id }) => id),
    );
    return models.map(({ id }) => {
      const row = findGoal(appsOf(id));
      const plan = row && isShown(row.state) && planOf(row);
      return plan
        ? { goal: { label: stepOf(plan, row.state).label, percent: percentOf(row.state, plan) } }
        : {};
    });
  },
});

/** The state of the games that a page gets when it comes in, or has missed something. */
export function makeGamesSnapshot(apps: Apps, lives: Pick<AppLives, 'present'>) {
  const readGames = askByKey(async (roomIds: readonly AccountId[]) => {
    const appsOf = await readApps(apps, roomIds);
    const read = roomIds.map(async (id): Promise<[AccountId, Partial<Payload<'v3.room.snapshot'>>]> => {
      const rows = appsOf(id);
      const goal = findGoal(rows);
      const shown = await lives.present(rows);
      const panels = panelsOf(rows, shown);
      const hasPanels = panels.app_panel !== null || panels.tip_panel !== null;
      return [
        id,
        { apps: shown, ...(goal && { goal: goalEventOf(goal) }), ...(hasPanels && { app_panels: panels }) },
      ];
    });
    return new Map(await Promise.all(read));
  });
  return async ({ room }: RoomSession): Promise<Partial<Payload<'v3.room.snapshot'>>> =>
    (await readGames(room.ownerId)) ?? {};
}
