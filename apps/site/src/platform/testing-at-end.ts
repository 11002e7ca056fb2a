import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** Ends what a test has started, after that test; what the top of a file has started, after the file. */
export function atEnd(end: () => Promise<void>): void {
  // What is given to afterAll while a test runs is never called.
  if (TestRunner.getCurrentTest()) onTestFinished(end);
  else afterAll(end);
}
