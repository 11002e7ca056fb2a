import type { Uuid } from '@klieg/kernel';

/** Where a list continues whose pages end with the id of a row; the contract has already checked the form. */
export const uuidCursor = (cursor: string | undefined): Uuid | undefined => cursor as Uuid | undefined;
