import type { Room } from '@klieg/contract';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { meStore, useMe } from '#app/shared/me/me-store.ts';
import { currentUserFixture } from '#app/shared/me/me.fixture.ts';
import { makeModuleSet } from '#app/shared/room-module/module-set.tsx';
import { defineRoomModule } from '#app/shared/room-module/room-module.ts';
import { roomFixture } from '#app/shared/room/room.fixture.ts';
import { reduceRoom, roomState } from '#app/shared/room/room-state.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { chatModule } from '../room-module.tsx';

afterEach(() => {
  cleanup();
  // The store outlives this file: whoever comes after is nobody in particular.
  const current = currentUserFixture();
  meStore.dispatch({
    type: 'loaded',
    current: { ...current, user: { ...current.user, username: 'guest_a' } },
  });
});

const set = makeModuleSet({
  room: defineRoomModule({ key: 'room', start: roomState, reduce: reduceRoom }),
  chat: chatModule,
});

interface Case {
  readonly confirmed: 0 | 1;
  readonly tokens: number;
  readonly rules: Partial<Room['userSetting']>;
}

/** What the foot of a closed chat says to a member: the notice, and the field's own words. */
async function sayTo({ confirmed, tokens, rules }: Case) {
  const base = roomFixture();
  const room: Room = {
    ...base,
    userSetting: { ...base.userSetting, ...rules },
    chat: { ...base.chat, can_write: { ok: false, reason: 'not_allowed' } },
  };
  const parts = set.start(room);
  const tools = { place: 'room' as const, dispatch: vi.fn(), client: undefined };
  function Foot() {
    return set.draw('side.foot', { parts, room, now: parts.room, me: useMe(), tools });
  }
  const current = currentUserFixture();
  meStore.dispatch({
    type: 'loaded',
    current: { ...current, tokens, user: { ...current.user, email_confirmed: confirmed } },
  });
  renderPage(<Foot />);
  await act(() => vi.dynamicImportSettled());
  return [
    screen.queryByRole('button', { name: 'Not there?' }) !== null,
    screen.getByLabelText('Message').getAttribute('placeholder'),
  ];
}

const asks = [true, 'Confirm your email to write'];
const wantsTokens = [false, 'Only viewers with tokens can write in this room'];

test.each<[string, Case, unknown[]]>([
  [
    'an unconfirmed address in an open room',
    { confirmed: 0, tokens: 0, rules: { chat_allowed: 'all' } },
    asks,
  ],
  [
    'a room that asks for tokens',
    { confirmed: 0, tokens: 0, rules: { chat_allowed: 'tokens' } },
    wantsTokens,
  ],
  ['a confirmed address', { confirmed: 1, tokens: 0, rules: { chat_allowed: 'tokens' } }, wantsTokens],
  [
    'a room for followers',
    { confirmed: 0, tokens: 0, rules: { chat_allowed: 'all', followers_only: true } },
    [false, 'Only followers can write in this room'],
  ],
])('the confirmation is asked for only where it opens the field: %s', async (_name, given, expected) => {
  expect(await sayTo(given)).toEqual(expected);
});
