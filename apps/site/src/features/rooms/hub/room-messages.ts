import type { Highlight, KeptAct, Line, RoomEntry } from './room-entries.ts';
import type { Seating } from '../seats/seats.ts';

/** Who owns a room, as all nodes see it. A higher term is a later owner. */
export interface RoomLease {
  readonly node: string;
  readonly term: number;
}

/** All that a room holds: what a node needs that missed something. */
export interface WholeRoom {
  /** Number of the last entry within the term. */
  readonly n: number;
  /** Number of the last state event. */
  readonly seq: number;
  readonly history: readonly Line[];
  readonly highlights: readonly Highlight[];
  readonly seating: Seating;
  /** Absent from a node whose program is older. */
  readonly acts?: readonly KeptAct[];
  /** Ids of remembered entries, to recognise repeats. */
  readonly ids: readonly string[];
}

/** Messages between the nodes of one room. */
export type RoomMessage =
  /** `atMs` is the wall clock: a message that took too long is ignored. */
  | {
      readonly kind: 'in';
      readonly from: string;
      readonly id: string;
      readonly entry: RoomEntry;
      readonly atMs: number;
    }
  | {
      readonly kind: 'out';
      readonly from: string;
      readonly term: number;
      readonly n: number;
      readonly id: string;
      readonly entry: RoomEntry;
    }
  | { readonly kind: 'beat'; readonly from: string; readonly term: number; readonly n: number }
  | { readonly kind: 'here'; readonly from: string; readonly isBehind: boolean }
  | ({
      readonly kind: 'full';
      readonly from: string;
      readonly to: string;
      readonly term: number;
    } & WholeRoom);

export type RoomMessageOf<K extends RoomMessage['kind']> = Extract<RoomMessage, { readonly kind: K }>;
