import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { roomState } from '../../shared/room/room-state.ts';
import { roomFixture } from '../../shared/room/room.fixture.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { idleShows } from './idle-shows.ts';
import type { ShowTold } from './shows-part.ts';
import { SpyButton } from './spy-button.tsx';

afterEach(cleanup);

const room = roomFixture();
const member: SlotProps['me'] = { kind: 'member', current: currentUserFixture() };

function look(me: SlotProps['me'], show: ShowTold | null): HTMLElement | null {
  cleanup();
  const now = { ...roomState(room), status: 'private', mode: 'public' } as const;
  const idle = idleShows(room);
  const settings = { ...idle.settings, spy: { ...idle.settings.spy, enabled: true } };
  const tools = { place: 'room' as const, dispatch: () => {}, client: undefined };
  renderPage(<SpyButton part={{ ...idle, settings, show }} {...{ room, now, me, tools }} />);
  return screen.queryByRole('button', { name: /^Spy/u });
}

test('a private that is being connected offers no look into it; one that runs does, to guests at once', () => {
  expect(look(member, null)).toBeNull();
  expect(look(member, { show_id: 'one', type: 'private' })).toBeTruthy();
  expect(look(member, { show_id: 'one', type: 'exclusive' })).toBeNull();
  expect(look({ kind: 'guest' } as SlotProps['me'], null)).toBeTruthy();
});
