import type { AccountId, Uuid } from '@klieg/kernel';
import type { Tables } from './memory-tables.ts';
import type { World } from './world.ts';

/** What the oracle remembers from one look to the next. */
export interface Memory {
  readonly violations: string[];
  /** The state of each instance at the last look. */
  readonly states: Map<Uuid, string>;
  /** The end of a show as it was seen first. */
  readonly ends: Map<Uuid, string>;
  /** By show: troubles of the world when it was seen first. */
  readonly troublesAt: Map<Uuid, number>;
  /** Meters whose seconds were looked at when they had stopped. */
  readonly counted: Set<Uuid>;
  /** What every node surely knew at the last look, by meter. */
  readonly known: Map<Uuid, number>;
  /** What was delivered to a show, and since when no more. */
  readonly stood: Map<Uuid, { readonly ms: number; readonly at: number; readonly troubles: number }>;
  /** Machines that never came to be because of a trouble; what they hold ends by its time. */
  readonly strays: Set<string>;
  /** Shows of people who may not be together: since when, and after which troubles. */
  readonly apart: Map<Uuid, { readonly at: number; readonly troubles: number }>;
  /** Rooms whose show goes on although they are public or closed: since when, and after which troubles. */
  readonly forsaken: Map<AccountId, { readonly at: number; readonly troubles: number }>;
  /** Troubles of the world at the last look. */
  troublesAtLook: number;
  /** When the last trouble was seen, in monotonic milliseconds. */
  quietSinceMs: number;
}

export const newMemory = (): Memory => ({
  violations: [],
  states: new Map(),
  ends: new Map(),
  troublesAt: new Map(),
  counted: new Set(),
  known: new Map(),
  stood: new Map(),
  strays: new Set(),
  apart: new Map(),
  forsaken: new Map(),
  troublesAtLook: 0,
  quietSinceMs: 0,
});

/** Everything that one look is about. */
export interface Look {
  readonly world: World;
  readonly tables: Tables;
  readonly memory: Memory;
  readonly blame: (what: string) => void;
}
