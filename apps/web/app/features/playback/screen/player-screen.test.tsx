import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import type { DisplayStatus } from './display-status.ts';
import { PlayerScreen } from './player-screen.tsx';

afterEach(cleanup);

const show = (status: DisplayStatus, isReconnecting = false) =>
  renderPage(
    <PlayerScreen
      username="marlowe"
      status={status}
      person={{ name: 'Marlowe', avatar: null, ticketTokens: 450 }}
      isReconnecting={isReconnecting}
    />,
  );

test.each([
  ['user_error', 'This room could not be loaded'],
  ['password_required', 'This room has a password'],
  ['offline', 'Marlowe is offline'],
  ['guest_overlay', 'Keep watching Marlowe'],
  ['cc_required', 'A card on file is needed'],
  ['limited', 'Marlowe is in a ticket show'],
  ['private', 'Marlowe is in a private show'],
  ['standby', 'Marlowe is on standby'],
] as const)('%s says so over the picture (LIVE-VIDEO-030)', (status, words) => {
  show(status);
  expect(screen.getByRole('heading').textContent).toBe(words);
});

test('a room that loads shows that it does, and a room with a picture says nothing (LIVE-VIDEO-017, LIVE-VIDEO-026)', () => {
  show('user_loading');
  expect(screen.getByRole('status').getAttribute('aria-busy')).toBe('true');
  cleanup();
  expect(show('online').container.textContent).toBe('');
});

test('a room that was on the air reconnects, one that begins is on its way (LIVE-VIDEO-022)', () => {
  show('connected', true);
  expect(screen.getByText('Reconnecting')).toBeTruthy();
  cleanup();
  show('connected');
  expect(screen.queryByText('Reconnecting')).toBeNull();
  expect(screen.getByText('The video is loading.')).toBeTruthy();
});
