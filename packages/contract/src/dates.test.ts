import { expect, test } from 'vitest';
import { z } from 'zod';
import { api, type CallSpec } from './index.ts';

/** All fields of dates and times in what a call takes, by their paths. */
function findDates(schema: unknown, path: string): readonly (readonly [path: string, field: z.ZodType])[] {
  if (!(schema instanceof z.ZodType)) return [];
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) => findDates(field, `${path}.${name}`));
  if (schema instanceof z.ZodArray) return findDates(schema.element, `${path}[]`);
  if (schema instanceof z.ZodPipe) return findDates(schema.in, path);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return findDates(schema.unwrap(), path);
  return schema instanceof z.ZodISODate || schema instanceof z.ZodISODateTime ? [[path, schema]] : [];
}

/** What the database does not know, and what is past its count when a day is added or taken away. */
const BEYOND = ['0000-01-01', '0001-01-01', '0999-12-31', '9998-01-01', '9999-12-31'];

test('no call takes a day that the database cannot count to', () => {
  const taken = Object.entries<CallSpec>(api).flatMap(([name, { params, query, body }]) =>
    [params, query, body].flatMap((schema) => findDates(schema, name)),
  );
  expect(taken.length).toBeGreaterThan(10);
  const open = taken.filter(([, field]) =>
    BEYOND.some((text) => field.safeParse(text).success || field.safeParse(`${text}T00:00:00.000Z`).success),
  );
  expect(open.map(([path]) => path)).toEqual([]);
});
