import type { Log } from '@klieg/kernel';

/*
 * The browser's console is where the wire page sends what only developers should see: missing pongs,
 * unknown events, unparsable messages (ERRORS-019 to ERRORS-021).
 */

/** Writes to the browser's console. */
export const consoleLog: Log = {
  // oxlint-disable-next-line no-console
  info: (fields, message) => console.info(message, fields),
  // oxlint-disable-next-line no-console
  warn: (fields, message) => console.warn(message, fields),
  // oxlint-disable-next-line no-console
  error: (fields, message) => console.error(message, fields),
};
