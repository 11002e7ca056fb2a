import type { TipSplitState } from '@klieg/contract';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { balanceOf, meStore, useMe } from '../../shared/me/me-store.ts';
import { closeModal, modalStore } from '../../shared/modal/modal-store.ts';
import { roomFixture } from '../../shared/room/room.fixture.ts';
import type { PageEvent } from '../../shared/room-module/room-events.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { SplitSection } from './split-section.tsx';
import { type SplitPart, startSplit } from './split-state.ts';

const state = (changes: Partial<TipSplitState> = {}): TipSplitState => ({
  mode: 'proposed',
  splitters: [{ username: 'anna', paid: false }],
  target_splitters: 3,
  remaining: 2,
  split_amount: 25,
  expires_at: new Date(Date.now() + 90_000).toISOString(),
  split_id: '0198c0de-0000-7000-8000-000000000001',
  joined: false,
  comment: 'the red dress',
  ...changes,
});
const gone = state({ mode: 'available', splitters: [], target_splitters: 0, remaining: 0 });

const become = (username: string) => {
  const { user } = currentUserFixture({});
  act(() =>
    meStore.dispatch({ type: 'loaded', current: currentUserFixture({ user: { ...user, username } }) }),
  );
};
const dispatched: PageEvent[] = [];
function Drawn({ part, viewer = {} }: { readonly part: SplitPart; readonly viewer?: object }) {
  const given = roomFixture();
  const room = { ...given, viewer: { ...given.viewer, ...viewer } };
  const dispatch = (event: PageEvent) => void dispatched.push(event);
  const tools = { place: 'room', dispatch, client: undefined } as const;
  return <SplitSection part={part} room={room} now={undefined as never} me={useMe()} tools={tools} />;
}
const draw = (changes: Partial<TipSplitState> = {}, viewer = {}) => {
  const part = startSplit({ ...roomFixture(), tipSplit: state(changes) });
  renderPage(<Drawn part={part} viewer={viewer} />);
  return part;
};
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);
const path = `/chat/${roomFixture().user.username}/tip_split`;

afterEach(() => {
  act(() => closeModal());
  cleanup();
  dispatched.length = 0;
  vi.unstubAllGlobals();
});

test('shows the own part, seats left and time, and offers each what they may do', () => {
  become('bert');
  draw();
  const section = within(screen.getByRole('region', { name: 'Tip split' }));
  expect(section.getByText('the red dress')).toBeTruthy();
  expect(section.getByRole('timer', { name: 'Time left' }).textContent).toMatch(/^1:[23]\d$/u);
  expect(section.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('33');
  expect(section.getByRole('status').textContent).toBe('2 seats left. Nobody pays until everyone is in.');
  expect(buttons()).toEqual(['Join for 25 tokens']);
  cleanup();
  become('anna');
  draw();
  expect(buttons()).toEqual(['Cancel it']);
  cleanup();
  become('bert');
  draw({ splitters: ['anna', 'bert'].map((username) => ({ username, paid: false })), remaining: 1 });
  expect(buttons()).toEqual(['Withdraw mine']);
  cleanup();
  draw({}, { can_moderate: true });
  expect(buttons()).toEqual(['Join for 25 tokens', 'Cancel it']);
});

test('the performer reads the sum so far, and cannot join', () => {
  become('model');
  draw({}, { is_owner: true, can_moderate: true });
  expect(screen.getByRole('status').textContent).toBe(
    '2 seats left. 25 tokens so far, yours when everyone is in.',
  );
  expect(buttons()).toEqual(['Cancel it']);
});

test('joining sends the share that is shown and tells the balance', async () => {
  const sent = stubServer({ [`POST ${path}/join`]: { status: 1, tipSplit: state(), tokens: 75 } });
  become('bert');
  draw();
  fireEvent.click(screen.getByRole('button', { name: /^Join for/u }));
  await waitFor(() => expect(sent[0]?.body).toEqual({ split_amount: 25 }));
  expect(sent[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/u);
  await waitFor(() => {
    const me = meStore.get();
    expect(me.kind === 'member' && balanceOf(me.current)).toBe(75);
  });
});

test('a split that is gone is read anew and drawn as it is', async () => {
  stubServer({ [`POST ${path}/join`]: refusal(410, 'tipping.split_gone', {}), [`GET ${path}`]: gone });
  become('bert');
  const { seq } = draw();
  fireEvent.click(screen.getByRole('button', { name: /^Join for/u }));
  await waitFor(() =>
    expect(dispatched).toEqual([{ name: 'page.tip-split-read', payload: { state: gone, seq } }]),
  );
});

test('too few tokens open the purchase, and a guest is asked to join the site', async () => {
  stubServer({
    [`POST ${path}/join`]: refusal(402, 'ledger.not_enough_tokens', {
      errorType: 'not_enough_tokens',
      params: { missing_tokens: 5 },
    }),
  });
  become('bert');
  draw();
  fireEvent.click(screen.getByRole('button', { name: /^Join for/u }));
  await waitFor(() =>
    expect(modalStore.get()).toEqual({ key: 'tokens', props: { missingTokens: 5, missingFor: 'split' } }),
  );
  cleanup();
  become('guest_ab12cd34');
  draw();
  fireEvent.click(screen.getByRole('button', { name: /^Join for/u }));
  expect(modalStore.get()).toEqual({ key: 'signup', props: { reason: 'tip' } });
});

test('an end says what became of it and offers nothing', () => {
  become('bert');
  draw({ mode: 'canceled', splitters: [], remaining: 3 });
  expect(screen.getByRole('status').textContent).toBe('Everyone got their tokens back.');
  expect(buttons()).toEqual([]);
  cleanup();
  draw({ mode: 'success', remaining: 0 });
  expect(screen.getByRole('status').textContent).toBe('75 tokens together.');
  expect(buttons()).toEqual([]);
});
