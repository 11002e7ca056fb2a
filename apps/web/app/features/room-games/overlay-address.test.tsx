import { closeAllToasts, watchToasts } from '@klieg/ui';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { OverlayAddress } from './overlay-address.tsx';

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const toasts = vi.fn();
let stop: () => void;
let written: string[];

const allowClipboard = (isAllowed: boolean) =>
  vi.stubGlobal('navigator', {
    clipboard: {
      writeText: async (text: string) => {
        if (!isAllowed) throw new DOMException('not allowed', 'NotAllowedError');
        written.push(text);
      },
    },
  });

beforeEach(() => {
  written = [];
  toasts.mockClear();
  stop = watchToasts(toasts);
  allowClipboard(true);
});

afterEach(() => {
  stop();
  act(() => closeAllToasts());
  cleanup();
  vi.unstubAllGlobals();
});

test('the address is copied with a word that it was, and with the sound where that is wished', async () => {
  const sent = stubServer({ 'POST /goal_overlay': { status: 1, key: '15-abc' } });
  renderPage(<OverlayAddress />);
  press('Copy address');
  await waitFor(() => expect(written).toEqual([`${location.origin}/overlay/goal?key=15-abc`]));
  await waitFor(() =>
    expect(toasts).toHaveBeenCalledWith(expect.objectContaining({ content: 'Address copied' })),
  );
  fireEvent.click(screen.getByLabelText('With sound'));
  press('Copy address');
  await waitFor(() => expect(written[1]).toBe(`${location.origin}/overlay/goal?key=15-abc&sound=1`));
  expect(sent.map(({ body }) => body)).toEqual([{ renew: false }, { renew: false }]);
});

test('a new address is made only after a question', async () => {
  const sent = stubServer({ 'POST /goal_overlay': { status: 1, key: '15-def' } });
  renderPage(<OverlayAddress />);
  press('New address');
  press('Keep the old one');
  expect(sent).toEqual([]);
  press('New address');
  press('Create a new one');
  await waitFor(() => expect(written).toEqual([`${location.origin}/overlay/goal?key=15-def`]));
  expect(sent.map(({ body }) => body)).toEqual([{ renew: true }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an address that the browser does not copy is shown instead', async () => {
  allowClipboard(false);
  stubServer({ 'POST /goal_overlay': { status: 1, key: '15-abc' } });
  renderPage(<OverlayAddress />);
  press('Copy address');
  await waitFor(() =>
    expect(screen.getByLabelText('Address')).toHaveProperty('value', expect.stringContaining('?key=15-abc')),
  );
  expect(toasts).not.toHaveBeenCalled();
});

test('a refusal is told, and the old address is not said to have ended', async () => {
  stubServer({ 'POST /goal_overlay': refusal(503, 'common.unavailable') });
  renderPage(<OverlayAddress />);
  press('New address');
  press('Create a new one');
  await waitFor(() => expect(toasts).toHaveBeenCalledWith(expect.objectContaining({ appearance: 'error' })));
  expect(written).toEqual([]);
});
