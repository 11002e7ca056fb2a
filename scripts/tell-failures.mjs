/** Some say in the first line only that there is something to say. */
const LINES = 4;

/**
 * Names each test that fails at the moment when it does, with the first lines of its error: a run on a slow machine
 * takes an hour, and whoever reads along need not wait for its end.
 */
export default class TellFailures {
  onTestCaseResult(test) {
    const { state, errors } = test.result();
    if (state !== 'failed') return;
    const why = (errors?.[0]?.message ?? 'no error is known').split('\n', LINES).join('\n    ');
    process.stdout.write(`\nFAILED so far: ${test.module.relativeModuleId}: ${test.fullName}: ${why}\n`);
  }
}
