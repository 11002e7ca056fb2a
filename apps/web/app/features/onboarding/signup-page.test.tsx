import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { SignupPage } from './signup-page.tsx';

afterEach(cleanup);

const steps = () => screen.queryByRole('list', { name: 'Steps' });

test('a guest reads beside the form which seven steps follow, and finds the way to an account that is there', () => {
  meStore.dispatch({ type: 'loaded', current: currentUserFixture({ user: { id: 0, username: 'guest_1' } }) });
  renderPage(<SignupPage form={<p>the form</p>} />);
  expect(screen.getByText('the form')).toBeTruthy();
  expect(
    within(steps()!)
      .getAllByRole('listitem')
      .map((step) => step.textContent),
  ).toEqual(['1You', '2Identity', '3Picture', '4Address', '5Tax', '6Payout', '7Agreement']);
  expect(screen.getByRole('heading', { name: 'Good to know' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'I have a model account' }).getAttribute('href')).toBe(
    '/login?return_to=%2Fmodels%2Fsignup',
  );
});

test('a viewer is told that it takes another account, without steps that are closed to them', () => {
  meStore.dispatch({ type: 'loaded', current: currentUserFixture() });
  renderPage(<SignupPage form={<p>the form</p>} />);
  expect(screen.getByText('This needs a separate account')).toBeTruthy();
  expect(steps()).toBeNull();
  expect(screen.queryByText('the form')).toBeNull();
});
