import { readFileSync } from 'node:fs';
import { templateList, templateListOf } from '@klieg/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { frozenTemplates, hashOfTemplates, makeCodec } from './index.ts';
import { maskOf, positionsOf } from './mask.ts';

const codec = makeCodec(templateList);
interface Example {
  readonly name: string;
  readonly payload: Record<string, unknown>;
  readonly plain: unknown;
  readonly masked: unknown;
}
const goldenOf = (edition: number) =>
  JSON.parse(readFileSync(new URL(`./golden/edition-${edition}.json`, import.meta.url), 'utf8')) as Example[];
const golden = [...goldenOf(1), ...goldenOf(2), ...goldenOf(3), ...goldenOf(4), ...goldenOf(5)];

describe.each([
  { edition: 1, hash: '48759918fc910c47', length: 143 },
  { edition: 2, hash: '3b5256815d10580a', length: 145 },
  { edition: 3, hash: 'c382c05764ffad55', length: 146 },
  { edition: 4, hash: '70cc665b2d732e59', length: 150 },
  { edition: 5, hash: 'f6096526fbade40f', length: 152 },
])('golden messages of edition $edition', ({ edition, hash, length }) => {
  const list = templateListOf(edition);

  test('the list never changes: C9 (REALTIME-031)', async () => {
    expect(await hashOfTemplates(list)).toBe(hash);
    expect(list).toHaveLength(length);
  });

  test.each(goldenOf(edition))('$name is written by its own edition as it ever was: C1 C3', (example) => {
    const own = makeCodec(list);
    for (const form of ['plain', 'masked'] as const)
      expect(JSON.parse(own.encode(example.name, example.payload, form))).toEqual(example[form]);
  });
});

describe('golden messages of every edition, by the newest list', () => {
  test('the frozen positions that a page is built with are the contract’s: C1 (REALTIME-009)', () => {
    expect(templateList.slice(0, 16)).toEqual(frozenTemplates);
  });

  test.each(golden)('$name reads and writes both forms: C3 C4 (REALTIME-029) (REALTIME-030)', (example) => {
    for (const form of ['plain', 'masked'] as const) {
      expect(JSON.parse(codec.encode(example.name, example.payload, form))).toEqual(example[form]);
      expect(codec.decode(JSON.stringify(example[form]))).toEqual({
        ok: true,
        name: example.name,
        payload: example.payload,
      });
    }
  });
});

describe('reading', () => {
  test.each([
    '[5,[3,1]]',
    '[5,7]',
    '["5",{}]',
    '[-1,{}]',
    '[5,["01",1]]',
    '[5,[2147483648,1]]',
    '[5,["A",1]]',
  ])('refuses %s: C3 C4 C5', (text) => {
    expect(codec.decode(text)).toMatchObject({ ok: false, reason: 'malformed' });
  });

  test('an unknown id is told apart from a malformed message: C7', () => {
    expect(codec.decode('[199,{}]')).toMatchObject({ ok: false, reason: 'unknown_id' });
  });

  test('an entry that names its id stands there, and the next one after it: C1', () => {
    const sparse = makeCodec([
      ['v3.ping', ['t']],
      ['v3.pong', ['t'], 900],
      ['v3.later', []],
    ]);
    expect(sparse.encode('v3.pong', { t: 1 }, 'plain')).toBe('[900,{"t":1}]');
    expect(sparse.decode('[901,{}]')).toMatchObject({ ok: true, name: 'v3.later' });
    expect(sparse.decode('[1,{}]')).toMatchObject({ ok: false, reason: 'unknown_id' });
  });

  test('an absent payload is empty, what follows is ignored: C2', () => {
    expect(codec.decode('[50]')).toEqual({ ok: true, name: 'v3.chat.userlist.stop', payload: {} });
    expect(codec.decode('[50,null,"x"]')).toEqual({ ok: true, name: 'v3.chat.userlist.stop', payload: {} });
  });

  test('null and absent stay apart: C6', () => {
    const text = codec.encode('v3.chat.subject', { seq: 1, subject: null }, 'masked');
    const read = codec.decode(text);
    expect(read).toMatchObject({ ok: true, payload: { seq: 1, subject: null } });
    expect(read.ok && 'subject_color' in read.payload).toBe(false);
  });

  test('a newer list is read by names, what the reader lacks is dropped: C7 (REALTIME-031)', () => {
    const newer = makeCodec([...templateList.slice(0, 4), ['v3.ping', ['t', 'later']]]);
    expect(codec.decode(newer.encode('v3.ping', { t: 1, later: 2 }, 'masked'))).toMatchObject({
      payload: { t: 1 },
    });
  });

  test('deep nesting, unsafe numbers and dangerous names are refused: C8', () => {
    const deep = `[5,{"t":${'['.repeat(9)}${']'.repeat(9)}}]`;
    for (const text of [deep, '[5,{"t":9007199254740993}]', '[5,{"t":{"__proto__":1}}]'])
      expect(codec.decode(text)).toMatchObject({ ok: false, reason: 'malformed' });
  });

  test('never throws on 20,000 mutated messages: C10 (REALTIME-029)', () => {
    const source = golden.map((example) => JSON.stringify(example.masked)).join('\n');
    fc.assert(
      fc.property(fc.nat(source.length), fc.nat(40), fc.string({ maxLength: 6 }), (from, length, put) => {
        const slice = source.slice(from, from + length);
        codec.decode(slice + put);
        codec.decode(slice.slice(0, length >> 1) + put + slice.slice(length >> 1));
      }),
      { numRuns: 10_000 },
    );
  });
});

describe('masks', () => {
  test('field 35 with field 0 is hex text, never the number: C5', () => {
    expect(maskOf([0, 35])).toBe('800000001');
    expect(positionsOf('800000001')).toEqual([0, 35]);
    expect(positionsOf(34_359_738_369)).toBeUndefined();
  });

  test('every set of positions comes back, in both spellings: C5 (REALTIME-030)', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(127), { maxLength: 40 }), (positions) => {
        const sorted = positions.toSorted((a, b) => a - b);
        expect(positionsOf(maskOf(sorted))).toEqual(sorted);
        const hex = sorted.reduce((mask, bit) => mask | (1n << BigInt(bit)), 0n).toString(16);
        expect(positionsOf(hex)).toEqual(sorted);
      }),
    );
  });

  test('any payload of any event survives both forms (REALTIME-030)', () => {
    fc.assert(
      fc.property(fc.nat(templateList.length - 1), fc.func(fc.option(fc.string())), (at, value) => {
        const [name, fields] = templateList[at]!;
        const payload = Object.fromEntries(fields.map((field) => [field, value(field)]));
        for (const form of ['plain', 'masked'] as const)
          expect(codec.decode(codec.encode(name, payload, form))).toEqual({ ok: true, name, payload });
      }),
    );
  });
});
