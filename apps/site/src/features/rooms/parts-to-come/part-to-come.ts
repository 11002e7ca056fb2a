import type { FlatRoom, RoomPart } from '../room-part.ts';

/** Keys of a room whose feature is not built yet, with the values that say so. */
export const partToCome = <K extends keyof FlatRoom>(empty: Pick<FlatRoom, K>): RoomPart<K> => ({
  empty,
  read: (asks) => Promise.resolve(asks.map(() => ({}))),
});
