/** True under `npm run long`, where generated and repeated work is done in its full counts. */
export const isLongRun = process.env['KLIEG_LONG'] === '1';

/** How many of something a test takes: a share that can still fail in every run, all of them in a long one. */
export const howMany = (inShort: number, inLong: number): number => (isLongRun ? inLong : inShort);
