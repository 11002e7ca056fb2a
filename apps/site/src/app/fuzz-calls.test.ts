import { type Call, callsByFeature } from '@klieg/contract';
import { type Log, silentLog, uuidv7 } from '@klieg/kernel';
import type { z } from 'zod';
import { howMany } from '@klieg/testing/run-length';
import { describe, expect, test } from 'vitest';
import { type Chance, fittingOf, hostileOf, makeChance, payloadOf } from './testing-fuzz.ts';
import { type Member, useTestSite } from './testing-site.ts';

/* Hostile bodies, parameters and queries, generated from the contract with a fixed seed: never 5xx. */

const SEED = 20_262;
/** Each nine of them hold every kind of wrong body, path and query. */
const PER_CALL = howMany(4, 100);
const FEATURES = [
  'rooms',
  'room-chat',
  'people',
  'friends',
  'direct-messages',
  'blocks',
  'reports',
  'settings',
  'notifications',
  'ratings',
  'discovery',
] as const;

const faults: string[] = [];
const log: Log = {
  ...silentLog,
  error: ({ err }, message) =>
    void faults.push(`${message}: ${err instanceof Error ? err.stack : JSON.stringify(err)}`),
};
const site = await useTestSite({ log });
const model = await site.join({ type: 'model', settings: { chat_allowed: 'all' } });
const viewer = await site.join({ tokens: 100 });
const target = await site.join();
const names = [model.username, target.username];

const calls = FEATURES.flatMap((feature) =>
  Object.entries(callsByFeature[feature] as Readonly<Record<string, Call>>),
);

/** As it stands in a URL; what is no text becomes bytes that are no UTF-8. */
const encode = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text?.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';
};
const fieldsOf = (schema: z.ZodType | undefined): Record<string, z.ZodType> =>
  (schema as z.ZodObject | undefined)?.shape ?? {};

const pathOf = (call: Call, at: number, chance: Chance): string => {
  const params = fieldsOf(call.params);
  const path = call.route[1].replace(/\{(\w+)\*?\}/g, (_, name: string) => {
    const given = at % 4 === 3 ? hostileOf(chance) : fittingOf(params[name]!, chance, names);
    return encode(given).slice(0, 1_000) || '%00';
  });
  if (!call.query && at % 5 !== 0) return path;
  const query = payloadOf(fieldsOf(call.query), at, chance, names) as Record<string, unknown> | null;
  const pairs = Object.entries(typeof query === 'object' && query !== null ? query : {})
    .filter(([, value]) => value !== undefined)
    .slice(0, 20)
    .map(([name, value]) => `${encode(name)}=${encode(value).slice(0, 1_000)}`);
  return `${path}?${pairs.join('&')}`;
};

async function send(who: Member, call: Call, at: number, chance: Chance): Promise<Response> {
  const body =
    at % 9 === 8
      ? chance.pick(['', '{', '[]', 'null', '"text"', '\u0000', '{"a":1}{', '['.repeat(3_000), '1e400'])
      : JSON.stringify(payloadOf(fieldsOf(call.body), at, chance, names));
  return who.fetch(`/api/v1${pathOf(call, at, chance)}`, {
    method: call.route[0],
    headers: {
      'x-csrf-token': who.csrf,
      ...(call.route[0] === 'POST' && { 'content-type': 'application/json' }),
      ...(call.spends && { 'idempotency-key': uuidv7() }),
    },
    ...(call.route[0] === 'POST' && { body: body ?? '' }),
  });
}

describe('a call with generated input', () => {
  test.each(calls)('%s is never a fault of the site', async (name, call) => {
    const chance = makeChance(SEED + name.length);
    const seen = new Map<number, number>();
    for (const who of [viewer, model])
      for (let at = 0; at < PER_CALL; at++) {
        const answer = await send(who, call, at, chance);
        const { code } = (await answer.json()) as { code?: string };
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
        if (answer.status >= 500) expect.fail(`${answer.status} ${code} ${answer.url} ${faults.at(-1)}`);
        if (answer.status !== 200) expect(code).toBeTypeOf('string');
      }
    expect(faults).toEqual([]);
  });
});
