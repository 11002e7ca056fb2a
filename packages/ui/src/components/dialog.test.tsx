import { cleanup, fireEvent, screen } from '@testing-library/react';
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
