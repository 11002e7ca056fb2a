// Everything that must hold before a change lands: types, lint, format, structure, unused code, unit and
// integration tests, then the journeys in a real browser. Plain JavaScript for any Node from 18 on, since it
// installs the right one first. Arguments name the steps to run; `changed` stands for what a change can be told
// from quickly. The last line counts all of it.
import { spawn, spawnSync } from 'node:child_process';
import fs, { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureMachine } from './measure-machine.mjs';
import { faultOf, readJourneys, readUnit } from './read-reports.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
process.env.PATH = join(process.cwd(), 'node_modules', '.bin') + delimiter + process.env.PATH;
// Some hundred processes of the product start one after the other: only the first of each kind compiles its code.
process.env.NODE_COMPILE_CACHE ??= join(process.cwd(), 'node_modules', '.cache', 'compiled');
// The same of the journeys, which Playwright compiles itself.
process.env.PLAYWRIGHT_TRANSFORM_CACHE_DIR ??= join(process.cwd(), 'node_modules', '.cache', 'journeys');

const STATIC_STEPS = [
  // The longest first, since what comes last is waited for.
  { name: 'types', command: 'npm run --silent typecheck:node' },
  { name: 'types', command: 'npm run --silent typecheck -w @klieg/web' },
  { name: 'structure', command: 'node scripts/check-structure.ts && node scripts/check-sizes.ts' },
  { name: 'unused', command: 'knip' },
  { name: 'lint', command: 'npm run --silent lint' },
  { name: 'format', command: 'npm run --silent format:check' },
];
const STEPS = [...new Set(STATIC_STEPS.map(({ name }) => name)), 'unit', 'journeys'];
const AT_ONCE = 2;
/** Of the usual speed; more than cores, since many tests wait for the time of the product. */
const UNIT_WORKERS_PER_CORE = 2.5;
const UNIT_WORKERS_MAX = 5;
/** So many cores of the usual speed has each test of moving pictures. */
const LIVE_CORES = 1;
const LIVE_WORKERS_MAX = 2;
/** Two journeys at once need so many cores. */
const PAGES_CORES = 1.4;
/** How a command ends that its user broke off. */
const BROKEN_OFF = 130;

const asked = process.argv.slice(2);
const isChanged = asked.includes('changed');
// Generated and repeated work in full counts, and the goals of speed that only a quiet machine can hold.
const isLong = asked.includes('long');
if (isLong) process.env.KLIEG_LONG = '1';
// With the tests that take seconds each, in the counts of every run.
if (asked.includes('full')) process.env.KLIEG_FULL = '1';
const KINDS = ['changed', 'full', 'long'];
const unknown = asked.filter((name) => ![...KINDS, ...STEPS].includes(name));
if (unknown.length > 0) {
  console.error(`no step ${unknown.join(', ')}; there are ${STEPS.join(', ')}, ${KINDS.join(', ')}`);
  process.exit(1);
}
const wanted = asked.filter((name) => STEPS.includes(name));
const isWanted = (name) => {
  if (isLong && !['unit', 'journeys'].includes(name)) return false;
  if (isChanged && name === 'journeys') return false;
  return wanted.length === 0 || wanted.includes(name);
};

let passed = 0;
let failed = 0;
const faults = [];
const unsteady = [];
const minutesSince = (startedAt) => `${((Date.now() - startedAt) / 60_000).toFixed(1)} min`;
const setUp = (...options) => {
  const { status } = spawnSync('node', ['scripts/setup.mjs', ...options], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};

/** Runs a command and keeps what it prints. @returns whether it ended well, and its words */
const listenTo = (command) =>
  new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let words = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (words += chunk));
    child.on('close', (code) => resolve({ isGood: code === 0, words }));
  });

