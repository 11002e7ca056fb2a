import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { balanceOf, meStore } from '../../shared/me/me-store.ts';
import { closeModal, modalStore } from '../../shared/modal/modal-store.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import SplitModal from './split-modal.tsx';

const become = (user: Parameters<typeof currentUserFixture>[0]) =>
  act(() => meStore.dispatch({ type: 'loaded', current: currentUserFixture(user) }));
const propose = () => fireEvent.submit(document.querySelector('form')!);

afterEach(() => {
  act(() => closeModal());
  cleanup();
  vi.unstubAllGlobals();
});

test('begins with what was asked for, shows the own part, and proposes it (LEDGER-TIP-011)', async () => {
  const tipSplit = { mode: 'proposed', splitters: [], target_splitters: 4, remaining: 3, split_amount: 26, expires_at: null, split_id: null, joined: true, comment: null }; // prettier-ignore
  const sent = stubServer({ 'POST /chat/iris/tip_split': { status: 1, tipSplit, tokens: 74 } });
  become({ tokens: 100 });
  const onClose = vi.fn();
  renderPage(<SplitModal username="iris" amount={101} splitters={4} onClose={onClose} />);
  expect(screen.getByRole('textbox', { name: 'Together' })).toHaveProperty('value', '101');
  expect(screen.getByRole('textbox', { name: 'People, including you' })).toHaveProperty('value', '4');
  expect(screen.getByRole('button', { name: /^Propose for/u }).textContent).toContain('26');
  fireEvent.change(screen.getByRole('textbox', { name: 'For what' }), { target: { value: ' a song ' } });
  propose();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent[0]?.body).toEqual({ amount: 101, target_splitters: 4, comment: 'a song' });
  expect(sent[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/u);
  const me = meStore.get();
  expect(me.kind === 'member' && balanceOf(me.current)).toBe(74);
});

test('numbers out of range are said beside the field and send nothing', () => {
  const sent = stubServer({});
  become({});
  renderPage(<SplitModal username="iris" amount={5} splitters={40} onClose={() => undefined} />);
  expect(screen.getByText('Whole tokens, from 20 to 100,000.')).toBeTruthy();
  expect(screen.getByText('From 2 to 20.')).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Propose for/u })).toHaveProperty('disabled', true);
  propose();
  expect(sent).toEqual([]);
});

test('too few tokens open the purchase with what is missing, and the dialog stays', async () => {
  stubServer({
    'POST /chat/iris/tip_split': refusal(402, 'ledger.not_enough_tokens', {
      errorType: 'not_enough_tokens',
      params: { missing_tokens: 15 },
    }),
  });
  become({ tokens: 10 });
  const onClose = vi.fn();
  renderPage(<SplitModal username="iris" onClose={onClose} />);
  propose();
  await waitFor(() =>
    expect(modalStore.get()).toEqual({ key: 'tokens', props: { missingTokens: 15, missingFor: 'split' } }),
  );
  expect(onClose).not.toHaveBeenCalled();
});
