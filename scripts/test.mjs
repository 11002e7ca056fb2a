// Everything that must hold before a change lands: types, lint, format, structure, unit and integration
// tests, then the journeys in a real browser. The last line counts all of it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const reports = mkdtempSync(join(tmpdir(), 'klieg-tests-'));
const only = process.argv.slice(2);
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
    const stats = readJson(journeys)?.stats;
    return stats && { passed: stats.expected + stats.flaky, failed: stats.unexpected };
  },
);

rmSync(reports, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
