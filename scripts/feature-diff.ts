import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * How far a feature reaches into what was there before it: `node scripts/feature-diff.ts <from>..<to> <feature>`
 * says how many files of the product its commits edited, and how many lines in each. A feature whose seams are
 * right adds its own folders and one line in each of a few lists; more than that ends with 1.
 */

const FILES_MAX = 8;
const LINES_MAX = 3;

interface Edit {
  readonly file: string;
  /** Added and removed lines, whichever are more: a changed line is one of each. */
  readonly lines: number;
}

const NOT_THE_PRODUCT =
  /\.(?:test|e2e)\.tsx?$|\/testing[-/]|^(?:e2e|docs|bench|scripts|deploy)\/|\.(?:md|po|snap)$|^package-lock\.json$/;

/** True for files of the product that belong to more than this feature. */
export function isShared(file: string, feature: string): boolean {
  const own = ['packages/contract/src', 'apps/site/src/features', 'apps/web/app/features'];
  return !NOT_THE_PRODUCT.test(file) && !own.some((folder) => file.startsWith(`${folder}/${feature}/`));
}

const git = (folder: string, ...args: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync('git', ['-C', folder, ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(stderr.trim());
  return stdout;
};

/** Edits of files that were there before, by commits `from..to` of the repository at `folder`. */
export function editsOf(folder: string, range: string, feature: string): Edit[] {
  // A file that was moved is the new one; what was edited on the way counts.
  const told = git(folder, 'diff', '--numstat', '-z', '--diff-filter=MRD', '--find-renames', range);
  const edits: Edit[] = [];
  const parts = told.split('\0');
  for (let at = 0; at < parts.length - 1; at++) {
    const [added = '', removed = '', path = ''] = parts[at]!.split('\t');
    // Of a rename the names come apart: the old one, the new one.
    const file = path === '' ? parts[(at += 2)]! : path;
    const lines = Math.max(Number(added) || 0, Number(removed) || 0);
    if (lines > 0 && isShared(file, feature)) edits.push({ file, lines });
  }
  return edits.toSorted((a, b) => b.lines - a.lines || a.file.localeCompare(b.file));
}

/** What is too much of these edits; empty where the feature keeps to itself. */
export function excessOf(edits: readonly Edit[]): string[] {
  const excess = edits
    .filter(({ lines }) => lines > LINES_MAX)
    .map(({ file, lines }) => `${file}: ${lines} lines of at most ${LINES_MAX}`);
  if (edits.length > FILES_MAX) excess.push(`${edits.length} files of at most ${FILES_MAX}`);
  return excess;
}

function main([range, feature]: readonly string[]): number {
  if (!range?.includes('..') || !feature) {
    console.error(`usage: ${basename(import.meta.filename)} <from>..<to> <feature>`);
    return 2;
  }
  const edits = editsOf(fileURLToPath(new URL('..', import.meta.url)), range, feature);
  for (const { file, lines } of edits) console.log(`${String(lines).padStart(4)}  ${file}`);
  console.log(`${feature}: ${edits.length} files that were there before`);
  const excess = excessOf(edits);
  for (const one of excess) console.error(`too much: ${one}`);
  return excess.length > 0 ? 1 : 0;
}

if (import.meta.main) process.exit(main(process.argv.slice(2)));
