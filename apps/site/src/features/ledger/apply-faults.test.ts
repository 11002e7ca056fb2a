import { expect, test } from 'vitest';
import { faultOfDatabaseError } from './apply-store.ts';

const withCode = (code: string): Error => Object.assign(new Error('x'), { code });

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
  expect(faultOfDatabaseError(new Error('Connection terminated unexpectedly'))).toBe('unreachable');
  expect(faultOfDatabaseError(new Error('timeout exceeded when trying to connect'))).toBe('unreachable');
  for (const code of ['23514', '22021', '22P02', '42601', 'XX000'])
    expect(faultOfDatabaseError(withCode(code))).toBe('permanent');
  expect(faultOfDatabaseError(new TypeError('x is not a function'))).toBe('permanent');
  expect(faultOfDatabaseError(undefined)).toBe('permanent');
});
