import { expect, test } from 'vitest';
import { seededRandom } from '@klieg/testing/fuzzing';
import { type AmfValue, decodeAmf0, encodeAmf0 } from './amf0.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(/\s/g, ''), 'hex');

/** `connect`, 1, {app: 'live', on: true} */
const CONNECT = hex(`
  02 0007 636f6e6e656374
  00 3ff0000000000000
  03 0003 617070 02 0004 6c697665 0002 6f6e 01 01 000009
`);

test('a connect command is read and written byte by byte as the specification has it (LIVE-VIDEO-029)', () => {
  const values: AmfValue[] = [
    'connect',
    1,
    new Map<string, AmfValue>([
      ['app', 'live'],
      ['on', true],
    ]),
  ];
  expect(decodeAmf0(CONNECT)).toEqual(values);
  expect(encodeAmf0(...values)).toEqual(CONNECT);
});

test('every kind of value that encoders send is read', () => {
  expect(decodeAmf0(hex('05 06 0100'))).toEqual([null, undefined, false]);
  expect(decodeAmf0(hex('0c 00000002 6869'))).toEqual(['hi']);
  expect(decodeAmf0(hex('0b 3ff0000000000000 0000'))).toEqual([1]);
  expect(decodeAmf0(hex('08 00000005 0001 61 05 000009'))).toEqual([new Map([['a', null]])]);
  expect(decodeAmf0(hex('0a 00000002 05 0101'))).toEqual([[null, true]]);
  expect(decodeAmf0(Buffer.alloc(0))).toEqual([]);
});

test('a name like that of a built-in property is a name like others', () => {
  expect(decodeAmf0(encodeAmf0(new Map([['__proto__', 'x']])))).toEqual([new Map([['__proto__', 'x']])]);
  expect(({} as Record<string, unknown>)['x']).toBeUndefined();
});

test('what is cut off anywhere inside a value is malformed', () => {
  const whole = encodeAmf0(new Map<string, AmfValue>([['list', [1, 'two', null]]]));
  for (let end = 1; end < whole.length; end++)
    expect(decodeAmf0(whole.subarray(0, end)), `cut at ${end}`).toBeUndefined();
});

test('nesting, number of values and length of texts are bounded', () => {
  const nested = (depth: number): AmfValue => (depth === 0 ? 1 : [nested(depth - 1)]);
  expect(decodeAmf0(encodeAmf0(nested(8)))).toBeDefined();
  expect(decodeAmf0(encodeAmf0(nested(9)))).toBeUndefined();
  expect(decodeAmf0(Buffer.concat(Array.from({ length: 5_000 }, () => hex('0a 00000001'))))).toBeUndefined();
  const nulls = (count: number): null[] => Array.from({ length: count }, () => null);
  expect(decodeAmf0(encodeAmf0(...nulls(512)))).toHaveLength(512);
  expect(decodeAmf0(encodeAmf0(...nulls(513)))).toBeUndefined();
  expect(decodeAmf0(encodeAmf0('x'.repeat(4_096)))).toBeDefined();
  expect(decodeAmf0(encodeAmf0('x'.repeat(4_097)))).toBeUndefined();
  expect(decodeAmf0(hex('0a ffffffff 05'))).toBeUndefined();
});

test('unknown kinds of value and any bytes at all are malformed or read, and never thrown at', () => {
  for (const marker of [4, 7, 9, 13, 14, 15, 16, 17, 255])
    expect(decodeAmf0(Buffer.from([marker, 0, 0, 0]))).toBeUndefined();
  const random = seededRandom(11);
  for (let i = 0; i < 5_000; i++) {
    const bytes = Buffer.from(
      Array.from({ length: Math.floor(random() * 40) }, () => Math.floor(random() * 14)),
    );
    expect(() => decodeAmf0(bytes)).not.toThrow();
  }
});
