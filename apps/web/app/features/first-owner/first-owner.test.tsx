import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { meStore } from '../../shared/me/me-store.ts';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { ClaimSite } from './claim-site.tsx';
import { FirstOwner } from './first-owner.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const KEY = 'x'.repeat(43);
const CLAIM = 'POST /auth/claim_site';
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('who is logged in becomes the owner by one press, and opening the page alone does nothing', async () => {
  const sent = stubServer({ [CLAIM]: { status: 1, username: 'anna' } });
  renderPage(<ClaimSite ownerKey={KEY} username="anna" />);
  expect(sent).toEqual([]);
  press('Become the owner');
  expect(await screen.findByText('The site is yours')).toBeTruthy();
  expect(sent.map(({ call, body }) => [call, body])).toEqual([[CLAIM, { key: KEY }]]);
});

test.each([
  ['used', refusal(410, 'first_owner.key_refused', { params: { reason: 'used' } }), 'This site has an owner'],
  [
    'of an earlier start',
    refusal(410, 'first_owner.key_refused', { params: { reason: 'unknown' } }),
    'This key is not the newest',
  ],
  ['cut off', refusal(400, 'common.invalid_input'), 'This key is not the newest'],
])('a key that is %s says so and what to do', async (_kind, reply, title) => {
  stubServer({ [CLAIM]: reply });
  renderPage(<ClaimSite ownerKey={KEY} username="anna" />);
  press('Become the owner');
  expect((await screen.findByRole('alert')).textContent).toContain(title);
  expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/');
});

test('after too many tries the press stays, with the reason beside it', async () => {
  stubServer({ [CLAIM]: refusal(429, 'common.rate_limited') });
  renderPage(<ClaimSite ownerKey={KEY} username="anna" />);
  press('Become the owner');
  expect((await screen.findByRole('alert')).textContent).toBe('Too many requests. Please wait a moment.');
  expect(screen.getByRole('button', { name: 'Become the owner' })).toBeTruthy();
});

test('a guest is asked to register, or to log in with an account that is there', () => {
  const current = currentUserFixture();
  meStore.dispatch({
    type: 'loaded',
    current: { ...current, user: { ...current.user, username: 'guest_a' } },
  });
  renderPage(
    <FirstOwner
      ownerKey={KEY}
      refusal={undefined}
      register={<p>register here</p>}
      logIn={<p>log in here</p>}
    />,
  );
  expect(screen.getByText('register here')).toBeTruthy();
  press('I have an account');
  expect(screen.getByText('log in here')).toBeTruthy();
  press('I need an account');
  expect(screen.getByText('register here')).toBeTruthy();
});

test('a key that the server refuses is told before anybody fills in a form', () => {
  const sent = stubServer({});
  renderPage(
    <FirstOwner
      ownerKey={KEY}
      refusal="unknown"
      register={<p>register here</p>}
      logIn={<p>log in here</p>}
    />,
  );
  expect(screen.getByRole('alert').textContent).toContain('This key is not the newest');
  expect(screen.queryByText('register here')).toBeNull();
  expect(screen.getByRole('link', { name: 'Go to the home page' })).toBeTruthy();
  expect(sent).toEqual([]);
});
