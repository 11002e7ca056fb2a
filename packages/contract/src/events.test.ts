import { describe, expect, test } from 'vitest';
import {
  eventsByFeature,
  type EventSpec,
  eventSpecs,
  firstIdOf,
  TEMPLATE_EDITION,
  templateListOf,
} from './index.ts';

const specs = Object.entries(eventSpecs) as [string, EventSpec][];
/** Ids of edition 1 are the positions below this one. */
const FIRST_EDITION_IDS = 143;
const RANGE = 100;

describe('ids of events', () => {
  test('are taken once', () => {
    const ids = specs.map(([, { id }]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('of edition 1 are its positions, and no later event takes one: W20', () => {
    const ids = specs.filter(([, { since = 1 }]) => since === 1).map(([, { id }]) => id);
    expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: FIRST_EDITION_IDS }, (_, id) => id));
  });

  test.each(Object.entries(firstIdOf))(
    'of %s after edition 1 are of its own hundred: W20',
    (feature, first) => {
      const events = Object.values(eventsByFeature[feature as keyof typeof eventsByFeature]) as EventSpec[];
      for (const { id, since = 1 } of events)
        if (since > 1) expect(id >= first && id < first + RANGE, `${id}`).toBe(true);
    },
  );

  test('the hundreds of two features never meet', () => {
    const firsts = Object.values(firstIdOf).toSorted((a, b) => a - b);
    expect(firsts[0]).toBeGreaterThanOrEqual(FIRST_EDITION_IDS);
    for (const [at, first] of firsts.entries())
      if (at > 0) expect(first - firsts[at - 1]!).toBeGreaterThanOrEqual(RANGE);
  });
});

describe('an edition', () => {
  test('says of each event and field when it came, and nothing of what is not there: W20', () => {
    for (const [name, { since = 1, added = {}, fields }] of specs) {
      expect(since, name).toBeLessThanOrEqual(TEMPLATE_EDITION);
      for (const [field, edition] of Object.entries(added)) {
        expect(Object.keys(fields), name).toContain(field);
        expect(edition > since && edition <= TEMPLATE_EDITION, `${name}.${field}`).toBe(true);
      }
    }
  });

  test('keeps every event and every field of the one before at its place: W20 (REALTIME-031)', () => {
    for (let edition = 2; edition <= TEMPLATE_EDITION; edition++) {
      const older = templateListOf(edition - 1);
      const newer = new Map(templateListOf(edition).map(([name, fields]) => [name, fields]));
      for (const [name, fields] of older) expect(newer.get(name)?.slice(0, fields.length)).toEqual(fields);
    }
  });

  test('brings something', () => {
    for (let edition = 2; edition <= TEMPLATE_EDITION; edition++)
      expect(templateListOf(edition)).not.toEqual(templateListOf(edition - 1));
  });
});
