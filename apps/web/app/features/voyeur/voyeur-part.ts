import type { Room } from '@klieg/contract';
import type { RoomEvent } from '../../shared/room-module/room-events.ts';

/* What a page itself knows of a house: that something has changed and must be read again. */

export interface VoyeurPart {
  readonly isVoyeur: boolean;
  /** Grows with each change that the page hears of. */
  readonly version: number;
}

export const VOYEUR_READS = [
  'page.loaded',
  'v3.room.snapshot',
  'v3.chat.update',
  'v3.voyeurcam.control_start',
  'v3.voyeurcam.time_left',
] as const;

export const startVoyeur = (room: Room): VoyeurPart => ({ isVoyeur: room.user.is_voyeur, version: 0 });

export const reduceVoyeur = (
  part: VoyeurPart,
  event: RoomEvent<(typeof VOYEUR_READS)[number]>,
): VoyeurPart => {
  const isVoyeur = event.name === 'page.loaded' ? event.payload.user.is_voyeur : part.isVoyeur;
  return isVoyeur
    ? { isVoyeur, version: part.version + 1 }
    : isVoyeur === part.isVoyeur
      ? part
      : { ...part, isVoyeur };
};
