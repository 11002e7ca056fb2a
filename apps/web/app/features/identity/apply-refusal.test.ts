import { CallError } from '@klieg/contract/client';
import { expect, test } from 'vitest';
import { spreadRefusal } from './apply-refusal.ts';

const known = ['username', 'password'] as const;
const byCode = { 'identity.username_taken': 'username' } as const;
const refusal = (code: string, fields?: { path: string; reason: string; message: string }[]) =>
  new CallError(400, {
    status: 0,
    code,
    error: 'no',
    message: 'no',
    params: {},
    request_id: 'r',
    ...(fields && { fields }),
  });

test('a code that speaks about one field stands at that field', () => {
  expect(spreadRefusal(refusal('identity.username_taken'), known, byCode, 'Taken.')).toEqual({
    fields: { username: 'Taken.' },
    whole: false,
  });
});

test('marked fields get their own sentence, the first of each; fields that the form lacks are for the whole', () => {
  const error = refusal('common.invalid_input', [
    { path: 'password', reason: 'too_short', message: 'Too short.' },
    { path: 'password', reason: 'pattern', message: 'Other.' },
    { path: 'captcha', reason: 'required', message: 'Missing.' },
  ]);
  expect(spreadRefusal(error, known, byCode, '')).toEqual({
    fields: { password: 'Too short.' },
    whole: false,
  });
  expect(spreadRefusal(refusal('common.rate_limited'), known, byCode, '')).toEqual({
    fields: {},
    whole: true,
  });
  expect(spreadRefusal(new Error('bug'), known, byCode, '').whole).toBe(true);
});
