// Everything that must hold before a change lands: types, lint, format, structure, unit and integration
// tests, then the journeys in a real browser. The last line counts all of it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const reports = mkdtempSync(join(tmpdir(), 'klieg-tests-'));
const only = process.argv.slice(2);
const FAULT_LENGTH_MAX = 1_000;
let passed = 0;
let failed = 0;

const run = (command, env = {}) =>
  spawnSync(command, { shell: true, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;

const step = (name, command) => {
  if (only.length > 0 && !only.includes(name)) return;
  const startedAt = Date.now();
  const isGood = run(command);
  if (isGood) passed += 1;
  else failed += 1;
  console.log(`${isGood ? 'ok' : 'FAILED'}  ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
};

const readJson = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

const faults = [];
/** What went wrong, without colours, short enough to be read at the end of a long output. */
const noteFault = (title, message = 'no message') => {
  const plain = stripVTControlCharacters(message);
  faults.push(`${title}\n${plain.slice(0, FAULT_LENGTH_MAX).replaceAll(/^/gm, '    ')}`);
};

const countedStep = (name, command, env, count) => {
  if (only.length > 0 && !only.includes(name)) return;
  const isGood = run(command, env);
  const counted = count();
  passed += counted?.passed ?? 0;
  failed += counted?.failed ?? 0;
  // A run that broke before it could count is a failure of its own.
  if (!counted || (!isGood && counted.failed === 0)) failed += 1;
  console.log(
    `${isGood ? 'ok' : 'FAILED'}  ${name}: ${counted ? `${counted.passed} passed, ${counted.failed} failed` : 'no report'}`,
  );
};

step('types', 'npm run --silent typecheck');
step('lint', 'npm run --silent lint');
step('format', 'npm run --silent format:check');
step('structure', 'node scripts/check-structure.ts');
step('unused', 'knip');
const unit = join(reports, 'unit.json');
countedStep('unit', `vitest run --reporter=dot --reporter=json --outputFile.json=${unit}`, {}, () => {
  const report = readJson(unit);
  for (const file of report?.testResults ?? []) {
    if (file.status === 'failed' && file.assertionResults.length === 0) noteFault(file.name, file.message);
    for (const one of file.assertionResults)
      if (one.status === 'failed') noteFault(`${file.name}: ${one.fullName}`, one.failureMessages[0]);
  }
  return (
    report && { passed: report.numPassedTests, failed: report.numFailedTests + report.numFailedTestSuites }
  );
});
const journeys = join(reports, 'journeys.json');
countedStep(
  'journeys',
  'playwright test --reporter=list,json',
  { PLAYWRIGHT_JSON_OUTPUT_NAME: journeys },
  () => {
    const report = readJson(journeys);
    const visit = (suite) => {
      for (const { title, file, line, tests } of suite.specs ?? [])
        for (const { status, results } of tests)
          if (status === 'unexpected')
            noteFault(
              `${file}:${line} ${title}`,
              results
                .at(-1)
                ?.errors.map(({ message }) => message)
                .join('\n'),
            );
      for (const inner of suite.suites ?? []) visit(inner);
    };
    for (const suite of report?.suites ?? []) visit(suite);
    const stats = report?.stats;
    return stats && { passed: stats.expected + stats.flaky, failed: stats.unexpected };
  },
);

// The last thing that is printed says what failed: an output may be read from its end only.
for (const fault of faults) console.log(fault);
rmSync(reports, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
