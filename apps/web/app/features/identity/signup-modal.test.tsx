import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { stubServer } from '../../shared/testing/stub-server.ts';
import SignupModal from './signup-modal.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (address: string, reason?: 'tip') => {
  stubServer({});
  renderPage(<SignupModal onClose={() => {}} {...(reason && { reason })} />, address);
};

test('whoever comes with a promo code is told that it is kept, beside why they are asked to join (IDENTITY-011)', async () => {
  show('/?promo_code=WELCOME_20');
  expect(await screen.findByRole('dialog', { name: 'Join free with your code' })).toBeTruthy();
  expect(screen.getByText('Your code WELCOME_20 is kept')).toBeTruthy();
  cleanup();
  show('/?promo_code=WELCOME_20', 'tip');
  expect(await screen.findByRole('dialog', { name: 'Join to send a tip' })).toBeTruthy();
  expect(screen.getByText('Your code WELCOME_20 is kept')).toBeTruthy();
});

test.each(['/', '/?promo_code=ab', '/?promo_code=%3Cb%3Ewin%3C/b%3E'])(
  '%s brings no code',
  async (address) => {
    show(address);
    expect(await screen.findByRole('dialog', { name: 'Join free' })).toBeTruthy();
    expect(screen.queryByText(/is kept/u)).toBeNull();
  },
);
