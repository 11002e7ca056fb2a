import type { Payload, Room } from '@klieg/contract';
import type { RoomEvent } from '../../shared/room-module/room-events.ts';
import { noteDelay } from './watch-clock.ts';

/* What a page knows of what is watched together here. This comes with every room, so it is small. */

export type WatchTold = Payload<'v3.watch.update'>;

export interface WatchPart {
  /** What is proposed or watched; null: nothing, or nothing that this person is told of. */
  readonly told: WatchTold | null;
  /** Its id, also where no more is known yet. */
  readonly watchId: string | null;
  /** The least time by the page's own clock from a stamp of the server to its arrival, in milliseconds. */
  readonly delayMs: number | null;
  readonly isChoosing: boolean;
}

declare module '../../shared/room-module/room-events.ts' {
  interface PageEvents {
    /** What was told, with when it came, by the page's own clock in milliseconds. */
    'page.watch-told': { readonly told: WatchTold | null; readonly receivedAt: number };
    /** The dialog in which a video is chosen. */
    'page.watch-dialog': { readonly isOpen: boolean };
  }
}

export const WATCH_READS = [
  'page.loaded',
  'page.watch-told',
  'page.watch-dialog',
  'v3.room.snapshot',
  'v3.watch.update',
  'v3.private.end',
  'v3.ack',
] as const;

const NOTHING = { told: null, watchId: null } as const;

export const startWatch = ({ privateStats }: Room): WatchPart => ({
  told: null,
  watchId: privateStats?.watch_id ?? null,
  delayMs: null,
  isChoosing: false,
});

const isOpen = ({ status }: WatchTold): boolean => status === 'proposed' || status === 'active';

function withTold(part: WatchPart, told: WatchTold | null, receivedAt: number): WatchPart {
  if (!told) return part.told || part.watchId ? { ...part, ...NOTHING } : part;
  if (!isOpen(told)) return part.watchId === told.watch_id ? { ...part, ...NOTHING } : part;
  return {
    ...part,
    told,
    watchId: told.watch_id,
    delayMs: noteDelay(part.delayMs, told, receivedAt),
    isChoosing: false,
  };
}

/** What one event changes. What the socket tells comes with its time by the module's effects. */
export function reduceWatch(part: WatchPart, event: RoomEvent<(typeof WATCH_READS)[number]>): WatchPart {
  switch (event.name) {
    case 'page.loaded': {
      const watchId = event.payload.privateStats?.watch_id ?? null;
      return part.told || part.watchId === watchId ? part : { ...part, watchId };
    }
    case 'page.watch-told':
      return withTold(part, event.payload.told, event.payload.receivedAt);
    case 'page.watch-dialog':
      return { ...part, isChoosing: event.payload.isOpen };
    case 'v3.private.end':
      return { ...part, ...NOTHING, isChoosing: false };
    case 'v3.room.snapshot':
    case 'v3.watch.update':
    case 'v3.ack':
      return part;
  }
}
