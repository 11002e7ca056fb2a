import { expect, test } from 'vitest';
import { isPageFault } from './is-page-fault.ts';

const refusal = (status: number) => ({ status, statusText: '', internal: false, data: null });
const waiting = new AbortController().signal;

test('a bug and a page that took too long are faults; a refusal and a visitor who left are none', () => {
  expect(isPageFault(new Error('a bug'), waiting)).toBe(true);
  expect(isPageFault(refusal(500), waiting)).toBe(true);
  expect(isPageFault(refusal(404), waiting)).toBe(false);
  expect(isPageFault(new Error('left'), AbortSignal.abort())).toBe(false);
  const late = AbortSignal.abort(
    new DOMException('The operation was aborted due to timeout', 'TimeoutError'),
  );
  expect(isPageFault(new Error('late'), late)).toBe(true);
});
