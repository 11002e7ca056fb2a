import { expect, test } from 'vitest';
import { driverError } from '#site/platform/postgres/testing-driver-errors.ts';
import { faultOfDatabaseError } from './apply-store.ts';

const withCode = (code: string): Error => driverError({ code });
const withMessage = (message: string): Error => driverError({ message });

test('errors of database, driver and socket are told apart by what a repeat can do L21', () => {
  for (const code of ['23505', '40001', '40P01', '55P03'])
    expect(faultOfDatabaseError(withCode(code))).toBe('conflict');
  for (const code of [
    '57P01',
    '57P03',
    '53300',
    '53100',
    '08006',
    'ECONNREFUSED',
    'ECONNRESET',
    'ENOENT',
    'EPIPE',
  ]) {
    expect(faultOfDatabaseError(withCode(code))).toBe('unreachable');
  }
  expect(faultOfDatabaseError(withMessage('Connection terminated unexpectedly'))).toBe('unreachable');
  expect(faultOfDatabaseError(withMessage('timeout exceeded when trying to connect'))).toBe('unreachable');
  for (const code of ['23514', '22021', '22P02', '42601', 'XX000'])
    expect(faultOfDatabaseError(withCode(code))).toBe('permanent');
  expect(faultOfDatabaseError(new TypeError('x is not a function'))).toBe('permanent');
  // A socket of something else, such as a visitor's, breaks with the same code.
  const ofVisitor = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  expect(faultOfDatabaseError(ofVisitor)).toBe('permanent');
  expect(faultOfDatabaseError(undefined)).toBe('permanent');
});
