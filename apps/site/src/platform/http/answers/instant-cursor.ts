const INSTANT = /^(?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Where a list goes on whose pages end with the time of a row; a mark that we did not make reads as the beginning. */
export function instantCursor(cursor: string | undefined): Date | undefined {
  const at = cursor !== undefined && INSTANT.test(cursor) ? Date.parse(cursor) : Number.NaN;
  return Number.isNaN(at) ? undefined : new Date(at);
}
