import type { Room } from '@klieg/contract';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setCsrf } from '#app/shared/api/csrf.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { refusal, stubServer } from '#app/shared/testing/stub-server.ts';
import { PasswordForm } from './password-screen.tsx';

beforeEach(() => setCsrf('b1f'));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const room = (hasPassed: boolean) => ({ viewer: { cam_password_ok: hasPassed } }) as unknown as Room;

function setup(replies: Parameters<typeof stubServer>[0]) {
  const sent = stubServer(replies);
  const onPassed = vi.fn();
  renderPage(<PasswordForm username="marlowe" onPassed={onPassed} />);
  const enter = (password: string) => {
    fireEvent.change(screen.getByLabelText('Room password'), { target: { value: password } });
    fireEvent.click(screen.getByRole('button', { name: 'Enter' }));
  };
  return { sent, onPassed, enter };
}

test('a wrong password is told at its field, and the room stays closed (LIVE-VIDEO-018)', async () => {
  const { onPassed, enter } = setup({
    'GET /chat/react/marlowe': room(false),
    'POST /chat/marlowe/password': refusal(403, 'rooms.password_wrong'),
  });
  enter('guess');
  expect(await screen.findByText('Wrong password')).toBeTruthy();
  expect(screen.getByLabelText('Room password').getAttribute('aria-invalid')).toBe('true');
  expect(onPassed).not.toHaveBeenCalled();
});

test('the right password opens the room as it is for who has passed (LIVE-VIDEO-018)', async () => {
  const replies: Record<string, unknown> = {
    'GET /chat/react/marlowe': room(false),
    'POST /chat/marlowe/password': { granted_until: '2026-11-20T12:00:00.000Z' },
  };
  const { sent, onPassed, enter } = setup(replies);
  await waitFor(() => expect(sent).toHaveLength(1));
  replies['GET /chat/react/marlowe'] = room(true);
  enter('lantern');
  await waitFor(() => expect(onPassed).toHaveBeenCalledWith(room(true)));
  expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ password: 'lantern' });
});

test('who waits comes in when the model takes the password away, and is asked nothing more (LIVE-VIDEO-018)', async () => {
  vi.useFakeTimers();
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const replies: Record<string, unknown> = { 'GET /chat/react/marlowe': room(false) };
  const { sent, onPassed } = setup(replies);
  await pass(4_000);
  expect(sent).toHaveLength(2);
  expect(onPassed).not.toHaveBeenCalled();
  replies['GET /chat/react/marlowe'] = room(true);
  await pass(4_000);
  expect(onPassed).toHaveBeenCalledTimes(1);
  cleanup();
  await pass(60_000);
  expect(sent).toHaveLength(3);
});

test('who has passed before is let in without being asked', async () => {
  const { onPassed } = setup({ 'GET /chat/react/marlowe': room(true) });
  await waitFor(() => expect(onPassed).toHaveBeenCalledTimes(1));
});
