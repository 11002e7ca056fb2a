import type { AppState } from '@klieg/contract/features/room-games/room-keys';
import { type AccountId, assert } from '@klieg/kernel';
import type { Transaction } from '../../platform/postgres/index.ts';
import { type AppConfig, kindOf } from './app-kinds.ts';
import type { AppRow } from './app-store.ts';
import { isGoal, presentGoal } from './present-app.ts';

/**
 * What another feature does when its app is installed, changed or removed, in the same transaction: if it throws,
 * everything is undone.
 */
export interface AppLife {
  /**
   * Before anything else of the room is taken out for it: what its feature locks of the room it locks here, so that all
   * take rows in one order.
   */
  mayInstall(transaction: Transaction, roomId: AccountId): Promise<void>;
  install(transaction: Transaction, roomId: AccountId, config: AppConfig): Promise<void>;
  update(transaction: Transaction, roomId: AccountId, config: AppConfig): Promise<void>;
  remove(transaction: Transaction, roomId: AccountId): Promise<void>;
  /** After the commit of any of these. */
  changed(roomId: AccountId): Promise<void>;
  /** The state of the app as calls show it, for each room that has one. */
  readStates(roomIds: readonly AccountId[]): Promise<ReadonlyMap<AccountId, AppState['state']>>;
}

/** The features whose apps are more than a goal. */
export interface AppLives {
  /** Registers a feature for the apps of a type. */
  add(type: number, life: AppLife): void;
  find(type: number): AppLife | undefined;
  /** Apps as calls and pages see them (http page, 17.1). */
  present(rows: readonly AppRow[]): Promise<AppState[]>;
}

export function makeAppLives(): AppLives {
  const lives = new Map<number, AppLife>();

  /** The states that other features know, by type and room. */
  const readStates = async (rows: readonly AppRow[]) => {
    const byType = Map.groupBy(
      rows.filter(({ type }) => lives.has(type)),
      ({ type }) => type,
    );
    const read = [...byType].map(async ([type, its]) => {
      const states = await lives.get(type)!.readStates(its.map(({ roomId }) => roomId));
      return [type, states] as const;
    });
    return new Map(await Promise.all(read));
  };

  return {
    add: (type, life) => void lives.set(type, life),
    find: (type) => lives.get(type),
    async present(rows) {
      const states = await readStates(rows);
      return rows.map((row) => {
        const { type, config, version, roomId } = row;
        const kind = kindOf(type);
        assert(kind, `an app of the unknown type ${type} is installed`);
        const state = isGoal(row) ? presentGoal(row) : (states.get(type)?.get(roomId) ?? {});
        return { type, name: kind.name, config: { ...config }, state, version };
      });
    },
  };
}
