import type { Room } from '@klieg/contract';
import type { Answer } from '../../shared/api/answers.ts';
import type { RoomEvent } from '../../shared/room-module/room-events.ts';

/* What a page knows of the co-show of its room. This comes with every room, so it is small. */

/** The other performer of a co-show. */
export interface CoShowTold {
  readonly co_show_id: string;
  readonly username: string;
  readonly display_name: string;
}

/** What only the performer's own studio knows. */
export type CoShowDesk = Answer<'getCoShow'>;

export interface CoShowPart {
  readonly told: CoShowTold | null;
  /** The socket has reported it: a later answer to an earlier request is outdated. */
  readonly isHeard: boolean;
  /** Null until it is read; of viewers' pages never. */
  readonly desk: CoShowDesk | null;
}

declare module '../../shared/room-module/room-events.ts' {
  interface PageEvents {
    /** The studio has read the requests and the running co-show. */
    'page.co-show-desk': CoShowDesk;
  }
}

export const CO_SHOW_READS = [
  'page.loaded',
  'page.co-show-desk',
  'v3.room.snapshot',
  'v3.co_show.update',
] as const;

export const startCoShow = ({ coShow }: Room): CoShowPart => ({ told: coShow, isHeard: false, desk: null });

/** What one event changes. */
export function reduceCoShow(part: CoShowPart, event: RoomEvent<(typeof CO_SHOW_READS)[number]>): CoShowPart {
  switch (event.name) {
    case 'page.loaded':
      return part.isHeard ? part : { ...part, told: event.payload.coShow };
    case 'page.co-show-desk':
      return { ...part, desk: event.payload };
    case 'v3.room.snapshot':
      return { ...part, told: (event.payload.coShow as CoShowTold | undefined) ?? null, isHeard: true };
    case 'v3.co_show.update': {
      const { status, co_show_id: id } = event.payload;
      if (status === 'running') return { ...part, told: event.payload, isHeard: true };
      // The end of another one than the shown one comes too late.
      return part.told && part.told.co_show_id !== id ? part : { ...part, told: null, isHeard: true };
    }
  }
}
