import { callsByFeature } from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import { expect, test } from 'vitest';
import { refusePublicText, textsIn } from './public-text.ts';

const isRefused = (text: string) => text.includes('pills');
const refusal = (publicText: 'all' | readonly string[] | undefined, body: unknown) => {
  try {
    refusePublicText(publicText ? { publicText } : {}, body, isRefused);
    return undefined;
  } catch (error) {
    return (error as AppError).code;
  }
};

test('texts are found however deep they stand', () => {
  expect(textsIn({ a: 'one', b: [{ pills: ['two', 3, null, true] }, 'three'], c: undefined })).toEqual([
    'one',
    'two',
    'three',
  ]);
});

test('a call refuses a text only where others read it', () => {
  const body = { config: { label: 'x', items: [{ label: 'pills' }] }, note: 'fine' };
  expect(refusal('all', body)).toBe('compliance.text_refused');
  expect(refusal(['config'], body)).toBe('compliance.text_refused');
  expect(refusal(['note', 'absent'], body)).toBeUndefined();
  expect(refusal(undefined, body)).toBeUndefined();
});

test('every call with such texts has them in its body, and says that it may refuse them', () => {
  const specs = Object.values(callsByFeature).flatMap((calls) => Object.entries(calls));
  const found = specs.filter(([, call]) => 'publicText' in call);
  expect(found.length).toBeGreaterThan(5);
  for (const [name, call] of found) {
    expect(call.errors, name).toContain('compliance.text_refused');
    expect(call, name).toHaveProperty('body');
  }
});
