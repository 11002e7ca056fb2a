import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';

/*
 * The demo's moving pictures, which are rendered and encoded in a new folder of data for the first time. Those of tests
 * are all new: what one has made, the next ones begin with.
 */

const KEPT = join(import.meta.dirname, '../../../node_modules/.cache/klieg-demo-loops');
const folderOf = (dataDir: string): string => join(dataDir, 'demo');

const loopsIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.loop')) : [];

function copyLoops(from: string, to: string, scene = ''): void {
  const known = new Set(loopsIn(to));
  const missing = loopsIn(from).filter((name) => !known.has(name) && name.startsWith(scene));
  if (missing.length > 0) mkdirSync(to, { recursive: true });
  for (const name of missing) {
    // Under its name only when it is whole: another worker may read it at this moment.
    const part = join(to, `${name}.${process.pid}.part`);
    copyFileSync(join(from, name), part);
    renameSync(part, join(to, name));
  }
}

/** Gives a folder of data the loops that were made in earlier ones: that of a scene, or all of them. */
export const giveLoops = (dataDir: string, scene?: string): void =>
  copyLoops(KEPT, folderOf(dataDir), scene && `${scene}.`);

/** Keeps the loops that were made in it. */
export const keepLoops = (dataDir: string): void => copyLoops(folderOf(dataDir), KEPT);
