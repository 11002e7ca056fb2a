import { createHash } from 'node:crypto';
import { CallError } from '@klieg/contract/client';
import { type Puzzle, solvePuzzle } from '@klieg/contract/features/captcha/puzzle';
import { sha256 } from '@noble/hashes/sha2.js';
import { expect, test } from 'vitest';
import { withCaptcha } from './with-captcha.ts';

const refused = (code: string, params: object = { puzzle: 'a puzzle', bits: 4 }) =>
  new CallError(400, { status: 0, code, message: code, params } as never);

/** Refuses with these, one after the other, and then answers. */
async function askWith(...refusals: readonly Error[]) {
  const left = [...refusals];
  const sent: (string | undefined)[] = [];
  let works = 0;
  const answer = await withCaptcha(
    async (captcha) => {
      sent.push(captcha);
      const refusal = left.shift();
      if (refusal) throw refusal;
      return 'in';
    },
    { solve: async ({ puzzle, bits }: Puzzle) => `${puzzle}.${bits}`, onWork: () => (works += 1) },
  ).catch((error: unknown) => (error as CallError).code);
  return { answer, sent, works };
}

test('nothing is worked for where the server asks for nothing', async () => {
  expect(await askWith()).toEqual({ answer: 'in', sent: [undefined], works: 0 });
});

test('the work is done once it is asked for, and again where it came too late', async () => {
  const one = refused('identity.captcha_required');
  expect(await askWith(one)).toEqual({ answer: 'in', sent: [undefined, 'a puzzle.4'], works: 1 });
  const late = refused('identity.captcha_failed', { puzzle: 'another', bits: 5 });
  expect(await askWith(one, late)).toEqual({
    answer: 'in',
    sent: [undefined, 'a puzzle.4', 'another.5'],
    works: 2,
  });
});

test('every other refusal is told as it is, and a check that never passes ends', async () => {
  expect((await askWith(refused('identity.bad_credentials'))).answer).toBe('identity.bad_credentials');
  expect((await askWith(refused('identity.captcha_required', {}))).answer).toBe('identity.captcha_required');
  const late = refused('identity.captcha_failed');
  expect(await askWith(late, late, late, late)).toMatchObject({
    answer: 'identity.captcha_failed',
    works: 2,
  });
});

test('the hash of the worker is the one by which the server checks', () => {
  const text = solvePuzzle({ puzzle: 'ü.1', bits: 6 }, (given) => sha256(new TextEncoder().encode(given)));
  expect(Buffer.from(sha256(new TextEncoder().encode(text)))).toEqual(
    createHash('sha256').update(text).digest(),
  );
});
