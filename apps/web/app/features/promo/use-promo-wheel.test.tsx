import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { closeModal, modalStore } from '../../shared/modal/modal-store.ts';
import { type PageRealtime, setPageRealtime } from '../../shared/realtime/page-realtime.ts';
import { stubServer } from '../../shared/testing/stub-server.ts';
import { useSpins } from './spins-store.ts';
import { usePromoWheel } from './use-promo-wheel.ts';
import WheelKey from './wheel-key.tsx';

/** What a press on the header's key is called. */
const KEY = 'You have a wheel spin';

afterEach(() => {
  cleanup();
  closeModal();
  vi.unstubAllGlobals();
});

function Layout() {
  usePromoWheel();
  return (
    <>
      {useSpins() > 0 && <WheelKey />}
      <Outlet />
    </>
  );
}

/** A site with a wheel, at one of its pages. @returns the way to others, and to tell how many spins there are */
async function visit(at: '/' | '/room') {
  stubServer({ 'GET /promo-wheel/spins': { spins: 0, prizes: [], lock: null } });
  let hear = (_told: { count: number }) => {};
  const lobby = {
    on: (name: string, listener: typeof hear) => {
      if (name === 'v3.promo_wheel_count') hear = listener;
      return () => undefined;
    },
  };
  setPageRealtime({ lobby } as unknown as PageRealtime);
  meStore.dispatch({ type: 'loaded', current: currentUserFixture() });
  const loaderData = { root: { siteConfig: { arePromoProductsEnabled: { wheelProduct: true } } } };
  const router = createMemoryRouter(
    [
      {
        id: 'root',
        loader: () => loaderData.root,
        element: <Layout />,
        children: [
          { index: true, element: <p>home</p> },
          { path: 'room', element: <p>picture</p>, handle: { fillsWindow: true } },
        ],
      },
    ],
    { initialEntries: [at], hydrationData: { loaderData } },
  );
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  render(
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nProvider>,
  );
  await screen.findByText(at === '/' ? 'home' : 'picture');
  return {
    go: (to: string) => act(() => router.navigate(to)),
    tell: (count: number) => act(() => hear({ count })),
  };
}
const opened = () => modalStore.get()?.key;

test('the wheel opens when its count rises above zero, and not again while there are spins (PROMO-024)', async () => {
  const { tell } = await visit('/');
  expect(opened()).toBeUndefined();
  tell(1);
  expect(opened()).toBe('promo-wheel');
  act(closeModal);
  tell(2);
  expect(opened()).toBeUndefined();
  tell(0);
  expect(screen.queryByRole('button', { name: KEY })).toBeNull();
  tell(1);
  expect(opened()).toBe('promo-wheel');
});

test('over a live picture it does not open by itself: the header says it, and the next page without one opens it (PROMO-024)', async () => {
  const { go, tell } = await visit('/room');
  tell(1);
  expect(screen.getByRole('button', { name: KEY })).toBeTruthy();
  expect(opened()).toBeUndefined();
  await go('/');
  await waitFor(() => expect(opened()).toBe('promo-wheel'));
});

test('whoever has opened it over the picture is not shown it again on the next page', async () => {
  const { go, tell } = await visit('/room');
  tell(1);
  fireEvent.click(screen.getByRole('button', { name: KEY }));
  expect(opened()).toBe('promo-wheel');
  act(closeModal);
  await go('/');
  await screen.findByText('home');
  expect(opened()).toBeUndefined();
  expect(screen.getByRole('button', { name: KEY })).toBeTruthy();
});
