/** Where a list continues whose pages end with the time of a row; the contract has already checked the form. */
export const instantCursor = (cursor: string | undefined): Date | undefined =>
  cursor === undefined ? undefined : new Date(cursor);
