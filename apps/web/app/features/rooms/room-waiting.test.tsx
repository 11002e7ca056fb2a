import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { RoomWaiting } from './room-waiting.tsx';

afterEach(cleanup);

test('a room that loads shows its shape, and says whose room is on its way (CHAT-029)', () => {
  const { container } = renderPage(<RoomWaiting username="marlowe_vance" />);
  expect(screen.getByRole('status').textContent).toBe('Loading the room of marlowe_vance');
  expect(container.querySelector('.room')?.getAttribute('aria-busy')).toBe('true');
  expect(container.querySelectorAll('.skeleton').length).toBeGreaterThan(8);
});
