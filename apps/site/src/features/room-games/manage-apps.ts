import { type AccountId, AppError } from '@klieg/kernel';
import { faultsOf } from '../../platform/http/index.ts';
import type { Kit } from '../../platform/kit.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { Ledger } from '../ledger/index.ts';
import { modeOf, openSeating, type RoomStore } from '../rooms/index.ts';
import { type AppConfig, type AppKind, kindOf, planOf } from './app-kinds.ts';
import type { AppLives } from './app-lives.ts';
import type { AppRow, AppStore } from './app-store.ts';
import type { GoalNews } from './goal-news.ts';
import { beginGoal, endGoal, type GoalPlan, isForgotten, pauseGoal } from './goal-rules.ts';

/** What performers do with the apps of their rooms (S1201). */
export interface ManageApps {
  /**
   * @throws room_games.config_invalid, room_games.conflict when another app takes the slot at the same moment, and
   * what the app's own feature refuses with
   */
  install(roomId: AccountId, type: number, config: unknown): Promise<AppRow>;
  /** @throws room_games.not_installed, room_games.config_invalid, room_games.stale */
  update(roomId: AccountId, type: number, change: { config: unknown; version: number }): Promise<AppRow>;
  /** @throws room_games.not_installed */
  uninstall(roomId: AccountId, type: number): Promise<void>;
  /** Starts over. @throws room_games.not_installed */
  reset(roomId: AccountId, type: number): Promise<AppRow>;
  /** Removes an app that has ended by itself, if `isOver` still says so; its own feature is not told. */
  retire(
    roomId: AccountId,
    type: number,
    isOver: (transaction: Transaction) => Promise<boolean>,
  ): Promise<void>;
  /** Ends goals whose broadcast did not come back for an hour. */
  endForgotten(nowMs: number): Promise<void>;
}

/** How long goals wait for a broadcast to come back (S1202). */
const OFFLINE_MS = 60 * 60_000;
const ENDED_MAX = 200;

const invalid = (fields: readonly object[]) =>
  new AppError('room_games.config_invalid', { params: { fields: [...fields] } });

/** @throws room_games.config_invalid with each field that is wrong */
function readConfig(kind: AppKind | undefined, config: unknown): AppConfig {
  if (!kind) throw invalid([{ path: 'type', reason: 'unknown', message: 'This app does not exist' }]);
  const read = kind.config.safeParse(config, { reportInput: true });
  if (read.success) return read.data;
  throw invalid(faultsOf('config', read.error));
}

const hasSameTargets = (one: GoalPlan, other: GoalPlan): boolean =>
  one.isAuto === other.isAuto &&
  one.repeats === other.repeats &&
  JSON.stringify(one.steps.map(({ target }) => target)) ===
    JSON.stringify(other.steps.map(({ target }) => target));

