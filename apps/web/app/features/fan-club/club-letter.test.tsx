import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type PageRealtime, setPageRealtime } from '#app/shared/realtime/page-realtime.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { ClubLetter } from './club-letter.tsx';

type Hear = (told: object) => void;

test('a message to the members of a club stands on the page with the way to it; an older one that comes again does not take its place (FANCLUB-012)', () => {
  const heard = new Map<string, Hear>();
  const lobby = {
    on: (name: string, hear: Hear) => {
      heard.set(name, hear);
      return () => void heard.delete(name);
    },
  };
  setPageRealtime({ lobby } as unknown as PageRealtime);
  const { unmount } = renderPage(<ClubLetter />);
  const tell = (from: string, message: string, at: number) =>
    act(() =>
      heard.get('v3.fans.direct_message')!({
        id: `m${at}`,
        from,
        username: from,
        message,
        at,
        is_mass: true,
      }),
    );
  expect(screen.queryByRole('link')).toBeNull();
  tell('ada', 'On air at nine', 2_000);
  expect(screen.getByText('ada wrote to the members')).toBeTruthy();
  expect(screen.getByText('On air at nine')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open the message' }).getAttribute('href')).toBe('/inbox?with=ada');
  tell('bea', 'See you', 1_000);
  expect(screen.queryByText('See you')).toBeNull();
  tell('bea', 'Soon', 3_000);
  expect(screen.getByText('bea wrote to the members')).toBeTruthy();
  unmount();
  expect(heard.size).toBe(0);
});
