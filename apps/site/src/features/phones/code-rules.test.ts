import { DAY_MS } from '@klieg/kernel/time';
import { describe, expect, test } from 'vitest';
import { codeOf, isSameCode, secondsToNextCode } from './code-rules.ts';

const key = new Uint8Array(32).fill(7);
const row = { id: '01890000-0000-7000-8000-000000000000', accountId: 5, number: '+351912345678' };

describe('a code for a phone number', () => {
  test('is six digits, the same each time, and another for another row, account, number or site', () => {
    const code = codeOf(key, row);
    expect(code).toMatch(/^\d{6}$/);
    expect(codeOf(key, { ...row })).toBe(code);
    const others = [
      codeOf(key, { ...row, id: row.id.replace(/0$/, '1') }),
      codeOf(key, { ...row, accountId: 6 }),
      codeOf(key, { ...row, number: '+351912345679' }),
      codeOf(new Uint8Array(32).fill(8), row),
    ];
    expect(others).not.toContain(code);
  });

  test('is taken with spaces as people copy it, and nothing else is', () => {
    expect(isSameCode('012345', '012 345')).toBe(true);
    for (const wrong of ['012346', '12345', '0123450', '01234', 'abcdef', '０１２３４５'])
      expect(isSameCode('012345', wrong), wrong).toBe(false);
  });

  test('comes three times a day; then as soon as the third last is a day old', () => {
    const now = 10 * DAY_MS;
    expect(secondsToNextCode([], now)).toBe(0);
    expect(secondsToNextCode([now, now], now)).toBe(0);
    expect(secondsToNextCode([now, now, now - DAY_MS + 60_000], now)).toBe(60);
    expect(secondsToNextCode([now, now, now - DAY_MS], now)).toBe(0);
  });
});
