import type { z } from 'zod';

/*
 * Generated input for everything that strangers may send. All of it comes from one seed, so that what
 * a run has found the next one finds again.
 */

/** A seeded source of chance (mulberry32). */
export interface Chance {
  /** A whole number from 0 to below `max`. */
  below(max: number): number;
  pick<T>(list: readonly T[]): T;
}

export function makeChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (max: number) => Math.floor(next() * max);
  return { below, pick: (list) => list[below(list.length)]! };
}

const UUID = '0192f1d3-7c1a-7c3e-8a52-6f3f0a1b2c3d';
const STRINGS: readonly string[] = [
  '',
  'a',
  'abc',
  ' ',
  '0',
  '1',
  '-1',
  '9007199254740993',
  '2026-01-01T00:00:00.000Z',
  '1990-05-01',
  UUID,
  '00000000-0000-0000-0000-000000000000',
  'nul\u0000inside',
  '\u0000\u0000\u0000',
  '\ud800alone',
  'alone\udfff',
  '\u202eturned\u2066',
  'e\u0301'.repeat(40),
  '👩‍👩‍👧‍👦'.repeat(20),
  'ﷺ'.repeat(30),
  'İıßſ',
  "'; drop table accounts; --",
  '%_\\%',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '${7*7}',
  '{"a":1}',
  '/setmode all',
  '/play_sound bell',
  '/tip_split 9999999999999 -1',
  '/' + 'x'.repeat(300),
  'www.example.org',
  'debug: line',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'x'.repeat(3),
  'x'.repeat(30),
  'x'.repeat(31),
  'x'.repeat(300),
  'x'.repeat(3_000),
  '#ffffff',
  'deadbeefdeadbeef',
  'all',
  'tokens',
  'username',
];
const NUMBERS: readonly number[] = [
  0,
  -0,
  1,
  -1,
  2,
  100,
  0.5,
  1e21,
  -1e21,
  2 ** 31,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53),
  8.64e15,
  8.64e15 + 1,
  253_402_300_800_000,
  5e-324,
  1.7976931348623157e308,
];
/** Such objects come from JSON alone: a literal would set the prototype. */
const PROTOTYPES: readonly unknown[] = ['__proto__', 'constructor', 'prototype'].map(
  (name) => JSON.parse(`{"${name}":{"isAdmin":true}}`) as unknown,
);

const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { a: value };
  return value;
};

/** Any value that JSON can carry, preferably one that hurts. */
export function hostileOf(chance: Chance): unknown {
  switch (chance.below(9)) {
    case 0:
    case 1:
    case 2:
      return chance.pick(STRINGS);
    case 3:
    case 4:
      return chance.pick(NUMBERS);
    case 5:
      return chance.pick([null, true, false, [], {}, [[]], [null], { length: -1 }]);
    case 6:
      return chance.pick(PROTOTYPES);
    case 7:
      return nested(chance.below(12));
    default:
      return Array.from({ length: chance.below(400) }, () => chance.pick(STRINGS.slice(0, 12)));
  }
}

interface Def {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly element?: z.ZodType;
  readonly shape?: Record<string, z.ZodType>;
  readonly options?: readonly z.ZodType[];
  readonly items?: readonly z.ZodType[];
  readonly entries?: Record<string, string>;
  readonly values?: readonly unknown[];
}
const defOf = (schema: z.ZodType): Def => schema.def as unknown as Def;

/**
 * A value that a schema takes wherever one is found, chosen as hostile as the schema lets through.
 * @param names texts that mean something here, such as usernames
 */
