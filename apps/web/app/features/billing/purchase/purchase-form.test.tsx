import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { currentUserFixture } from '#app/shared/me/me.fixture.ts';
import { meStore } from '#app/shared/me/me-store.ts';
import { modalStore } from '#app/shared/modal/modal-store.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { stubServer } from '#app/shared/testing/stub-server.ts';
import ContactSupportModal from '../limits/contact-support-modal.tsx';
import { productFixture, productsFixture } from './products.fixture.ts';
import { PurchaseFoot } from './purchase-foot.tsx';
import { PurchaseForm } from './purchase-form.tsx';

const ORDER = '01932b5e-8c00-7000-8000-00000000000b';
const card = {
  id: '01932b5e-8c00-7000-8000-00000000000a',
  brand: 'visa',
  last4: '4242',
  biller: 'rocketgate',
  has_affidavit: false,
} as const;
const BOUGHT = { status: 1, order_id: ORDER, tokens_added: 100, tokens: 5_100 };
const small = productFixture({ internal_id: 'tokens_100', tokens: 100, amount: 1_000 });
const products = productsFixture({
  cards: [card],
  products: { credit: [productFixture(), small], paypal: [], others: [] },
});
const consent = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /I am not asked each time/u });

beforeEach(() => act(() => meStore.dispatch({ type: 'loaded', current: currentUserFixture() })));

test('the consent to buy again is ticked by nobody but its person, and asked for anew with another package', async () => {
  const charge = 'POST /billing/purchase/rocketgate/tokens_100';
  const sent = stubServer({ [charge]: BOUGHT });
  renderPage(<PurchaseForm products={products} wishes={{}} />);
  expect(consent().checked).toBe(false);
  fireEvent.click(screen.getByRole('radio', { name: /^200 tokens/u }));
  fireEvent.click(consent());
  expect(consent().checked).toBe(true);
  fireEvent.click(screen.getByRole('radio', { name: /^100 tokens/u }));
  expect(consent().checked).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: /^Pay \$10\.00 with/u }));
  await waitFor(() => expect(sent.map(({ call }) => call)).toContain(charge));
  expect(sent.find(({ call }) => call === charge)?.body).not.toHaveProperty('autoReUpsSettings');
});

test('what is agreed to goes with the charge of that package', async () => {
  const charge = 'POST /billing/purchase/rocketgate/tokens_100';
  const sent = stubServer({ [charge]: BOUGHT });
  renderPage(<PurchaseForm products={products} wishes={{}} />);
  fireEvent.click(screen.getByRole('radio', { name: /^100 tokens/u }));
  fireEvent.click(consent());
  fireEvent.click(screen.getByRole('button', { name: /^Pay \$10\.00 with/u }));
  await waitFor(() =>
    expect(sent.find(({ call }) => call === charge)?.body).toMatchObject({
      autoReUpsSettings: { internal_id: 'tokens_100', card_id: card.id, enabled: true },
    }),
  );
});

test('before paying one reads who bills and what the statement says; help is there for whom it is offered', async () => {
  const server = {
    'GET /billing/fling_live_site': {
      descriptor: 'KLG SERVICES',
      companies: [
        { name: 'CCBill', url: 'https://ccbill.example' },
        { name: 'Epoch', url: 'https://epoch.example' },
      ],
    },
    'GET /billing/show-live-help': { show: true },
  };
  stubServer(server);
  const { unmount } = renderPage(<PurchaseFoot />);
  await screen.findByText('Shows as KLG SERVICES on your statement');
  expect(screen.getByText(/^Discreetly billed by/u).textContent).toBe('Discreetly billed by CCBill, Epoch');
  expect(screen.getByRole('link', { name: 'Epoch' }).getAttribute('href')).toBe('https://epoch.example');
  fireEvent.click(await screen.findByRole('button', { name: 'Help with a payment' }));
  expect(modalStore.get()).toEqual({ key: 'contact-support', props: {} });
  unmount();
  stubServer({ ...server, 'GET /billing/show-live-help': { show: false } });
  renderPage(<PurchaseFoot />);
  await screen.findByText('Shows as KLG SERVICES on your statement');
  expect(screen.queryByRole('button', { name: 'Help with a payment' })).toBeNull();
});

test('a request for help needs words, names its order and its topic, and is answered by a number', async () => {
  const sent = stubServer({ 'POST /billing/support_request': { status: 1, number: 1_207 } });
  renderPage(<ContactSupportModal orderId={ORDER} topic="declined" onClose={() => undefined} />);
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Please tell us what it is about.');
  expect(sent).toEqual([]);
  fireEvent.change(screen.getByLabelText('What is it about?'), { target: { value: 'missing_tokens' } });
  fireEvent.change(screen.getByLabelText('Your message'), { target: { value: 'They have not come yet.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Number 1207');
  expect(sent[0]?.body).toEqual({
    topic: 'missing_tokens',
    text: 'They have not come yet.',
    order_id: ORDER,
  });
});
