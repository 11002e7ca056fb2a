import type { Payload, Room, TipSplitState } from '@klieg/contract';
import type { RoomEvent } from '../../shared/room-module/room-events.ts';

/*
 * The room's tip split as the page knows it. This comes with every room, so it is small; what draws it comes with the
 * first split.
 */

declare module '../../shared/room-module/room-events.ts' {
  interface PageEvents {
    /** The page has read the split's state, when it knew the room's states up to `seq`. */
    'page.tip-split-read': { readonly state: TipSplitState; readonly seq: number };
  }
}

/** A split in the words of the wire, by the room's socket or as a call answers it. */
export type SplitTold = Partial<Omit<Payload<'v3.tip_split.update'>, 'seq'>> | TipSplitState;

export interface SplitPart {
  /** The latest known split; null for none. */
  readonly split: SplitTold | null;
  /** The newest of the room's states that is in this. */
  readonly epoch: string;
  readonly seq: number;
}

export const SPLIT_READS = ['v3.tip_split.update', 'v3.room.snapshot', 'page.tip-split-read'] as const;

/** The split as the room's first answer gives it. */
export const startSplit = ({ tipSplit, epoch, seq }: Room): SplitPart => ({
  split: tipSplit,
  epoch,
  seq,
});

/** The change made by one event; older ones undo nothing. */
export function reduceSplit(part: SplitPart, event: RoomEvent<(typeof SPLIT_READS)[number]>): SplitPart {
  const { payload } = event;
  if (event.name === 'page.tip-split-read')
    return event.payload.seq === part.seq ? { ...part, split: event.payload.state } : part;
  const { seq } = event.payload;
  const epoch = 'epoch' in payload ? payload.epoch : part.epoch;
  if (epoch === part.epoch && seq < part.seq) return part;
  const split = event.name === 'v3.room.snapshot' ? (event.payload.tipSplit ?? null) : event.payload;
  return { split, epoch, seq };
}
