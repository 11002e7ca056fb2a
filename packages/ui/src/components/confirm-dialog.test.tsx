import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderUi } from '../testing/render-ui.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

afterEach(cleanup);

const open = () => {
  const [onYes, onClose] = [vi.fn(), vi.fn()];
  renderUi(
    <ConfirmDialog title="Delete it?" yes="Delete" onYes={onYes} onClose={onClose}>
      It is gone for good.
    </ConfirmDialog>,
  );
  return { onYes, onClose, dialog: screen.getByRole('dialog', { name: 'Delete it?' }) };
};

test('only its one button says yes; the other button, the cross and Esc leave everything as it is', () => {
  const { onYes, onClose, dialog } = open();
  expect(dialog.textContent).toContain('It is gone for good.');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  fireEvent.keyDown(dialog, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledTimes(3);
  expect(onYes).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(onYes).toHaveBeenCalledTimes(1);
  expect(onClose).toHaveBeenCalledTimes(3);
});
