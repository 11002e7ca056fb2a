import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { watchToasts } from '@klieg/ui';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { balanceOf, meStore } from '../../shared/me/me-store.ts';
import { closeModal, modalStore } from '../../shared/modal/modal-store.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { TipControl } from './tip-control.tsx';

const become = (user: Parameters<typeof currentUserFixture>[0]) =>
  act(() => meStore.dispatch({ type: 'loaded', current: currentUserFixture(user) }));
const tip = () => fireEvent.click(screen.getByRole('button', { name: /^Tip/u }));

beforeEach(() => localStorage.clear());
afterEach(() => {
  act(() => closeModal());
  cleanup();
  vi.unstubAllGlobals();
});

test('the amount starts with 25, a preset sets it, and the sent one is remembered (CONSTANTS-059, LEDGER-TIP-008)', async () => {
  const sent = stubServer({
    'POST /tip/17': { status: 1, tip_id: 't', amount: 60, tokens: 4_940, tip_effect: null },
  });
  become({});
  renderPage(<TipControl receiverId={17} />);
  expect(screen.getByRole('textbox', { name: 'Tip amount' })).toHaveProperty('value', '25');
  fireEvent.click(screen.getByRole('button', { name: '60' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Note with the tip' }), {
    target: { value: ' lovely ' },
  });
  tip();
  await waitFor(() => expect(localStorage.getItem('klieg.last-tip')).toBe('60'));
  expect(sent[0]?.body).toEqual({ amount: 60, type: 'tip', comment: 'lovely' });
  expect(sent[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/u);
  const me = meStore.get();
  expect(me.kind === 'member' && balanceOf(me.current)).toBe(4_940);
});

test('a guest is asked to join and nothing is sent (LEDGER-TIP-013)', () => {
  const sent = stubServer({});
  become({ user: { id: 0, username: 'guest_ab12cd34' } });
  renderPage(<TipControl receiverId={17} />);
  tip();
  expect(modalStore.get()).toEqual({ key: 'signup', props: { reason: 'tip' } });
  expect(sent).toEqual([]);
});

test('too few tokens open the purchase with what is missing, and the amount stays (ERRORS-002)', async () => {
  stubServer({
    'POST /tip/17': refusal(402, 'ledger.not_enough_tokens', {
      errorType: 'not_enough_tokens',
      params: { missing_tokens: 15 },
    }),
  });
  become({ tokens: 10 });
  renderPage(<TipControl receiverId={17} />);
  tip();
  await waitFor(() =>
    expect(modalStore.get()).toEqual({ key: 'tokens', props: { missingTokens: 15, missingFor: 'tip' } }),
  );
  expect(screen.getByRole('textbox', { name: 'Tip amount' })).toHaveProperty('value', '25');
});

test('the control asks for the toast of a refusal, and keeps amount and note (ERRORS-006)', async () => {
  const seen = vi.fn();
  const stop = watchToasts(seen);
  stubServer({ 'POST /tip/17': refusal(422, 'tipping.target_closed', {}) });
  become({ tokens: 100 });
  renderPage(<TipControl receiverId={17} />);
  tip();
  await waitFor(() => expect(seen).toHaveBeenCalledTimes(1));
  stop();
  expect(seen.mock.calls[0]![0]).toMatchObject({
    appearance: 'error',
    content: 'This account cannot receive tips.',
  });
  expect(screen.getByRole('textbox', { name: 'Tip amount' })).toHaveProperty('value', '25');
});

test('an amount that is none cannot be sent, and the range stands beside it', () => {
  become({});
  renderPage(<TipControl receiverId={17} />);
  const field = screen.getByRole('textbox', { name: 'Tip amount' });
  const change = (value: string) => fireEvent.change(field, { target: { value } });
  const range = () =>
    document.querySelector<HTMLElement>(`[id="${field.getAttribute('aria-describedby')}"]`)!;
  expect(range().hidden).toBe(true);
  for (const wrong of ['1.5', '0', '100001', 'many']) {
    change(wrong);
    expect(screen.getByRole('button', { name: /^Tip/u })).toHaveProperty('disabled', true);
    expect(range().hidden).toBe(false);
    expect(range().textContent).toBe('Whole tokens, from 1 to 100,000.');
  }
  // Somebody is about to type another.
  change('');
  expect(range().hidden).toBe(true);
  change('100000');
  expect(range().hidden).toBe(true);
  expect(screen.getByRole('button', { name: /^Tip/u })).toHaveProperty('disabled', false);
});

test('in an offline room nothing is paid before it was asked for', async () => {
  const sent = stubServer({
    'POST /tip/17': { status: 1, tip_id: 't', amount: 25, tokens: 75, tip_effect: null },
  });
  become({ tokens: 100 });
  renderPage(<TipControl receiverId={17} isOffline />);
  tip();
  const asked = modalStore.get();
  expect(asked).toMatchObject({ key: 'confirm', props: { title: 'Tip while the room is offline?' } });
  expect(sent).toEqual([]);
  if (asked?.key === 'confirm') act(() => asked.props.onYes());
  await waitFor(() => expect(sent.map(({ call }) => call)).toEqual(['POST /tip/17']));
});
