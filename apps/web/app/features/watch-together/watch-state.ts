import type { Payload } from '@klieg/contract';
import type { RoomEvent } from '../../shared/room-module/room-events.ts';
import { noteDelay } from './note-delay.ts';

/* What a page knows of videos watched together here. Loaded with every room, so it is small. */

export type WatchTold = Payload<'v3.watch.update'>;

export interface WatchPart {
  /** What is proposed or watched; null: nothing this person is told about. */
  readonly told: WatchTold | null;
  /** The least time by the page's own clock from a stamp of the server to its arrival, in milliseconds. */
  readonly delayMs: number | null;
  readonly isChoosing: boolean;
}

declare module '../../shared/room-module/room-events.ts' {
  interface PageEvents {
    /** An announcement, with its arrival by the page's own clock in milliseconds. */
    'page.watch-told': { readonly told: WatchTold | null; readonly receivedAt: number };
    /** The dialog for choosing a video. */
    'page.watch-dialog': { readonly isOpen: boolean };
  }
}

export const WATCH_READS = [
  'page.watch-told',
  'page.watch-dialog',
  'v3.room.snapshot',
  'v3.watch.update',
  'v3.private.end',
  'v3.ack',
] as const;

export const startWatch = (): WatchPart => ({ told: null, delayMs: null, isChoosing: false });

function withTold(part: WatchPart, told: WatchTold | null, receivedAt: number): WatchPart {
  const isOpen = told?.status === 'proposed' || told?.status === 'active';
  if (isOpen) return { told, delayMs: noteDelay(part.delayMs, told, receivedAt), isChoosing: false };
  // The end of another one than the watched one comes too late.
  return told && part.told?.watch_id !== told.watch_id ? part : { ...part, told: null };
}

/** The change made by one event. The module's effects add the arrival time to socket messages. */
export function reduceWatch(part: WatchPart, event: RoomEvent<(typeof WATCH_READS)[number]>): WatchPart {
  switch (event.name) {
    case 'page.watch-told':
      return withTold(part, event.payload.told, event.payload.receivedAt);
    case 'page.watch-dialog':
      return { ...part, isChoosing: event.payload.isOpen };
    case 'v3.private.end':
      return { ...part, told: null, isChoosing: false };
    default:
      return part;
  }
}
