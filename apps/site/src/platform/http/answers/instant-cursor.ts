/** Where a list goes on whose pages end with the time of a row: the contract has let nothing else through. */
export const instantCursor = (cursor: string | undefined): Date | undefined =>
  cursor === undefined ? undefined : new Date(cursor);
