import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import ReUpModal from './re-up-modal.tsx';

const product = {
  internal_id: 'tokens_50',
  tokens: 50,
  bonus_tokens: 0,
  amount: 500,
  currency: 'USD',
  is_oneclick: true,
  membership: null,
};
const packages = { products: { credit: [product] }, cards: [] };
const PACKAGES = 'POST /billing/products';

function open(answers: Record<string, unknown> = {}) {
  const replies: Record<string, unknown> = {
    [PACKAGES]: packages,
    'GET /billing/cards': { cards: [] },
    ...answers,
  };
  stubServer(replies);
  meStore.dispatch({ type: 'loaded', current: currentUserFixture() });
  renderPage(<ReUpModal onClose={vi.fn()} />);
  return replies;
}

test('a number that cannot be says what it may be, and what is agreed to names the numbers', async () => {
  open();
  expect(await screen.findByRole('option', { name: '50 tokens, $5.00' })).toBeTruthy();
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type('Purchases a day, at most', '200');
  expect(screen.getByText('From 1 to 10.')).toBeTruthy();
  type('Purchases a day, at most', '4');
  expect(screen.queryByText('From 1 to 10.')).toBeNull();
  type('Dollars a month, at most', '20,5');
  expect(screen.getByText('From $5.00 to $2,000.00.')).toBeTruthy();
  type('Dollars a month, at most', '50');
  type('When fewer tokens are left than', '30');
  expect(
    screen.getByRole('checkbox', { name: /fewer than 30 are left.*Up to 4 a day and \$50\.00 a month/u }),
  ).toBeTruthy();
});

test('packages that did not load can be asked for again', async () => {
  const replies = open({ [PACKAGES]: refusal(503, 'common.unavailable') });
  expect(await screen.findByText('The packages did not load')).toBeTruthy();
  replies[PACKAGES] = packages;
  fireEvent.click(screen.getByRole('button', { name: 'Try now' }));
  await waitFor(() => expect(screen.queryByText('The packages did not load')).toBeNull());
  expect(screen.getByRole('option', { name: '50 tokens, $5.00' })).toBeTruthy();
});
