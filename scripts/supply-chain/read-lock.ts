import { readFileSync } from 'node:fs';

/** A package of the lock file. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** As the package says it; undefined where it says nothing. */
  readonly license: string | undefined;
  readonly integrity: string | undefined;
  /** Only tests and builds use it. */
  readonly isDev: boolean;
}

interface Entry {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

const ROOT = new URL('../../', import.meta.url);
const INSTALLED = 'node_modules/';

/** Every package of others that the lock file names, for all platforms; the same name may come in several versions. */
export function readLock(): readonly LockedPackage[] {
  const lock = JSON.parse(readFileSync(new URL('package-lock.json', ROOT), 'utf8')) as {
    readonly packages: Readonly<Record<string, Entry>>;
  };
  return Object.entries(lock.packages).flatMap(([path, { version, license, integrity, dev, link }]) =>
    link || !path.includes(INSTALLED)
      ? []
      : [
          {
            name: path.slice(path.lastIndexOf(INSTALLED) + INSTALLED.length),
            version,
            license,
            integrity,
            isDev: dev === true,
          },
        ],
  );
}
