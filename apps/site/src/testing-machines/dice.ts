import type { Uuid } from '@klieg/kernel';
import type { World } from './world.ts';

/* What chance decides. */

/** One of them; undefined only where there is none. */
export const pick = <Item>({ random }: Pick<World, 'random'>, items: readonly Item[]): Item =>
  items[random(Math.max(1, items.length))]!;

/** The key of a call: now and then one that was used before for the same, so that the call is a repeat. */
export function usedKey(world: World, what: string): Uuid {
  const before = world.keys.get(what);
  if (before && world.random(5) === 0) return before;
  const key = world.freshKey();
  world.keys.set(what, key);
  return key;
}
