const numbersOf = (version: string): readonly number[] =>
  (/^\d+(?:\.\d+)*/.exec(version)?.[0] ?? '').split('.').map(Number);

/** Whether a version such as `8.21.3` is that one or a later one; what follows the numbers counts for nothing. */
export function isAtLeast(version: string, least: string): boolean {
  const [given, wanted] = [numbersOf(version), numbersOf(least)];
  for (let at = 0; at < wanted.length; at++) {
    const difference = (given[at] ?? 0) - wanted[at]!;
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/**
 * The least good version for one in use: faults are often mended in several lines of versions, and a package that
 * stays in an older line has that line's. A line without a mended version is held to the lowest that is given.
 */
export const leastFor = (version: string, lines: readonly string[]): string =>
  lines.findLast((line) => numbersOf(line)[0]! <= numbersOf(version)[0]!) ?? lines[0]!;
