/** True under `npm run long`: full counts of generated work, and goals of speed are held to. */
export const isLongRun = process.env['KLIEG_LONG'] === '1';

/** True under `npm run full` and `npm run long`: every test runs, also those that take seconds each. */
export const isFullRun = isLongRun || process.env['KLIEG_FULL'] === '1';

/**
 * How many of something a test makes: few under `npm test`, yet enough that the test can fail, and all under
 * `npm run long`.
 * @param inFull under `npm run full`; absent: as under `npm test`
 */
export const howMany = (inShort: number, inLong: number, inFull = inShort): number =>
  isLongRun ? inLong : isFullRun ? inFull : inShort;
