import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';

/*
 * The demo's moving pictures, which a site renders and encodes when it starts for the first time. Sites of journeys
 * are all new: what one has made, the next ones begin with.
 */

const KEPT = join(import.meta.dirname, '..', 'node_modules', '.cache', 'klieg-demo-loops');
const folderOf = (dataDir: string): string => join(dataDir, 'demo');

const loopsIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.loop')) : [];

function copyLoops(from: string, to: string): void {
  const known = new Set(loopsIn(to));
  const missing = loopsIn(from).filter((name) => !known.has(name));
  if (missing.length > 0) mkdirSync(to, { recursive: true });
  for (const name of missing) {
    // Under its name only when it is whole: another worker may read it at this moment.
    const part = join(to, `${name}.${process.pid}.part`);
    copyFileSync(join(from, name), part);
    renameSync(part, join(to, name));
  }
}

/** Gives a site that is about to start the loops that earlier ones have made. */
export const giveLoops = (dataDir: string): void => copyLoops(KEPT, folderOf(dataDir));

/** Keeps the loops that a site has made. */
export const keepLoops = (dataDir: string): void => copyLoops(folderOf(dataDir), KEPT);
