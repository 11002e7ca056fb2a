/**
 * Names each test that fails at the moment when it does, with its first error: a run on a slow machine takes an hour,
 * and whoever reads along need not wait for its end.
 */
export default class TellFailures {
  onTestCaseResult(test) {
    const { state, errors } = test.result();
    if (state !== 'failed') return;
    const why = (errors?.[0]?.message ?? 'no error is known').split('\n', 1)[0];
    process.stdout.write(`\nFAILED so far: ${test.module.relativeModuleId}: ${test.fullName}: ${why}\n`);
  }
}
