import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { currentUserFixture } from '#app/shared/me/me.fixture.ts';
import { meStore } from '#app/shared/me/me-store.ts';
import { modalStore } from '#app/shared/modal/modal-store.ts';
import { type PageRealtime, setPageRealtime } from '#app/shared/realtime/page-realtime.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { stubServer } from '#app/shared/testing/stub-server.ts';
import DailyLimitVerifyModal from '../limits/daily-limit-verify-modal.tsx';
import PaymentDeclinedModal from './payment-declined-modal.tsx';
import PaymentFailedModal from './payment-failed-modal.tsx';
import { productFixture, productsFixture } from '../purchase/products.fixture.ts';
import { usePaymentNews, useTokenFormAddress } from '../payment/use-payment-news.ts';

const become = (user: { identity_confirmed?: 0 | 1 } = {}) =>
  act(() => meStore.dispatch({ type: 'loaded', current: currentUserFixture({ tokens: 50, user }) }));
const ways = () =>
  [...document.querySelectorAll('.result-ways button b')].map(({ textContent }) => textContent);
const close = () => undefined;

beforeEach(() => become());

test('after a decline nothing was charged, and the same at another biller, another card and less are offered (BILLING-064) (BILLING-065) (BILLING-066)', async () => {
  const sent = stubServer({});
  renderPage(
    <PaymentDeclinedModal
      message="Insufficient funds"
      shouldVerify={false}
      alternates={[{ biller: 'epoch', internal_id: 'tokens_200' }]}
      internalId="tokens_200"
      onClose={close}
    />,
  );
  const told = screen.getByRole('dialog', { name: 'Your bank said no' }).textContent;
  expect(told).toContain("Something went wrong. We couldn't process your credit card.");
  expect(told).toContain('Nothing was charged. Your balance is still 50');
  expect(told).toContain('Insufficient funds');
  expect(ways()).toEqual(['Try an alternate biller', 'Try a different card', 'Adjust purchase amount']);
  fireEvent.click(screen.getByRole('button', { name: /^Try a different card/u }));
  expect(modalStore.get()).toEqual({ key: 'tokens', props: { isRetry: true, startWith: 'other-card' } });
  fireEvent.click(screen.getByRole('button', { name: /^Adjust purchase amount/u }));
  expect(modalStore.get()).toEqual({
    key: 'tokens',
    props: { isRetry: true, startWith: { lessThan: 'tokens_200' } },
  });
  expect(sent).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: /^Try an alternate biller.*Epoch/u }));
  // That biller's page is asked for, which charges nothing.
  await waitFor(() =>
    expect(sent.map(({ call }) => call)).toEqual(['GET /billing/purchase/epoch/tokens_200']),
  );
});

test('the other billers are asked for where none was named, and to be verified comes first for who is not (BILLING-063)', async () => {
  stubServer({
    'POST /billing/products': productsFixture({
      products: { credit: [productFixture({ biller: 'ccbill' })], paypal: [], others: [] },
      productLinkRocketgate: 'billing/purchase/rocketgate/tokens_200',
    }),
  });
  const { unmount } = renderPage(<PaymentDeclinedModal shouldVerify onClose={close} />);
  await screen.findByRole('button', { name: /^Try an alternate biller.*RocketGate/u });
  expect(ways()[0]).toBe('Get verified');
  unmount();
  become({ identity_confirmed: 1 });
  renderPage(<PaymentDeclinedModal shouldVerify onClose={close} />);
  await screen.findByRole('button', { name: /^Try an alternate biller/u });
  expect(ways()).not.toContain('Get verified');
});

