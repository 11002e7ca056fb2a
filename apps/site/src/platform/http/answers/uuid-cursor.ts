import type { Uuid } from '@klieg/kernel';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Where a list goes on whose pages end with the id of a row; a mark that we did not make reads as the beginning. */
export const uuidCursor = (cursor: string | undefined): Uuid | undefined =>
  cursor !== undefined && UUID.test(cursor) ? (cursor as Uuid) : undefined;
