import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentUserFixture } from '#app/shared/me/me.fixture.ts';
import { meStore } from '#app/shared/me/me-store.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { refusal, stubServer } from '#app/shared/testing/stub-server.ts';
import PaymentSuccessModal from './payment-success-modal.tsx';

const order = {
  order_id: '01a2b3c4-0000-7000-8000-123456789abc',
  state: 'succeeded',
  amount: 1_000,
  currency: 'USD',
  tokens_added: 100,
  decline_code: null,
};
const open = (companies: unknown) => {
  act(() => meStore.dispatch({ type: 'loaded', current: currentUserFixture({ tokens: 5_100 }) }));
  stubServer({
    'GET /billing/order/01a2b3c4-0000-7000-8000-123456789abc': order,
    'GET /billing/fling_live_site': companies,
    'GET /user/current': currentUserFixture({ tokens: 5_100 }),
  });
  renderPage(<PaymentSuccessModal orderId={order.order_id} tokensAdded={100} onClose={() => undefined} />);
};

test('after a purchase it says what was paid and under which name it stands on the statement', async () => {
  open({ status: 1, companies: [], descriptor: 'KLG SERVICES' });
  expect(await screen.findByText('KLG SERVICES')).toBeTruthy();
  expect(screen.getByText('Statement text')).toBeTruthy();
  expect(screen.getByText('$10.00')).toBeTruthy();
  expect(screen.getByText('123456789abc')).toBeTruthy();
});

test('where nobody says the name, what was paid is told without it', async () => {
  open(refusal(500, 'common.internal', { message: 'Something broke' }));
  expect(await screen.findByText('$10.00')).toBeTruthy();
  expect(screen.queryByText('Statement text')).toBeNull();
});
