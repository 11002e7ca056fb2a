import { act, waitFor } from '@testing-library/react';
import { watchToasts } from '@klieg/ui';
import { afterEach, expect, test, vi } from 'vitest';
import { modalStore } from '../../shared/modal/modal-store.ts';
import { type PageRealtime, setPageRealtime } from '../../shared/realtime/page-realtime.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { useReUpNews } from './use-re-up-news.ts';

function News() {
  useReUpNews();
  return null;
}
let stop: () => void;
afterEach(() => stop());

test('what came of an automatic purchase is told on any page: tokens, a failure, a limit, an end, or what it asks for', async () => {
  let hear: (told: object) => void = () => undefined;
  const lobby = {
    on: (_name: string, heard: typeof hear) => {
      hear = heard;
      return () => (hear = () => undefined);
    },
  };
  setPageRealtime({ lobby } as unknown as PageRealtime);
  const seen = vi.fn();
  stop = watchToasts(seen);
  renderPage(<News />);
  const says = async (told: object, appearance: string, content: string) => {
    seen.mockClear();
    act(() => hear(told));
    await waitFor(() => expect(seen).toHaveBeenCalledTimes(1));
    expect(seen.mock.calls[0]![0]).toMatchObject({ appearance, content });
  };
  await says(
    { status: 1, tokens: 1_200 },
    'success',
    'Auto re-up successful! 1,200 tokens added to your balance',
  );
  await says({ status: 0, errorType: 'declined' }, 'error', 'Auto re-up failed');
  await says(
    { status: 0, errorType: 'limit_reached' },
    'info',
    'Auto re-up has reached the limit that you set.',
  );
  await says(
    { status: 0, errorType: 'disabled' },
    'warning',
    'Auto re-up is off: your card was declined twice.',
  );
  act(() => hear({ status: 0, errorType: 'verification_required' }));
  expect(modalStore.get()).toEqual({ key: 'payment-declined', props: { shouldVerify: true } });
  act(() => hear({ status: 0, errorType: 'contact_support', order_id: 'o1' }));
  expect(modalStore.get()).toEqual({
    key: 'contact-support',
    props: { topic: 'declined', orderId: 'o1' },
  });
});
