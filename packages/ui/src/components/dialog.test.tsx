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

/** A page on which a first dialog opens by itself, or by a button that goes with what is done in it. */
function Page({ hasButton }: { readonly hasButton: boolean }) {
  const [open, setOpen] = useState<'first' | 'second' | undefined>(hasButton ? undefined : 'first');
  const [isBought, setBought] = useState(false);
  return (
    <main>
      <h1>The video</h1>
      {hasButton && !isBought && (
        <button type="button" onClick={() => setOpen('first')}>
          Buy
        </button>
      )}
      <button type="button" onClick={() => setBought(true)}>
        The answer comes
      </button>
      {open && (
        <Dialog key={open} title={open} onClose={() => setOpen(undefined)}>
          <button type="button" onClick={() => setOpen('second')}>
            Go on
          </button>
        </Dialog>
      )}
    </main>
  );
}
const heading = () => screen.getByRole('heading', { name: 'The video' });
const close = () => fireEvent.click(screen.getByRole('button', { name: 'Close' }));

test('the focus goes to the heading of the page where nothing was pressed for the dialog', async () => {
  renderUi(<Page hasButton={false} />);
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true));
  close();
  await waitFor(() => expect(document.activeElement).toBe(heading()));
});

test('a dialog that takes the place of another gives the focus back to the first opener, and to the heading when that goes', async () => {
  renderUi(<Page hasButton />);
  const opener = screen.getByRole('button', { name: 'Buy' });
  opener.focus();
  fireEvent.click(opener);
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true));
  fireEvent.click(screen.getByRole('button', { name: 'Go on' }));
  const second = await screen.findByRole('dialog', { name: 'second' });
  await waitFor(() => expect(second.contains(document.activeElement)).toBe(true));
  close();
  await waitFor(() => expect(document.activeElement).toBe(opener));
  fireEvent.click(screen.getByRole('button', { name: 'The answer comes', hidden: true }));
  await waitFor(() => expect(document.activeElement).toBe(heading()));
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