export function makeManageApps(deps: {
  readonly kit: Pick<Kit, 'database' | 'clock'>;
  readonly apps: AppStore;
  readonly ledger: Pick<Ledger, 'feedNumberOf'>;
  readonly news: GoalNews;
  readonly lives: Pick<AppLives, 'find'>;
  readonly rooms: Pick<RoomStore, 'keep'>;
}): ManageApps {
  const { apps, ledger, lives, news } = deps;
  const { kysely } = deps.kit.database;

  /**
   * Changes an installed app under its lock: tips are counted at any moment, and one that is counted between
   * reading and writing would be lost.
   */
  const change = (
    roomId: AccountId,
    type: number,
    turn: (row: AppRow) => Pick<AppRow, 'config' | 'state' | 'feedNumber'>,
  ): Promise<AppRow> =>
    kysely.transaction().execute(async (transaction) => {
      const row = (await apps.lock(transaction, roomId)).find((one) => one.type === type);
      if (!row) throw new AppError('room_games.not_installed');
      const turned = turn(row);
      await lives.find(type)?.update(transaction, roomId, turned.config);
      return apps.change(transaction, { ...turned, roomId, type });
    });
  /** Tells the room, and the feature of an installed, changed or removed app. */
  const tell = async (roomId: AccountId, types: readonly number[], removed?: AppRow): Promise<void> => {
    await news.tellChanged(roomId, removed);
    for (const type of new Set(types)) await lives.find(type)?.changed(roomId);
  };
  /** A new round: earlier payments belong to the old one, counted or not. */
  const anew = (config: AppConfig, row: AppRow, paidNumber: number) => {
    const feedNumber = Math.max(row.feedNumber, paidNumber);
    const state = beginGoal(feedNumber);
    const { pausedBy, pausedAt } = row.state;
    return {
      config,
      state: pausedBy === 'show' ? pauseGoal(state, pausedAt!, pausedBy) : state,
      feedNumber,
    };
  };
  const find = async (roomId: AccountId, type: number): Promise<AppRow> => {
    const row = await apps.find(roomId, type);
    if (!row) throw new AppError('room_games.not_installed');
    return row;
  };

  return {
    async install(roomId, type, given) {
      const kind = kindOf(type);
      const config = readConfig(kind, given);
      const { isExclusive } = kind!;
      const feedNumber = await ledger.feedNumberOf(roomId);
      const replaced = await kysely.transaction().execute(async (transaction) => {
        // The room's row first: a show that begins waits, and then pauses what it finds installed.
        const isInShow = modeOf(await deps.rooms.keep(transaction, roomId)) !== openSeating.mode;
        const begun = beginGoal(feedNumber);
        const state = isInShow ? pauseGoal(begun, deps.kit.clock.now(), 'show') : begun;
        const row = { roomId, type, isExclusive, config, state, feedNumber };
        const others = (await apps.lock(transaction, roomId)).filter(
          (one) => one.type === type || (isExclusive && one.isExclusive),
        );
        await lives.find(type)?.mayInstall(transaction, roomId);
        for (const other of others) {
          await lives.find(other.type)?.remove(transaction, roomId);
          await apps.remove(transaction, roomId, other.type);
        }
        if (!(await apps.install(transaction, row))) throw new AppError('room_games.conflict');
        await lives.find(type)?.install(transaction, roomId, config);
        return others.find((other) => other.type !== type);
      });
      await tell(roomId, [type, ...(replaced ? [replaced.type] : [])], replaced);
      return find(roomId, type);
    },
    async update(roomId, type, { config: given, version }) {
      const kind = kindOf(type);
      await find(roomId, type);
      const config = readConfig(kind, given);
      const paidNumber = await ledger.feedNumberOf(roomId);
      const changed = await change(roomId, type, (row) => {
        if (row.version !== version) throw new AppError('room_games.stale');
        // A changed target ends the running round; words may change any time (S1201).
        const [plan, before] = [planOf({ type, config }), planOf(row)];
        const isSame = !plan || !before || hasSameTargets(plan, before);
        return isSame ? { ...row, config } : anew(config, row, paidNumber);
      });
      await tell(roomId, [type]);
      return changed;
    },
    async uninstall(roomId, type) {
      const row = await find(roomId, type);
      await kysely.transaction().execute(async (transaction) => {
        await apps.lock(transaction, roomId);
        await lives.find(type)?.remove(transaction, roomId);
        if (!(await apps.remove(transaction, roomId, type))) throw new AppError('room_games.not_installed');
      });
      await tell(roomId, [type], row);
    },
    async reset(roomId, type) {
      const paidNumber = await ledger.feedNumberOf(roomId);
      const changed = await change(roomId, type, (row) => anew(row.config, row, paidNumber));
      await tell(roomId, [type]);
      return changed;
    },
    async retire(roomId, type, isOver) {
      const isRemoved = await kysely.transaction().execute(async (transaction) => {
        await apps.lock(transaction, roomId);
        return (await isOver(transaction)) && apps.remove(transaction, roomId, type);
      });
      if (isRemoved) await news.tellChanged(roomId);
    },
    async endForgotten(nowMs) {
      for (const roomId of await apps.listPausedSince(nowMs - OFFLINE_MS, ENDED_MAX)) {
        await kysely.transaction().execute(async (transaction) => {
          for (const app of await apps.lock(transaction, roomId))
            if (isForgotten(app.state, nowMs - OFFLINE_MS))
              await apps.saveState(transaction, { ...app, state: endGoal(app.state) });
        });
        news.mark(roomId);
      }
    },
  };
}
