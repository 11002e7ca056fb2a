import type { FanMembership } from '@klieg/contract';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { closeModal, modalStore } from '#app/shared/modal/modal-store.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { OwnMembership } from './own-membership.tsx';
import { TierModule } from './tier-module.tsx';

const membership: FanMembership = {
  level: 'supporter',
  renews_at: '2026-12-28T12:00:00.000Z',
  auto_renew: true,
  next_level: null,
  next_price: 120,
  is_past_due: false,
  is_shut_out: false,
};
const showOwn = (changes: Partial<FanMembership>) =>
  renderPage(
    <OwnMembership
      username="ada"
      membership={{ ...membership, ...changes }}
      onChange={() => undefined}
      onPay={() => undefined}
    />,
  );

test('a past due member who is shut out reads that nothing was charged, and is not asked to pay', () => {
  showOwn({ is_past_due: true, is_shut_out: true });
  expect(screen.getByText('It was not renewed')).toBeTruthy();
  expect(screen.queryByText('The renewal could not be paid')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Pay now' })).toBeNull();
});

test('a past due member who can join is told that it could not be paid, with the way to pay', () => {
  showOwn({ is_past_due: true });
  expect(screen.getByText('The renewal could not be paid')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Pay now' })).toBeTruthy();
});

test.each([
  ['goes on', {}, /^Renews on/u],
  ['was canceled', { auto_renew: false }, /^Yours until/u],
  ['becomes another level', { next_level: 'insider' as const }, /^Yours until/u],
  ['is not renewed, its member being shut out', { is_shut_out: true }, /^Yours until/u],
  ['is past due', { is_past_due: true }, /^Due since/u],
])('the level of a membership that %s says so', (_, changes, words) => {
  renderPage(
    <TierModule
      tier={{ level: 'supporter', price: 120, discount_percent: 0, benefits: [] }}
      membership={{ ...membership, ...changes }}
      isKey={false}
    />,
  );
  expect(screen.getByText(words)).toBeTruthy();
});

test('the question before a membership is canceled has an answer that keeps it', () => {
  showOwn({});
  fireEvent.click(screen.getByText('Cancel the membership'));
  expect(modalStore.get()?.props).toMatchObject({ yes: 'Cancel the membership', no: 'Keep it' });
  closeModal();
});
