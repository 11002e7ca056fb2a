import type { AdminUserWhole } from '@klieg/contract';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { UserFacts } from './user-facts.tsx';

afterEach(() => cleanup());

const user = (its: object) =>
  ({
    ...currentUserFixture().user,
    high_model_fraud: false,
    balances: { spendable: 95, held: 3_060, promotional: 0, earning: 12 },
    spent_cents: 42_000,
    paid_orders: 9,
    charged_back: 1,
    ledger_account: 4,
    cards: [],
    ...its,
  }) as unknown as AdminUserWhole;

test('an account says what it has paid, how much of it a bank took back, and since when it is suspended', () => {
  renderPage(<UserFacts user={user({ suspension_date: '2026-11-18T12:00:00.000Z' })} />);
  expect(screen.getByText('$420.00')).toBeTruthy();
  expect(screen.getByText('1 of 9')).toBeTruthy();
  expect(screen.getByText(/^Suspended since Nov 18/u)).toBeTruthy();
  cleanup();
  // Models buy nothing, and have earnings in their place.
  renderPage(<UserFacts user={user({ type: 'model', suspension_date: null })} />);
  expect(screen.queryByText('$420.00')).toBeNull();
  expect(screen.getByText('Good')).toBeTruthy();
});
