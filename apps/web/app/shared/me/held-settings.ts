import type { Settings } from '@klieg/contract';

type Key = keyof Settings;
const held = new Map<Key, number>();

/** Keeps a setting that was just chosen from being overwritten by older news, until the server has answered. */
export function holdSettings(keys: readonly Key[]): () => void {
  for (const key of keys) held.set(key, (held.get(key) ?? 0) + 1);
  return () => {
    for (const key of keys) {
      const left = (held.get(key) ?? 1) - 1;
      if (left > 0) held.set(key, left);
      else held.delete(key);
    }
  };
}

/** News of settings without those whose own change is under way. */
export const withoutHeld = (settings: Partial<Settings>): Partial<Settings> =>
  Object.fromEntries(Object.entries(settings).filter(([key]) => !held.has(key as Key)));
