import { isDriverError } from './driver-errors.ts';

/**
 * Shutdown, crash recovery, a connection left open for too long; besides these, connection errors of class 08 and
 * resources of 53.
 */
const outageStates = new Set(['57P01', '57P02', '57P03', '57P05', '25006', '25P03']);

/** Socket errors of the driver: ECONNRESET, ENOENT of a socket file, EAI_AGAIN of a name, a stream that has ended. */
const SOCKET_CODE = /^E(?:[A-Z]+|AI_AGAIN|RR_(?:STREAM|SOCKET)_[A-Z_]+)$/;

/** What the driver says, without a code, when a connection ends or none is available. */
const DRIVER =
  /^(?:Connection terminated|Client (?:has encountered a connection error|was closed)|timeout e(?:xceeded when trying to connect|xpired)|Cannot use a pool after|server conn crashed)/;

/**
 * Whether an error means that the database does not answer now: no fault of the question, which may be repeated. Only
 * errors of the database's own driver count, since the broken socket of a visitor has the same codes.
 */
export function isOutage(error: unknown): boolean {
  if (!isDriverError(error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return DRIVER.test(error.message);
  return SOCKET_CODE.test(code) || outageStates.has(code) || /^(?:08|53)/.test(code);
}
