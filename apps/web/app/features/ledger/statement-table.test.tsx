import type { LedgerRow } from '@klieg/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { StatementTable } from './statement-table.tsx';

const row = (id: string, changes: Partial<LedgerRow>): LedgerRow => ({
  id,
  kind: 'tip',
  tokens: -40,
  balance_after: 60,
  at: '2026-11-28T12:00:00.000Z',
  counterpart: 'ada',
  counterpart_name: 'Ada',
  ref: null,
  comment: null,
  about: null,
  ...changes,
});

test('each line says what it was for, a refund of which payment', () => {
  const at = '2026-11-27T12:00:00.000Z';
  const rows = [
    row('1', {
      kind: 'refund',
      about: { label: 'Song request', fan_level: null, count: 1, refund_of: { id: 'x', kind: 'tip', at } },
    }),
    row('2', { kind: 'media', about: { label: 'A walk', fan_level: null, count: 3, refund_of: null } }),
    row('3', {
      kind: 'subscription',
      about: { label: null, fan_level: 'insider', count: 1, refund_of: null },
    }),
    row('4', { comment: 'Well sung' }),
  ];
  renderPage(<StatementTable rows={rows} openId={undefined} onOpen={() => undefined} />);
  const details = [...document.querySelectorAll('tbody tr')].map(
    (line) => line.querySelectorAll('td')[3]!.textContent,
  );
  expect(details[0]).toMatch(/^Returned from Tip, .*Nov 27.*: Song request$/u);
  expect(details.slice(1)).toEqual(['A walk and 2 more', 'Fan club, Insider', 'Well sung']);
  expect(screen.getAllByText('Fan club, Insider').length).toBeGreaterThan(0);
});
