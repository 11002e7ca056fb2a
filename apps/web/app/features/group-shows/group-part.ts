import type { GroupShow, Payload, Room } from '@klieg/contract';
import type { RoomEvent } from '../../shared/room-module/room-events.ts';

/* What a page knows of the room's group show. This comes with every room, so it is small. */

/**
 * What holds of the show that is offered or runs. Times are instants of an answer, or Unix milliseconds of an event.
 */
export type GroupTold = Pick<
  GroupShow,
  'show_id' | 'status' | 'cost_per_minute' | 'min_people' | 'late_joiners'
> &
  Pick<GroupShow, 'if_few' | 'joined'> & {
    readonly max_people?: number | null | undefined;
    readonly waits_until: string | number;
    readonly starts_at?: string | number | null | undefined;
    readonly started_at?: string | number | null | undefined;
    readonly few_until?: string | number | null | undefined;
    readonly is_in?: boolean | null | undefined;
  };

/** State of the caller's time in it; for the performer, of the whole show. */
export type GroupTick = Pick<
  Payload<'v3.group.tick'>,
  'seconds' | 'tokens_charged' | 'remaining_seconds' | 'people' | 'tokens_earned'
>;

export type GroupResult = Payload<'v3.group.result'>;

export interface GroupPart {
  readonly told: GroupTold | null;
  readonly tick: GroupTick | null;
  /** How the caller's time ended; shown until read. */
  readonly result: GroupResult | null;
  /** The last ended show: earlier messages about it come too late. */
  readonly overId: string | null;
}

declare module '../../shared/room-module/room-events.ts' {
  interface PageEvents {
    /** The state from the events so far; only written by the code that reduces them. */
    'page.group': GroupPart;
    /** The server's answer to a press, or about the show. */
    'page.group-told': GroupShow | null;
    /** How the caller's time has ended, from the visit's socket. */
    'page.group-result': GroupResult;
    'page.group-read': Record<string, never>;
  }
}

export const GROUP_READS = [
  'page.group',
  'page.loaded',
  'page.group-told',
  'page.group-result',
  'page.group-read',
  'v3.room.snapshot',
  'v3.group.update',
  'v3.group.end',
  'v3.group.tick',
] as const;

export type GroupEvent = RoomEvent<(typeof GROUP_READS)[number]>;

export const startGroup = ({ groupShow: told }: Room): GroupPart => ({
  told,
  tick: null,
  result: null,
  overId: null,
});
