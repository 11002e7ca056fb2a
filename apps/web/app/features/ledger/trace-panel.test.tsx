import type { Trace } from '@klieg/contract';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { stubServer } from '../../shared/testing/stub-server.ts';
import { TracePanel } from './trace-panel.tsx';

type Posting = Trace['postings'][number];

const ID = '0198f1a2-0000-7000-8000-000000000001';
const side = (changes: Partial<Posting>): Posting => ({
  entry: 0,
  account: 'platform',
  mine: false,
  username: null,
  debit: 0,
  credit: 0,
  payable_from: null,
  ...changes,
});

const traceOf = (postings: readonly Posting[]): Trace => ({
  id: ID,
  kind: 'tip',
  at: '2028-01-31T12:00:00.000Z',
  tokens: -5,
  counterpart: 'iris',
  counterpart_name: 'Iris Vance',
  ref: null,
  comment: null,
  about: null,
  held: null,
  refunded_tokens: 0,
  promotional_tokens: 0,
  postings: [...postings],
});

const show = async (...postings: readonly Posting[]) => {
  stubServer({ [`GET /billing/history/${ID}`]: traceOf(postings) });
  renderPage(<TracePanel id={ID} onClose={() => undefined} />);
  await screen.findByRole('heading');
  return [...document.querySelectorAll('.timeline li span:first-of-type')].map((step) => step.textContent);
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the way of the tokens in plain words: who paid, who got them, and what the site kept', async () => {
  const steps = await show(
    side({ entry: 12, account: 'spendable', mine: true, debit: 5 }),
    side({ credit: 2 }),
    side({ entry: 7, account: 'earned', username: 'iris', credit: 3 }),
  );
  expect(steps).toEqual(['Paid by you: 5', 'Received by Iris Vance: 3', 'Kept by the site: 2']);
  expect(screen.getByText('entry #12')).toBeTruthy();
  expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toContain('the site’s share');
  expect(screen.getByText('Iris Vance, earned')).toBeTruthy();
});

test('what only changes its purse was paid by nobody', async () => {
  const steps = await show(
    side({ entry: 1, account: 'earned', mine: true, debit: 5 }),
    side({ entry: 2, account: 'payable', mine: true, credit: 5 }),
  );
  expect(steps).toEqual(['Taken from what is earned', 'Put to what is ready for payout']);
});

test('what it was for stands beside the amount, as in the statement', async () => {
  const about = {
    label: 'Evening walk',
    fan_level: null,
    count: 3,
    refund_of: { id: ID, kind: 'media', at: '2028-01-30T12:00:00.000Z' },
  } as const;
  stubServer({ [`GET /billing/history/${ID}`]: { ...traceOf([]), kind: 'refund', about, comment: 'sorry' } });
  renderPage(<TracePanel id={ID} onClose={() => undefined} />);
  expect(await screen.findByText(/Evening walk and 2 more/u)).toBeTruthy();
  expect(document.querySelector('.trace')?.textContent).toMatch(
    /Returned from .*: Evening walk and 2 more · sorry/u,
  );
});

function Row() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        The row
      </button>
      {isOpen && <TracePanel id={ID} onClose={() => setOpen(false)} />}
    </>
  );
}

test('Esc in the trace closes it and gives the focus back to the row; Esc elsewhere, as in a dialog over it, does not', () => {
  stubServer({});
  renderPage(<Row />);
  const row = screen.getByText('The row');
  row.focus();
  fireEvent.click(row);
  const panel = screen.getByLabelText('Ledger trace');
  expect(document.activeElement).toBe(panel);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(screen.queryByLabelText('Ledger trace')).toBe(panel);
  fireEvent.keyDown(panel, { key: 'Escape' });
  expect(screen.queryByLabelText('Ledger trace')).toBeNull();
  expect(document.activeElement).toBe(row);
});
