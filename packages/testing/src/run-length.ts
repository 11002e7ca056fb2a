/** True under `npm run long`: full counts of generated work, and goals of speed are held to. */
export const isLongRun = process.env['KLIEG_LONG'] === '1';

/** True under `npm run full` and `npm run long`: every test runs, also those that take seconds each. */
export const isFullRun = isLongRun || process.env['KLIEG_FULL'] === '1';

/**
 * How many of something a test takes: a share that can still fail in every run, all of them in a long one.
 * @param inFull in a full run; absent: as in every run
 */
export const howMany = (inShort: number, inLong: number, inFull = inShort): number =>
  isLongRun ? inLong : isFullRun ? inFull : inShort;
