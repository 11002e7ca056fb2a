import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { climbsTooFar, measureFile } from './measure-sizes.ts';

/*
 * Sizes that stay readable: functions of at most 70 lines of their own, files of at most 300, and no relative
 * import that leaves its room. Tables have no size, for a long list of rows is read row by row: a function that only
 * returns one object or list, and a file that only declares such functions and constants. What is larger today stands in size-debts.json, a list that may only shrink:
 * a new offender fails, and so does an entry that is not needed any more.
 */

const FUNCTION_LINES_MAX = 70;
const FILE_LINES_MAX = 300;

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const files = globSync('{apps/{site,media,web,demo},packages/*,bench,scripts}/**/*.{ts,tsx,mjs}', {
  exclude: (name) => ['node_modules', 'build', '.react-router', 'locales'].includes(name),
});
const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);

/** An offence by the name under which the list of debts has it, and what to tell whoever made it. */
const offences = new Map<string, string>();
for (const file of files.toSorted()) {
  const text = readFileSync(file, 'utf8');
  const { lines, functions, isTable, imports } = measureFile(file, text);
  if (!isTest(file) && !isTable && lines > FILE_LINES_MAX)
    offences.set(file, `${file} has ${lines} lines of at most ${FILE_LINES_MAX}`);
  if (!isTest(file))
    for (const one of functions)
      if (one.lines > FUNCTION_LINES_MAX)
        offences.set(
          `${file} ${one.name}`,
          `${file}:${one.line} ${one.name} has ${one.lines} lines of at most ${FUNCTION_LINES_MAX}`,
        );
  for (const target of imports)
    if (climbsTooFar(file, target))
      offences.set(`${file} ${target}`, `${file} climbs out of its room to ${target}`);
}

const debtsFile = 'scripts/size-debts.json';
const debts = existsSync(debtsFile) ? (JSON.parse(readFileSync(debtsFile, 'utf8')) as string[]) : [];
if (process.argv.includes('--list')) {
  console.log(JSON.stringify([...offences.keys()], null, 2));
  process.exit(0);
}
const problems = [...offences].filter(([name]) => !debts.includes(name)).map(([, told]) => told);
for (const debt of debts)
  if (!offences.has(debt)) problems.push(`${debtsFile}: ${debt} is paid; take it out of the list`);
for (const problem of problems) console.error(problem);
console.log(`sizes: ${files.length} files, ${debts.length} debts, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