test('after a payment that failed nothing was charged, and the same again, another card, less and what is no card are offered', async () => {
  const order_id = '01a226ca-bf7b-7000-b146-590c3a245bc8';
  stubServer({
    [`GET /billing/order/${order_id}`]: { order_id, state: 'declined', internal_id: 'tokens_200' },
    'POST /billing/products': productsFixture({
      products: {
        credit: [productFixture()],
        paypal: [productFixture({ biller: 'paypal' })],
        others: [
          productFixture({ biller: 'cashtocode' }),
          productFixture({ biller: 'rocketfuel' }),
          productFixture({ biller: 'paygarden' }),
        ],
      },
    }),
  });
  renderPage(<PaymentFailedModal message="" code="EXPIRED" orderId={order_id} onClose={close} />);
  await screen.findByRole('button', { name: /^PayPal/u });
  const told = screen.getByRole('dialog', { name: 'Payment failed' }).textContent;
  expect(told).toContain('Your card has expired');
  expect(told).toContain('Nothing was charged. Your balance is still 50');
  expect(ways()).toEqual([
    'Try again',
    'Try a different card',
    'Adjust purchase amount',
    'PayPal',
    'Cash voucher, CashtoCode',
  ]);
  const leadsTo = (name: RegExp) => {
    fireEvent.click(screen.getByRole('button', { name }));
    return modalStore.get();
  };
  const props = { isRetry: true, internalId: 'tokens_200' };
  await waitFor(() => expect(leadsTo(/^Try again/u)).toEqual({ key: 'tokens', props }));
  expect(leadsTo(/^Cash voucher/u)?.props).toEqual({ ...props, biller: 'cashtocode' });
  expect(leadsTo(/^Try a different card/u)?.props).toEqual({ ...props, startWith: 'other-card' });
  expect(leadsTo(/^Adjust/u)?.props).toEqual({ isRetry: true, startWith: { lessThan: 'tokens_200' } });
});

test('the limit of a day says how much was bought and of how much, and leads to being verified, or to support', async () => {
  stubServer({
    'GET /payment/daily-limit': { purchase_used_cents: 15_000, purchase_limit_cents: 20_000 },
  });
  const { unmount } = renderPage(<DailyLimitVerifyModal onClose={close} />);
  await screen.findByText('$150.00 of $200.00');
  expect(screen.getByText(/Verified accounts can buy up to \$500\.00 a day\./u)).toBeTruthy();
  expect(screen.getByText(/^Nothing was charged/u)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Get verified' })).toBeTruthy();
  unmount();
  become({ identity_confirmed: 1 });
  renderPage(<DailyLimitVerifyModal onClose={close} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Ask support to raise it' }));
  expect(modalStore.get()).toEqual({ key: 'contact-support', props: { topic: 'other' } });
});

function News() {
  usePaymentNews();
  return null;
}

test('a card on file that Epoch declines is told to the pages that have not charged it, with the ways on (BILLING-025)', async () => {
  const heard = new Map<string, (told: object) => void>();
  const lobby = {
    on: (name: string, hear: (told: object) => void) => {
      heard.set(name, hear);
      return () => void heard.delete(name);
    },
  };
  setPageRealtime({ lobby } as unknown as PageRealtime);
  const { unmount } = renderPage(<News />);
  act(() => heard.get('v3.epoch_oneclick_error')!({ order_id: 'o1', error: 'The card has expired' }));
  await waitFor(() =>
    expect(modalStore.get()).toEqual({
      key: 'payment-declined',
      props: { shouldVerify: false, message: 'The card has expired', orderId: 'o1' },
    }),
  );
  act(() => heard.get('v3.epoch_oneclick_error')!({ order_id: 'o2' }));
  await waitFor(() =>
    expect(modalStore.get()?.props).toMatchObject({
      message: 'Error purchasing product, if this persists, please contact support.',
    }),
  );
  unmount();
  expect(heard.size).toBe(0);
});

function Address() {
  useTokenFormAddress();
  return null;
}

test('token_form opens the purchase on any page, and another value opens nothing', async () => {
  const { router, unmount } = renderPage(<Address />, '/legal/terms?token_form=1&p=2');
  await waitFor(() => expect(router.state.location.search).toBe('?p=2&modal=tokens'));
  expect(router.state.location.pathname).toBe('/legal/terms');
  unmount();
  const other = renderPage(<Address />, '/faq?token_form=0');
  expect(other.router.state.location.search).toBe('?token_form=0');
});
