import { readFileSync } from 'node:fs';
import type { LockedPackage } from './read-lock.ts';
import { isAtLeast, leastFor } from './version-rules.ts';

/** For each package the first good version of each line, lowest first, and what it mends. */
export type LeastVersions = Readonly<
  Record<string, { readonly least: readonly string[]; readonly mends: string }>
>;

/** Versions below which a fault is known; `npm audit` knows more, where its service can be reached. */
export const leastVersions = JSON.parse(
  readFileSync(new URL('./least-versions.json', import.meta.url), 'utf8'),
) as LeastVersions;

/** A sentence for each locked package with a known fault. */
export const findOldVersions = (
  locked: readonly Pick<LockedPackage, 'name' | 'version'>[],
  given: LeastVersions,
): readonly string[] =>
  locked.flatMap(({ name, version }) => {
    const rule = given[name];
    if (!rule) return [];
    const least = leastFor(version, rule.least);
    return isAtLeast(version, least)
      ? []
      : [`${name} ${version} is below ${least}, which mends ${rule.mends}`];
  });
