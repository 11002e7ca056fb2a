import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderUi } from '../testing/render-ui.tsx';
import { Dialog } from './dialog.tsx';

afterEach(cleanup);

test('Esc and the cross close a dialog, which has a name', () => {
  const onClose = vi.fn();
  renderUi(
    <Dialog title="End the private?" onClose={onClose}>
      <p>18 prepaid seconds return.</p>
    </Dialog>,
  );
  expect(screen.getByRole('dialog', { name: 'End the private?' })).toBeTruthy();
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledTimes(2);
});

function Opener() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Read it
      </button>
      {isOpen && (
        <Dialog title="Terms" onClose={() => setOpen(false)}>
          <p>Words</p>
        </Dialog>
      )}
    </>
  );
}

test('focus goes into a dialog and back to where it came from', async () => {
  renderUi(<Opener />);
  const opener = screen.getByRole('button', { name: 'Read it' });
  opener.focus();
  fireEvent.click(opener);
  const dialog = screen.getByRole('dialog', { name: 'Terms' });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(opener));
});
