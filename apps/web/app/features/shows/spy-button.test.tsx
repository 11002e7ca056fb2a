import { type ToastSpec, watchToasts } from '@klieg/ui';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { roomState } from '../../shared/room/room-state.ts';
import { roomFixture } from '../../shared/room/room.fixture.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { idleShows } from './idle-shows.ts';
import type { ShowTold } from './shows-part.ts';
import { SpyButton } from './spy-button.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const room = roomFixture();
const member: SlotProps['me'] = { kind: 'member', current: currentUserFixture() };

function look(
  me: SlotProps['me'],
  show: ShowTold | null,
  dispatch: SlotProps['tools']['dispatch'] = () => {},
): HTMLElement | null {
  cleanup();
  const now = { ...roomState(room), status: 'private', mode: 'public' } as const;
  const idle = idleShows(room);
  const settings = { ...idle.settings, spy: { ...idle.settings.spy, enabled: true } };
  const tools = { place: 'room' as const, dispatch, client: undefined };
  renderPage(<SpyButton part={{ ...idle, settings, show }} {...{ room, now, me, tools }} />);
  return screen.queryByRole('button', { name: /^Spy/u });
}

test('a private that is being connected offers no look into it; one that runs does, to guests at once', () => {
  expect(look(member, null)).toBeNull();
  expect(look(member, { show_id: 'one', type: 'private' })).toBeTruthy();
  expect(look(member, { show_id: 'one', type: 'exclusive' })).toBeNull();
  expect(look({ kind: 'guest' } as SlotProps['me'], null)).toBeTruthy();
});

test.each([
  ['in the reader’s language', 'shows.spy_unavailable', 'Spying is not available now.'],
  ['as the server says it', 'shows.of_a_later_server', 'Looking in is not possible'],
])(
  'a look that is refused does not begin; why is told by an error toast, %s (SHOWS-035)',
  async (_how, code, message) => {
    const toasts: ToastSpec[] = [];
    const stop = watchToasts((toast) => toasts.push(toast));
    const sent = stubServer({
      'GET /video/spy/marlowe_vance/preview-duration': { seconds: 0 },
      'POST /video/spy/marlowe_vance': refusal(409, code, { message }),
    });
    const dispatch = vi.fn();
    fireEvent.click(look(member, { show_id: 'one', type: 'private' }, dispatch)!);
    await vi.waitFor(() => expect(toasts).toEqual([{ content: message, appearance: 'error' }]));
    stop();
    expect(sent.map(({ call }) => call)).toContain('POST /video/spy/marlowe_vance');
    expect(dispatch).not.toHaveBeenCalled();
  },
);
