import type { LedgerRow } from '@klieg/contract';
import { expect, test } from 'vitest';
import { axisTop, filterRows, linesOf, spendByDay, withNewest } from './statement-rules.ts';

const row = (
  kind: LedgerRow['kind'],
  tokens: number,
  at = new Date(2026, 10, 20, 14).toISOString(),
): LedgerRow => ({
  id: 'r',
  kind,
  tokens,
  balance_after: 0,
  at,
  counterpart: null,
  counterpart_name: null,
  ref: null,
  comment: null,
  about: null,
});
const now = new Date(2026, 10, 20, 18);

test('filters tell what went out, what came in and what is held', () => {
  const rows = [row('tip', -25), row('purchase', 600), row('hold', -450)];
  expect(filterRows(rows, 'all')).toHaveLength(3);
  expect(filterRows(rows, 'out').map(({ kind }) => kind)).toEqual(['tip', 'hold']);
  expect(filterRows(rows, 'in').map(({ kind }) => kind)).toEqual(['purchase']);
  expect(filterRows(rows, 'held').map(({ kind }) => kind)).toEqual(['hold']);
});

test('spending is summed by day and group; what has no group, and older days, are left out', () => {
  const at = (...when: [number, number, number, number, number]) => new Date(...when).toISOString();
  const days = spendByDay(
    [
      { at: at(2026, 8, 1, 9, 0), kind: 'media', tokens: 80 },
      { at: at(2026, 10, 19, 0, 0), kind: 'spy', tokens: 12 },
      { at: at(2026, 10, 20, 0, 0), kind: 'tip', tokens: 25 },
      { at: at(2026, 10, 20, 0, 15), kind: 'tip', tokens: 60 },
      { at: at(2026, 10, 20, 0, 15), kind: 'adjustment', tokens: 5 },
    ],
    30,
    now,
  );
  expect(days).toHaveLength(30);
  expect(days.at(-1)?.spent).toEqual({ tips: 85, shows: 0, media: 0 });
  expect(days.at(-2)?.spent).toEqual({ tips: 0, shows: 12, media: 0 });
  expect(days.slice(0, -2).every(({ spent }) => spent.tips + spent.shows + spent.media === 0)).toBe(true);
});

test('the axis ends at a round figure', () => {
  expect([0, 9, 10, 11, 150, 512, 1_000, 12_945].map(axisTop)).toEqual([
    10, 10, 10, 20, 200, 1_000, 1_000, 20_000,
  ]);
});

const part = (id: string, show: string, changes: Partial<LedgerRow> = {}): LedgerRow => ({
  ...row('private', -5),
  id,
  counterpart: 'iris',
  counterpart_name: 'Iris Vance',
  ref: { type: 'private', id: show },
  ...changes,
});

test('charges of one show that follow each other are one line; other shows, people and kinds are not', () => {
  const lines = (...rows: readonly LedgerRow[]) =>
    linesOf(rows).map((line) => line.map(({ id }) => id).join(''));
  expect(lines(part('c', '1'), part('b', '1'), part('a', '1'))).toEqual(['cba']);
  expect(lines(part('c', '2'), part('b', '1'), part('a', '1'))).toEqual(['c', 'ba']);
  expect(lines(part('b', '1', { counterpart: 'ben' }), part('a', '1'))).toEqual(['b', 'a']);
  expect(lines(part('c', '1'), { ...row('tip', -25), id: 'b' }, part('a', '1'))).toEqual(['c', 'b', 'a']);
  expect(lines(part('b', '1', { ref: null }), part('a', '1', { ref: null }))).toEqual(['b', 'a']);
  expect(lines(part('b', '1', { kind: 'spy' }), part('a', '1'))).toEqual(['b', 'a']);
  expect(lines(part('b', '1', { kind: 'ticket' }), part('a', '1', { kind: 'ticket' }))).toEqual(['b', 'a']);
  expect(lines()).toEqual([]);
});

test('what is read again joins what is older where the two meet, else takes its place', () => {
  const rows = (ids: string) => [...ids].map((id) => part(id, '1'));
  const loaded = (ids: string, cursor: string | null) => ({ rows: rows(ids), cursor, archivedBefore: null });
  const after = (known: string, page: string) => {
    const next = withNewest(loaded(known, 'old'), loaded(page, 'new'));
    return [next.rows.map(({ id }) => id).join(''), next.cursor];
  };
  expect(after('fedcba', 'hgfe')).toEqual(['hgfedcba', 'old']);
  expect(after('fed', 'fed')).toEqual(['fed', 'old']);
  expect(after('cba', 'hgf')).toEqual(['hgf', 'new']);
  expect(after('', 'hgf')).toEqual(['hgf', 'new']);
});
