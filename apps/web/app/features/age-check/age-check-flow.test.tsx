import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { stubServer } from '../../shared/testing/stub-server.ts';
import type { AgeCheck } from './use-age-check.ts';
import { VerifyAgePage } from './verify-age-page.tsx';

const check: AgeCheck = {
  required: true,
  state: 'none',
  failed: false,
  jurisdiction: 'us-tx',
  allowed: ['face_scan', 'id_check', 'live_id_check'],
  attempts: 0,
  locked_until: null,
  thread_id: null,
  has_proof: false,
  offer: null,
  valid_until: null,
};
const heading = (name: string) => screen.findByRole('heading', { name });

beforeEach(() =>
  act(() =>
    meStore.dispatch({
      type: 'loaded',
      current: currentUserFixture({ user: { id: 0, username: 'guest_ab12cd34' } }),
    }),
  ),
);

test('what the vendor has found is asked for, not believed of the address: a failure is told, and a pass leads on', async () => {
  history.replaceState(null, '', '/verify-age?session=s1');
  const replies: Record<string, unknown> = {
    'POST /age-verification/return': { state: 'failed', message: '' },
    'GET /age-verification': { ...check, state: 'failed', failed: true, attempts: 1 },
    'GET /user/current': currentUserFixture({ user: { id: 0, username: 'guest_ab12cd34' } }),
  };
  const sent = stubServer(replies);
  const { unmount } = renderPage(<VerifyAgePage />);
  await heading('That did not work. Try again');
  expect(screen.getByText('Verification failed')).toBeTruthy();
  expect(sent.find(({ call }) => call.endsWith('/return'))?.body).toEqual({ session: 's1' });
  expect(location.search).toBe('');
  // Nothing goes on before a way is chosen.
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' }).disabled).toBe(true);
  unmount();
  history.replaceState(null, '', '/verify-age?session=s2');
  replies['POST /age-verification/return'] = { state: 'passed', message: null };
  replies['GET /age-verification'] = { ...check, state: 'passed' };
  renderPage(<VerifyAgePage />);
  await heading('Your age is verified');
});

test('a live check waits until somebody has decided it, which a press looks for', async () => {
  const replies: Record<string, unknown> = {
    'GET /age-verification': check,
    'GET /user/current': currentUserFixture({ user: { id: 0, username: 'guest_ab12cd34' } }),
    'POST /age-verification/live-check': { state: 'pending', thread_id: 't1' },
  };
  const sent = stubServer(replies);
  renderPage(<VerifyAgePage />);
  fireEvent.click(await screen.findByRole('radio', { name: /^Live with a person/u }));
  replies['GET /age-verification'] = { ...check, state: 'pending', thread_id: 't1' };
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await heading('Your check is in progress');
  expect(sent.filter(({ call }) => call === 'POST /age-verification/live-check')).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
  await waitFor(() =>
    expect(sent.filter(({ call }) => call === 'GET /age-verification').length).toBeGreaterThan(2),
  );
  await heading('Your check is in progress');
  replies['GET /age-verification'] = { ...check, state: 'passed' };
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
  await heading('Your age is verified');
});

test('after too many attempts the page says when the other ways open again', async () => {
  stubServer({
    'GET /age-verification': {
      ...check,
      state: 'failed',
      failed: true,
      allowed: ['live_id_check'],
      locked_until: '2026-11-30T10:00:00.000Z',
    },
  });
  renderPage(<VerifyAgePage />);
  await screen.findByText('Too many attempts');
  expect(screen.getAllByRole('radio')).toHaveLength(1);
});
