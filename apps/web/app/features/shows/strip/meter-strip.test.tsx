import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { idleShows } from '../idle-shows.ts';
import { currentUserFixture } from '#app/shared/me/me.fixture.ts';
import { meStore, useMe } from '#app/shared/me/me-store.ts';
import { closeModal, modalStore } from '#app/shared/modal/modal-store.ts';
import { roomFixture } from '#app/shared/room/room.fixture.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { stubServer } from '#app/shared/testing/stub-server.ts';
import { productFixture, productsFixture } from '#app/features/billing/purchase/products.fixture.ts';
import { MeterStrip } from './meter-strip.tsx';

const show = { show_id: 's1', cost_per_minute: 30, prepaid_seconds: 60, started_at: 1, username: 'anna' };

/** Tells the strip that is drawn how many seconds are left. */
let tellLeft: (seconds: number) => void = () => undefined;

function Drawn() {
  const [seconds, setSeconds] = useState(90);
  useEffect(() => {
    tellLeft = setSeconds;
  }, []);
  const room = roomFixture();
  const tick = {
    seq: 1,
    show_id: 's1',
    duration: 60,
    tokens_charged: 30,
    privatePrepaidTimeLeftSeconds: 0,
    remaining_seconds: seconds,
    metered: true,
  };
  const part = { ...idleShows(room), show, tick };
  const tools = { place: 'room', dispatch: () => undefined, client: undefined } as const;
  return (
    <MeterStrip part={part} room={room} now={undefined as never} me={useMe()} tools={tools} show={show} />
  );
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the last minute of a private opens the dialog for low tokens, once, below the meter (SHOWS-003) (SHOWS-037)', () => {
  stubServer({ 'POST /billing/products': { status: 1, products: { credit: [] } } });
  act(() => meStore.dispatch({ type: 'loaded', current: currentUserFixture({}) }));
  renderPage(<Drawn />);
  expect(screen.queryByRole('dialog')).toBeNull();
  act(() => tellLeft(59));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText('Less than a minute is left. Add tokens to stay in the private.')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Add tokens' })).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Not now' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  act(() => tellLeft(40));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('with post-pay each tick asks for what is left of it, and a minute that it does not pay opens the dialog, once (BILLING-024) (SHOWS-038)', async () => {
  const replies = {
    'POST /billing/products': { status: 1, products: { credit: [] } },
    'GET /billing/balance_check': { available: 6 },
  };
  const sent = stubServer(replies);
  const asked = () => sent.filter(({ call }) => call === 'GET /billing/balance_check').length;
  act(() => meStore.dispatch({ type: 'loaded', current: currentUserFixture({ postpay: true }) }));
  renderPage(<Drawn />);
  await vi.waitFor(() => expect(asked()).toBe(1));
  // Sixty tokens pay for two minutes, however few seconds are left of the own ones.
  act(() => tellLeft(5));
  await vi.waitFor(() => expect(asked()).toBe(2));
  expect(screen.queryByRole('dialog')).toBeNull();
  replies['GET /billing/balance_check'] = { available: 3 };
  act(() => tellLeft(4));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Not now' }));
  act(() => tellLeft(3));
  await vi.waitFor(() => expect(asked()).toBe(4));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each([
  [200, 0],
  [200, 10],
])(
  'the dialog for low tokens offers the package of %d and %d more without a membership (SHOWS-045)',
  async (tokens, bonus) => {
    const credit = [
      productFixture({ internal_id: 'small', tokens: 100 }),
      productFixture({ internal_id: 'vip', tokens: 200, membership: 'vip' }),
      productFixture({ internal_id: 'fits', tokens, bonus_tokens: bonus }),
      productFixture({ internal_id: 'large', tokens: 500 }),
    ];
    stubServer({
      'POST /billing/products': productsFixture({ products: { credit, paypal: [], others: [] } }),
    });
    act(() => meStore.dispatch({ type: 'loaded', current: currentUserFixture({}) }));
    renderPage(<Drawn />);
    act(() => tellLeft(59));
    const addKey = () => within(screen.getByRole('dialog')).getByRole('button', { name: /^Add/u });
    await vi.waitFor(() => expect(addKey().textContent).toBe(`Add ${tokens + bonus} tokens, $20.00`));
    fireEvent.click(addKey());
    expect(modalStore.get()).toMatchObject({
      key: 'tokens',
      props: { internalId: 'fits', missingFor: 'stay' },
    });
    act(closeModal);
  },
);

test('a private that begins with few tokens and a card on file may suggest automatic purchases, which open as a modal (BILLING-062)', () => {
  stubServer({});
  const off = JSON.stringify({ enabled: false, disabled_by_user: false });
  const member = (tokens: number, has_cc: boolean) => {
    const current = currentUserFixture({ tokens, has_cc });
    return { ...current, settings: { ...current.settings, auto_re_ups: off } };
  };
  act(() => meStore.dispatch({ type: 'loaded', current: member(149, false) }));
  renderPage(<Drawn />);
  expect(screen.queryByRole('button', { name: /auto re-up/u })).toBeNull();
  act(() => meStore.dispatch({ type: 'loaded', current: member(150, true) }));
  expect(screen.queryByRole('button', { name: /auto re-up/u })).toBeNull();
  act(() => meStore.dispatch({ type: 'loaded', current: member(149, true) }));
  fireEvent.click(screen.getByRole('button', { name: /auto re-up/u }));
  expect(modalStore.get()).toMatchObject({ key: 're-up-suggestion', props: { pricePerMinute: 30 } });
});
