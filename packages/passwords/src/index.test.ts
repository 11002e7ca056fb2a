import { expect, test } from 'vitest';
import { SCORE_MIN, scorePassword } from './index.ts';

test('common and repeated passwords are too easy, several rare words are not (IDENTITY-001)', () => {
  for (const easy of ['password123', 'aaaaaaaaaaaa', 'qwertyuiop'])
    expect(scorePassword(easy, []), easy).toBeLessThan(SCORE_MIN);
  for (const hard of ['demo-password', 'correct horse battery staple'])
    expect(scorePassword(hard, []), hard).toBeGreaterThanOrEqual(SCORE_MIN);
});

test('words of the person are guessed first', () => {
  expect(scorePassword('marlowe_diallo', [])).toBeGreaterThanOrEqual(SCORE_MIN);
  expect(scorePassword('marlowe_diallo', ['marlowe_diallo'])).toBeLessThan(SCORE_MIN);
});

test('what stands behind the 32nd character adds nothing', () => {
  const start = 'correct horse battery staple 12345'.slice(0, 32);
  expect(scorePassword(`${start}${'xyz'.repeat(30)}`, [])).toBe(scorePassword(start, []));
  expect(scorePassword('a'.repeat(128), [])).toBeLessThan(SCORE_MIN);
});
