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

test('the first field takes the focus where it is in sight; one further down does not, since it would scroll away what is above', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const place = vi.spyOn(HTMLInputElement.prototype, 'getBoundingClientRect');
  const draw = () =>
    renderUi(
      <Dialog title="Ask for a private" onClose={() => undefined}>
        <input aria-label="A word first" />
      </Dialog>,
    );
  draw();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('A word first')));
  cleanup();
  place.mockReturnValue({ bottom: 900 } as DOMRect);
  draw();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')));
  place.mockRestore();
  vi.unstubAllGlobals();
});
