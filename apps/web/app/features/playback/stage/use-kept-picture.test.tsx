import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { DisplayStatus } from '../screen/display-status.ts';
import { useKeptPicture } from './use-kept-picture.ts';

function Probe({ status }: { readonly status: DisplayStatus }) {
  return <p>{useKeptPicture(status) ? 'kept' : 'none'}</p>;
}

afterEach(cleanup);

const after = (...statuses: DisplayStatus[]): string => {
  const { rerender } = render(<Probe status={statuses[0]!} />);
  for (const status of statuses.slice(1)) rerender(<Probe status={status} />);
  const text = screen.getByText(/kept|none/).textContent;
  cleanup();
  return text;
};

test('the last picture stays while a room that was on the air waits for its model', () => {
  expect(after('online', 'connected')).toBe('kept');
  expect(after('guest_overlay', 'connected')).toBe('kept');
});

test('there is none to keep before the room was on the air, after a private, or once it goes on', () => {
  expect(after('connected')).toBe('none');
  expect(after('offline', 'connected')).toBe('none');
  expect(after('online', 'private', 'connected')).toBe('none');
  expect(after('online', 'connected', 'online')).toBe('none');
});
