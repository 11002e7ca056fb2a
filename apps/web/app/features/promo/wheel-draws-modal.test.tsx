import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { stubServer } from '../../shared/testing/stub-server.ts';
import WheelDrawsModal from './wheel-draws-modal.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const draw = (id: string, tokens: number) => ({
  id,
  tokens,
  at: '2026-11-29T10:00:00.000Z',
  state: 'credited',
  commit: 'c0',
  instance: 'promo',
  n: 1,
  client_seed: 'abc',
  seed: null,
  slot: 0,
  prizes: [tokens],
  weights: [1],
});

test('spins further back than the first page are read by a press', async () => {
  const replies: Record<string, unknown> = {
    'GET /promo-wheel/draws': { items: [draw('b', 11)], next_cursor: 'b' },
  };
  stubServer(replies);
  renderPage(<WheelDrawsModal onClose={() => undefined} />);
  const more = await screen.findByRole('button', { name: 'Show more' });
  replies['GET /promo-wheel/draws'] = { items: [draw('a', 12)], next_cursor: null };
  fireEvent.click(more);
  expect(await screen.findByRole('button', { name: /12/u, pressed: false })).toBeTruthy();
  expect(screen.getByRole('button', { name: /11/u, pressed: true })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});
