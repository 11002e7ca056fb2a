import type { Settings } from '@klieg/contract';

/** What a change of settings may name. */
export type SettingsChange = Partial<Settings>;

export interface SettingsQueue {
  /**
   * Shows the change at once and saves it after earlier ones; a refused one is undone, unless something newer has been
   * chosen meanwhile.
   */
  save(change: SettingsChange): Promise<void>;
}

const pick = (settings: Settings, keys: readonly (keyof Settings)[]): SettingsChange =>
  Object.fromEntries(keys.map((key) => [key, settings[key]]));

/** Saves changes one after the other, so that a late answer never brings back an older choice. */
export function makeSettingsQueue(options: {
  readonly read: () => Settings | undefined;
  readonly show: (change: SettingsChange) => void;
  readonly send: (change: SettingsChange) => Promise<Settings>;
}): SettingsQueue {
  const { read, show, send } = options;
  const newest = new Map<keyof Settings, SettingsChange>();
  /** As the server has them, of keys with a change under way. */
  const kept = new Map<keyof Settings, Settings[keyof Settings]>();
  let last: Promise<unknown> = Promise.resolve();

  const settle = (change: SettingsChange, keys: readonly (keyof Settings)[], saved?: Settings) => {
    const own = keys.filter((key) => newest.get(key) === change);
    if (saved) for (const key of keys) kept.set(key, saved[key]);
    show(saved ? pick(saved, own) : Object.fromEntries(own.map((key) => [key, kept.get(key)])));
    for (const key of own) {
      newest.delete(key);
      kept.delete(key);
    }
  };

  return {
    save(change) {
      const keys = Object.keys(change) as (keyof Settings)[];
      const now = read();
      for (const key of keys) {
        newest.set(key, change);
        if (now && !kept.has(key)) kept.set(key, now[key]);
      }
      show(change);
      const result = last.then(async () => {
        try {
          settle(change, keys, await send(change));
        } catch (error) {
          settle(change, keys);
          throw error;
        }
      });
      last = result.catch(() => undefined);
      return result;
    },
  };
}
