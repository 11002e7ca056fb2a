import { markDriverError } from './driver-errors.ts';

/** An error as the database's driver gives it, for rules that read its code or its message. */
export function driverError({
  code,
  message = 'of a test',
}: {
  readonly code?: string;
  readonly message?: string;
}): Error {
  const error = Object.assign(new Error(message), code !== undefined && { code });
  markDriverError(error);
  return error;
}
