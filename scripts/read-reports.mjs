import { stripVTControlCharacters } from 'node:util';

const FAULT_LENGTH_MAX = 1_000;

/** What went wrong, without colours, short enough to be read at the end of a long output. */
export const faultOf = (title, message = 'no message') => {
  const plain = stripVTControlCharacters(message);
  return `${title}\n${plain.slice(0, FAULT_LENGTH_MAX).replaceAll(/^/gm, '    ')}`;
};

/** Counts and faults of vitest's JSON report, with the files that failed; undefined where there is none. */
export function readUnit(report) {
  if (!report) return undefined;
  const faults = [];
  const files = [];
  for (const file of report.testResults ?? []) {
    if (file.status === 'failed') files.push(file.name);
    if (file.status === 'failed' && file.assertionResults.length === 0)
      faults.push(faultOf(file.name, file.message));
    for (const one of file.assertionResults)
      if (one.status === 'failed')
        faults.push(faultOf(`${file.name}: ${one.fullName}`, one.failureMessages[0]));
  }
  // A file that broke before its first test counts as one; of others each test does.
  return { passed: report.numPassedTests, failed: faults.length, faults, files };
}

/** Counts and faults of Playwright's JSON report; undefined where there is none. */
export function readJourneys(report) {
  if (!report?.stats) return undefined;
  const faults = [];
  const visit = (suite) => {
    for (const { title, file, line, tests } of suite.specs ?? [])
      for (const { status, results } of tests)
        if (status === 'unexpected') {
          const errors = results.at(-1)?.errors.map(({ message }) => message);
          faults.push(faultOf(`${file}:${line} ${title}`, errors?.join('\n')));
        }
    for (const inner of suite.suites ?? []) visit(inner);
  };
  for (const suite of report.suites ?? []) visit(suite);
  const { expected, flaky, unexpected } = report.stats;
  return { passed: expected + flaky, failed: unexpected, faults };
}
