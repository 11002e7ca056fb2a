import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { stubServer } from '../testing/stub-server.ts';
import { ConfirmPassword } from './confirm-password.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('confirming does not send the form that asked for it', async () => {
  const sent = stubServer({ 'POST /auth/sudo': { status: 1 } });
  const onSubmit = vi.fn();
  renderPage(
    <form onSubmit={onSubmit}>
      <ConfirmPassword onConfirmed={() => undefined} onClose={() => undefined} />
    </form>,
  );
  const field = screen.getByLabelText('Password');
  fireEvent.change(field, { target: { value: 'secret' } });
  await act(async () => fireEvent.submit(field.closest('form')!));
  expect(sent.at(-1)?.body).toEqual({ password: 'secret' });
  expect(onSubmit).not.toHaveBeenCalled();
});
