import { expect, test } from 'vitest';
import { errorTitle } from './error-title.ts';

const refused = (status: number, data: unknown) => ({ status, statusText: '', internal: false, data });

test('an error page is named by what it says', () => {
  expect(errorTitle(refused(404, null))).toBe('Page not found');
  expect(errorTitle(refused(404, { message: 'Page not found', suggestions: [] }))).toBe('Page not found');
  expect(errorTitle(refused(404, { message: 'This room does not exist' }))).toBe('This room does not exist');
  expect(errorTitle(refused(503, {}))).toBe('Oops');
  expect(errorTitle(new Error('boom'))).toBe('Oops');
});

test('a page for others keeps the name of the site', () =>
  expect(errorTitle(refused(403, { isForModels: true }))).toBeUndefined());
