import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { modalStore } from '#app/shared/modal/modal-store.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { ShareButton } from './share-button.tsx';

const room = { user: { username: 'marlowe', displayName: 'Marlowe' } };
const copied: string[] = [];
const shared = vi.fn<(data: ShareData) => Promise<void>>();
let clipboardFails = false;

const stub = (isTouch: boolean) => {
  vi.stubGlobal('matchMedia', () => ({ matches: isTouch }));
  vi.stubGlobal('navigator', {
    ...navigator,
    share: shared,
    clipboard: {
      writeText: (text: string) =>
        clipboardFails ? Promise.reject(new Error('refused')) : Promise.resolve(void copied.push(text)),
    },
  });
};
const press = () => {
  renderPage(<ShareButton room={room as SlotProps['room']} />, '/marlowe?utm_source=x');
  fireEvent.click(screen.getByRole('button', { name: 'Share Marlowe’s room' }));
};
const address = () => new URL('/marlowe', location.origin).href;

beforeEach(() => {
  copied.length = 0;
  clipboardFails = false;
  shared.mockReset();
});
afterEach(() => {
  cleanup();
  modalStore.dispatch({ type: 'close' });
  vi.unstubAllGlobals();
});

test('with a mouse the address without its query is copied', async () => {
  stub(false);
  press();
  await waitFor(() => expect(copied).toEqual([address()]));
  expect(shared).not.toHaveBeenCalled();
});

test('on a phone its own list of ways comes instead, and closing it copies nothing', async () => {
  stub(true);
  shared.mockRejectedValue(new DOMException('closed', 'AbortError'));
  press();
  await waitFor(() => expect(shared).toHaveBeenCalledWith({ title: 'Marlowe', url: address() }));
  expect(copied).toEqual([]);
});

test('where the list does not work the address is copied, and where that is refused it is shown', async () => {
  stub(true);
  shared.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  clipboardFails = true;
  press();
  await waitFor(() => expect(modalStore.get()).toMatchObject({ key: 'alert', props: { text: address() } }));
});
