/** True under `npm run long`: full counts of generated work, and goals of speed are held to. */
export const isLongRun = process.env['KLIEG_LONG'] === '1';

/** How many of something a test takes: a share that can still fail in every run, all of them in a long one. */
export const howMany = (inShort: number, inLong: number): number => (isLongRun ? inLong : inShort);