export function fittingOf(schema: z.ZodType, chance: Chance, names: readonly string[]): unknown {
  const def = defOf(schema);
  const inner = (type: z.ZodType) => fittingOf(type, chance, names);
  const firstFitting = (pool: readonly unknown[]): unknown => {
    for (let tries = 0; tries < 12; tries++) {
      const value = chance.pick(pool);
      if (schema.safeParse(value).success) return value;
    }
    return pool.find((value) => schema.safeParse(value).success) ?? chance.pick(pool);
  };
  switch (def.type) {
    case 'string':
      return firstFitting(chance.below(2) === 0 && names.length > 0 ? [...names, UUID] : STRINGS);
    case 'number':
      return firstFitting(NUMBERS);
    case 'boolean':
      return chance.below(2) === 0;
    case 'null':
      return null;
    case 'enum':
      return chance.pick(Object.values(def.entries!));
    case 'literal':
      return chance.pick(def.values!);
    case 'optional':
    case 'default':
    case 'prefault':
      return chance.below(3) === 0 ? undefined : inner(def.innerType!);
    case 'nullable':
      return chance.below(4) === 0 ? null : inner(def.innerType!);
    case 'pipe':
      return inner(def.in!);
    case 'array':
      return Array.from({ length: chance.pick([0, 1, 2, 20, 101]) }, () => inner(def.element!));
    case 'tuple':
      return def.items!.map(inner);
    case 'union':
      return inner(chance.pick(def.options!));
    case 'object':
      return Object.fromEntries(Object.entries(def.shape!).map(([name, type]) => [name, inner(type)]));
    default:
      return hostileOf(chance);
  }
}

type Fields = Readonly<Record<string, z.ZodType>>;

/**
 * One generated payload: by turns all fields hostile but fitting, one field wrong (each in turn), one
 * missing, one too many, everything huge, prototype names, and no object at all.
 */
export function payloadOf(fields: Fields, turn: number, chance: Chance, names: readonly string[]): unknown {
  const keys = Object.keys(fields);
  const whole = Object.fromEntries(keys.map((key) => [key, fittingOf(fields[key]!, chance, names)]));
  const key = keys.length > 0 ? keys[Math.floor(turn / 8) % keys.length]! : 'none';
  switch (turn % 8) {
    case 0:
    case 1:
    case 2:
      return whole;
    case 3:
      return { ...whole, [key]: hostileOf(chance) };
    case 4:
      return { ...whole, [key]: undefined };
    case 5:
      return { ...whole, [chance.pick(STRINGS)]: hostileOf(chance) };
    case 6:
      return Object.assign(JSON.parse('{"__proto__":{"isAdmin":true}}') as object, whole);
    default:
      return chance.below(2) === 0
        ? { ...whole, [key]: 'x'.repeat(chance.pick([4_000, 9_000])) }
        : hostileOf(chance);
  }
}

/** Letters that matter in JSON and some that should not. */
const LETTERS = '[]{}",:0123456789.eE+-truefalsn\\u\u0000\u00ff\ud83d\u2028 \n';

const mutate = (text: string, chance: Chance): string => {
  let out = text;
  for (let i = chance.below(4); i >= 0; i--) {
    const at = chance.below(out.length + 1);
    const length = chance.below(6);
    const letters = Array.from({ length: chance.below(4) }, () => LETTERS[chance.below(LETTERS.length)]);
    out = out.slice(0, at) + letters.join('') + out.slice(at + length);
  }
  return out;
};

/** A frame's text made from a good one: changed, cut, noise, deep, of no event, or in the other form. */
export function rawTextOf(good: string, chance: Chance): string {
  switch (chance.below(10)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return mutate(good, chance);
    case 4:
      return good.slice(0, chance.below(good.length));
    case 5:
      return Array.from({ length: chance.below(200) }, () => String.fromCharCode(chance.below(0x180))).join(
        '',
      );
    case 6:
      return chance.pick(['[', '{"a":', '[0,', '[44,[1,']).repeat(1 + chance.below(900));
    case 7:
      return `[${chance.pick(['143', '9999', '-1', '1.5', '1e3', '1e400', 'null', '"4"', '[]', '4294967296'])},{}]`;
    case 8: {
      const mask = chance.pick([
        '0',
        '1',
        '-1',
        '2147483647',
        '2147483648',
        '"ff"',
        '"0f"',
        '"g"',
        'null',
        '1.5',
      ]);
      const values = Array.from({ length: chance.below(9) }, () => JSON.stringify(hostileOf(chance)));
      return `[${chance.below(150)},[${[mask, ...values].join(',')}]]`;
    }
    default:
      return good;
  }
}