/** The steps that only read the sources, some at once; what each said is printed when it is over. */
async function runStaticSteps(steps) {
  const waiting = [...steps];
  const results = new Map(
    steps.map(({ name }) => [name, { isGood: true, startedAt: 0, left: 0, complaints: '' }]),
  );
  for (const { name } of steps) results.get(name).left += 1;
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const result = results.get(step.name);
      result.startedAt ||= Date.now();
      const { isGood, words } = await listenTo(step.command);
      process.stdout.write(words);
      result.isGood &&= isGood;
      if (!isGood) result.complaints += words;
      result.left -= 1;
      if (result.left > 0) continue;
      if (result.isGood) passed += 1;
      else {
        failed += 1;
        faults.push(faultOf(step.name, result.complaints.trim()));
      }
      console.log(`${result.isGood ? 'ok' : 'FAILED'}  ${step.name} (${minutesSince(result.startedAt)})`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** How much may fail for it to be looked at again: more than that is no matter of chance. */
const LOOK_AGAIN_AT = 12;
const LOOKS_MAX = 3;

/** By its first line, which names the test: how it failed may differ. */
const isAmong = (faults, fault) => faults.some((one) => one.split('\n')[0] === fault.split('\n')[0]);

/**
 * Runs tests that write a report of themselves, and counts by it. The few that fail are run again, alone: what
 * passes then is unsteady, which is a defect that is told at the end, but not one of the change that is tested.
 */
function runTests(name, { command, again, env }, read) {
  const startedAt = Date.now();
  const runOnce = (words) => {
    const { status, signal } = spawnSync(words, {
      shell: true,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    if (signal === 'SIGINT' || status === BROKEN_OFF) process.exit(BROKEN_OFF);
    return status === 0;
  };
  let isGood = runOnce(command);
  const first = read();
  let last = first;
  for (let look = 0; look < LOOKS_MAX && !isGood; look++) {
    if (!last || last.failed === 0 || last.failed > LOOK_AGAIN_AT) break;
    for (const fault of last.faults) console.log(fault);
    console.log(`${name}: what failed is run again, alone`);
    isGood = runOnce(again(last));
    last = read();
  }
  // What failed at first and not at last has passed alone. A run that broke off says nothing of it.
  const rescued = last && last !== first ? first.faults.filter((fault) => !isAmong(last.faults, fault)) : [];
  unsteady.push(...rescued);
  const counted = last && { ...last, passed: first.passed + rescued.length };
  passed += counted?.passed ?? 0;
  failed += counted?.failed ?? 0;
  faults.push(...(counted?.faults ?? []));
  // A run that broke before it could count is a failure of its own.
  if (!counted || (!isGood && counted.failed === 0)) {
    failed += 1;
    faults.push(`${name}: ended badly, and no test of it failed`);
  }
  const sum = counted ? `${counted.passed} passed, ${counted.failed} failed` : 'no report';
  console.log(`${isGood ? 'ok' : 'FAILED'}  ${name}: ${sum} (${minutesSince(startedAt)})`);
  // Here too, beside the line that says so: of a long output only a part may be kept.
  for (const fault of counted?.faults ?? []) console.log(fault);
}

const readJson = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

/** Where this branch left main; everything after it, committed or not, is the change. */
function mergeBase() {
  const { stdout, status } = spawnSync('git', ['merge-base', 'HEAD', 'main'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : 'HEAD';
}

/** What a whole run keeps in files at the same time, and memory for what it runs besides. */
const FILES_BYTES = 4 * 2 ** 30;
const MEMORY = '/dev/shm';

/** Where the tests have their databases and sites: in memory, where it has the room for them. Some hundred databases are made. */
function pickFolder() {
  // The first releases of Node 18 do not know the room of a file system.
  const { bavail, bsize } = (existsSync(MEMORY) && fs.statfsSync?.(MEMORY)) || { bavail: 0, bsize: 0 };
  const isRoomy = Math.min(bavail * bsize, freemem() / 2) > FILES_BYTES;
  const folder = mkdtempSync(join(isRoomy ? MEMORY : tmpdir(), 'klieg-tests-'));
  // As the folder of every system: whoever is given something in it gets there, and removes only what is theirs.
  chmodSync(folder, 0o1777);
  return folder;
}

/**
 * Says how many tests run at the same time: as many as keep the machine at work, and on a slow one so few that each still
 * has the time for moving pictures.
 */
async function chooseWorkers() {
  const { cores, speed } = await measureMachine();
  const wanted = Math.round(cores * speed * UNIT_WORKERS_PER_CORE);
  const unit = Math.min(UNIT_WORKERS_MAX, Math.max(1, wanted));
  const live = Math.min(LIVE_WORKERS_MAX, Math.max(1, Math.floor((cores * speed) / LIVE_CORES)));
  const pages = cores < PAGES_CORES ? 1 : 2;
  process.env.KLIEG_UNIT_WORKERS ??= String(unit);
  process.env.KLIEG_LIVE_WORKERS ??= String(live);
  process.env.KLIEG_PAGES_WORKERS ??= String(pages);
  console.log(
    `${cores.toFixed(1)} cores are free, of ${speed.toFixed(1)} of the usual speed: ${process.env.KLIEG_UNIT_WORKERS} files of unit tests, ${process.env.KLIEG_LIVE_WORKERS} of moving pictures and ${process.env.KLIEG_PAGES_WORKERS} journeys at once`,
  );
}

setUp('--test');
const reports = pickFolder();
process.env.TMPDIR = reports;
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));
process.on('SIGINT', () => process.exit(BROKEN_OFF));
// Started as root a site runs as users of its own, who keep what they compile each in a folder of theirs.
spawnSync('node', ['scripts/give-compiled.ts'], { stdio: 'inherit' });
await runStaticSteps(STATIC_STEPS.filter(({ name }) => isWanted(name)));
// Whole sites of the unit tests serve the pages, too.
if (isWanted('unit') || isWanted('journeys')) setUp('--build');
if (isWanted('unit') || isWanted('journeys')) await chooseWorkers();
if (isWanted('unit')) {
  const file = join(reports, 'unit.json');
  const only = isChanged ? ` --changed ${mergeBase()} --passWithNoTests` : '';
  const tell = `--reporter=dot --reporter=./scripts/tell-failures.mjs --reporter=json --outputFile.json=${file}`;
  const again = ({ files }) => `vitest run ${files.map((one) => JSON.stringify(one)).join(' ')} ${tell}`;
  runTests('unit', { command: `vitest run${only} ${tell}`, again, env: {} }, () => readUnit(readJson(file)));
}
if (isWanted('journeys')) {
  // One kind after the other: pages that wait for a processor which moving pictures keep busy take several times as long.
  for (const project of ['pages', 'video']) {
    const file = join(reports, `${project}.json`);
    const command = `playwright test --project=${project} --reporter=list,json`;
    const again = () => `${command} --last-failed --workers=1`;
    const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file, KLIEG_SEED_ONCE: '1' };
    runTests(`journeys, ${project}`, { command, again, env }, () => readJourneys(readJson(file)));
  }
}

// The last thing that is printed says what failed: an output may be read from its end only.
for (const fault of faults) console.log(fault);
for (const fault of unsteady) console.log(`UNSTEADY: failed, and passed when it was run alone\n${fault}`);
if (isChanged)
  console.log(
    'changed: what imports a changed file, and no journeys; processes that tests start are not followed',
  );
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
