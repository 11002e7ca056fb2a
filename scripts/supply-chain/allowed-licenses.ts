import type { LockedPackage } from './read-lock.ts';

/** Licences whose only duties are to be named, or to publish changes of their own files, of which we make none. */
const ALLOWED: ReadonlySet<string> = new Set([
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 AND MIT',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  // As node-datachannel spells it.
  'MPL 2.0',
  'Unlicense',
]);

/** Packages that say nothing in their description, and what the file beside it says. */
const READ_BY_HAND: Readonly<Record<string, string>> = {
  '@shinyoshiaki/jspack': 'BSD-3-Clause',
  'png-js': 'MIT',
};

/** Packages whose licence nobody has allowed, each with what it says. */
export const findOtherLicenses = (locked: readonly LockedPackage[]): readonly string[] =>
  locked.flatMap(({ name, version, license = READ_BY_HAND[name] }) =>
    license !== undefined && ALLOWED.has(license) ? [] : [`${name} ${version}: ${license ?? 'says nothing'}`],
  );
