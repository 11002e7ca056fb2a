import type { Uuid } from '@klieg/kernel';

/** Where a list goes on whose pages end with the id of a row: the contract has let nothing else through. */
export const uuidCursor = (cursor: string | undefined): Uuid | undefined => cursor as Uuid | undefined;
