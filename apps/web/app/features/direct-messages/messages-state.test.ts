import { describe, expect, test } from 'vitest';
import type { Answer } from '../../shared/api/answers.ts';
import { wireEvent } from '../../shared/realtime/wire-event.ts';
import {
  type MessagesEvent,
  type MessagesState,
  noMessages,
  reduceMessages,
  sortedRooms,
  unreadTotal,
} from './messages-state.ts';
import { noTalk, TALK_MAX } from './talk-state.ts';

type Given = MessagesEvent | readonly [string, Record<string, unknown>];
const after = (state: MessagesState, ...events: Given[]): MessagesState =>
  events.reduce<MessagesState>(
    (now, event) => reduceMessages(now, 'name' in event ? event : wireEvent(event[0], event[1])),
    state,
  );
const message = (n: number, more: Record<string, unknown> = {}): Given => [
  'v3.pm.message',
  {
    id: `id-${String(n).padStart(4, '0')}`,
    username: 'ben',
    from: 'ben',
    message: `line ${n}`,
    at: n,
    ...more,
  },
];
const item = (n: number, from = 'ben', more = {}) => ({
  id: `id-${String(n).padStart(4, '0')}`,
  from,
  to: 'x',
  text: `line ${n}`,
  image_url: null,
  at: new Date(n).toISOString(),
  read_at: null,
  tip: null,
  deleted: false,
  client_id: null,
  ...more,
});
const talk = (
  items: ReturnType<typeof item>[],
  cursor: string | null = null,
  isOlder = false,
): MessagesEvent => ({
  name: 'page.talk',
  payload: {
    username: 'ben',
    isOlder,
    page: {
      items: items.toReversed(),
      next_cursor: cursor,
      can_write: { ok: true, reason: null },
      notes: '',
    } as Answer<'readConversation'>,
  },
});
const idsOf = (state: MessagesState) => state.talks['ben']?.messages.map(({ at }) => at);

describe('a conversation on the page', () => {
  test('appears and becomes unread, and is read on every page (PM-FRIENDS-006) (PM-FRIENDS-007) (PM-FRIENDS-010)', () => {
    const came = after(noMessages, message(1), [
      'v3.pm.new',
      { seq: 5, username: 'ben', unread: 1, display_name: 'Ben', at: 1 },
    ]);
    expect(came.rooms['ben']).toMatchObject({
      displayName: 'Ben',
      unread: 1,
      lastText: 'line 1',
      isOpen: true,
    });
    expect(unreadTotal(came)).toBe(1);
    const read = after(came, ['v3.pm.read', { seq: 6, username: 'ben', id: 'id-0001', unread: 0 }]);
    expect(unreadTotal(read)).toBe(0);
  });

  test('keeps the newest count of what is unread, in whatever order counts come', () => {
    const state = after(
      noMessages,
      ['v3.pm.new', { seq: 5, username: 'ben', unread: 1, at: 1 }],
      ['v3.pm.read', { seq: 9, username: 'ben', id: 'id-0001', unread: 0 }],
      ['v3.pm.new', { seq: 7, username: 'ben', unread: 2, at: 2 }],
    );
    expect(state.rooms['ben']?.unread).toBe(0);
  });

  test('is closed and deleted as the server says (PM-FRIENDS-008) (PM-FRIENDS-009)', () => {
    const open = after(noMessages, talk([item(1), item(2)]), message(3));
    expect(after(open, ['v3.pm.close', { username: 'ben' }]).rooms['ben']?.isOpen).toBe(false);
    expect(idsOf(after(open, ['v3.pm.delete', { username: 'ben', id: 'id-0002' }]))).toEqual([1, 3]);
    const gone = after(open, ['v3.pm.delete', { username: 'ben' }]);
    expect([gone.rooms, gone.talks]).toEqual([{}, {}]);
  });

  test('shows every message once, in order of time, whichever way it came', () => {
    const state = after(noMessages, talk([item(1), item(3)]), message(4), message(2), message(4), message(3));
    expect(idsOf(state)).toEqual([1, 2, 3, 4]);
  });

  test('shows nothing of what was taken back', () => {
    expect(idsOf(after(noMessages, talk([item(1), item(2, 'ben', { deleted: true, text: '' })])))).toEqual([
      1,
    ]);
  });

  test('grows by older pages, and a fresh page after a gap begins anew', () => {
    const first = after(noMessages, talk([item(5), item(6)], 'id-0005'));
    const older = after(first, talk([item(3), item(4)], 'id-0003', true));
    expect(idsOf(older)).toEqual([3, 4, 5, 6]);
    expect(older.talks['ben']?.cursor).toBe('id-0003');
    const anew = after(older, message(40), talk([item(20), item(21)], 'id-0020'));
    expect(idsOf(anew)).toEqual([20, 21, 40]);
    expect(anew.talks['ben']?.cursor).toBe('id-0020');
  });

  test('stays bounded', () => {
    const state = after(noMessages, talk([]), ...Array.from({ length: TALK_MAX + 20 }, (_, n) => message(n)));
    expect(state.talks['ben']?.messages).toHaveLength(TALK_MAX);
    expect(state.talks['ben']?.cursor).toBe('id-0020');
  });

  test('shows older messages however many there are, and leaves none out when something new comes', () => {
    const page = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => item(from + n));
    const full = after(noMessages, talk(page(1000, 1000 + TALK_MAX), 'id-1000'));
    const older = after(full, talk(page(960, 1000), 'id-0960', true));
    expect(older.talks['ben']?.messages[0]?.id).toBe('id-0960');
    expect(older.talks['ben']?.cursor).toBe('id-0960');
    const news = after(older, message(2000), ['v3.pm.message', { ...item(2001), username: 'ben', at: 2001 }]);
    expect(news.talks['ben']?.messages).toHaveLength(TALK_MAX + 40);
    expect(news.talks['ben']?.messages[0]?.id).toBe('id-0962');
    expect(news.talks['ben']?.cursor).toBe('id-0962');
  });

  test('marks what was read up to a message, of the partner’s alone', () => {
    const state = after(noMessages, talk([item(1), item(2, 'me'), item(3)]), [
      'v3.pm.read',
      { seq: 1, username: 'ben', id: 'id-0002', unread: 1 },
    ]);
    expect(state.talks['ben']?.messages.map(({ isRead }) => isRead)).toEqual([true, false, false]);
  });
});

describe('an own message', () => {
  const sending: MessagesEvent = {
    name: 'page.sending',
    payload: { username: 'ben', clientId: 'c1', text: 'hello', at: 9 },
  };

  test('stands at once and becomes the kept one, whether ack or message comes first (W57)', () => {
    const ack: Given = ['v3.ack', { client_id: 'c1', status: 1, id: 'id-0009', at: 9 }];
    const own = message(9, { from: 'me', message: 'hello', client_id: 'c1' });
    for (const events of [
      [ack, own],
      [own, ack],
    ]) {
      const state = after(noMessages, sending, ...events);
      expect(state.talks['ben']?.pending).toEqual([]);
      expect(state.talks['ben']?.messages).toMatchObject([{ id: 'id-0009', text: 'hello', isMine: true }]);
    }
  });

  test('that is refused keeps its text and says why; it is sent again or dropped', () => {
    const refused = after(noMessages, sending, [
      'v3.ack',
      { client_id: 'c1', status: 0, errorType: 'not_friend' },
    ]);
    expect(refused.talks['ben']?.pending).toMatchObject([{ text: 'hello', error: { code: 'not_friend' } }]);
    expect(after(refused, sending).talks['ben']?.pending).toMatchObject([{ text: 'hello' }]);
    expect(after(refused, sending).talks['ben']?.pending[0]).not.toHaveProperty('error');
    expect(
      after(refused, { name: 'page.dropped', payload: { username: 'ben', clientId: 'c1' } }).talks['ben']
        ?.pending,
    ).toEqual([]);
  });

  test('that a page left before its answer came is shown once, whichever page of the history has it', () => {
    const kept: Given = {
      name: 'page.sending',
      payload: { username: 'ben', clientId: 'c1', text: 'hello', at: 1 },
    };
    const refused: Given = ['v3.ack', { client_id: 'c1', status: 0, errorType: 'unsent' }];
    for (const isOlder of [false, true]) {
      const read = talk([item(8, 'me', { text: 'hello', client_id: 'c1' }), item(9)], null, isOlder);
      const state = after(noMessages, kept, refused, read);
      expect(state.talks['ben']?.pending).toEqual([]);
      expect(idsOf(state)).toEqual([8, 9]);
    }
    const other = after(noMessages, kept, refused, talk([item(8, 'me', { client_id: 'c2' }), item(9)]));
    expect(other.talks['ben']?.pending).toMatchObject([{ clientId: 'c1' }]);
  });

  test('of another tab comes in without a pending line; acks of others change nothing', () => {
    const state = after(noMessages, { ...talk([]) }, message(9, { from: 'me', client_id: 'other' }));
    expect(state.talks['ben']?.messages).toMatchObject([{ isMine: true }]);
    expect(after(state, ['v3.ack', { client_id: 'nobody', status: 0 }])).toBe(state);
  });
});

describe('the list', () => {
  const row = (username: string, unread: number, at: number) => ({
    username,
    displayName: username.toUpperCase(),
    avatarUrl: null,
    status: null,
    friend: null,
    unread,
    last: { text: `of ${username}`, at: new Date(at).toISOString(), mine: false },
    open: true,
  });
  const loaded = after(noMessages, {
    name: 'page.rooms',
    payload: {
      items: [row('cara', 0, 30), row('anna', 0, 20), row('ben', 2, 10)],
      next_cursor: null,
      unread_total: 2,
      limits: { friends: 250, rooms: 250 },
    },
  });
  const namesBy = (sort: 'timestamp' | 'unread' | 'username', words?: string) =>
    sortedRooms({ ...loaded, sort }, words).map(({ username }) => username);

  test('is sorted by time, unread first, or name, and searched (PM-FRIENDS-013) (PM-FRIENDS-014)', () => {
    expect(namesBy('timestamp')).toEqual(['cara', 'anna', 'ben']);
    expect(namesBy('unread')).toEqual(['ben', 'cara', 'anna']);
    expect(namesBy('username')).toEqual(['anna', 'ben', 'cara']);
    expect(namesBy('timestamp', ' OF an')).toEqual(['anna']);
    expect(namesBy('timestamp', 'nobody')).toEqual([]);
  });

  test('of the lobby renews counts and keeps names and pictures (PM-FRIENDS-011)', () => {
    const state = after(loaded, [
      'v3.pm.list',
      {
        seq: 50,
        sort: 'unread',
        chats: [{ username: 'ben', unread: 3, last_message: 'new', at: 99, is_open: true, is_friend: true }],
      },
    ]);
    expect(Object.keys(state.rooms)).toEqual(['ben']);
    expect(state.rooms['ben']).toMatchObject({ displayName: 'BEN', unread: 3, lastText: 'new' });
    expect(state.sort).toBe('unread');
  });

  test('that fails to load says so once, and keeps what was there', () => {
    const failed: MessagesEvent = { name: 'page.rooms-failed', payload: {} };
    expect(after(noMessages, failed).load).toBe('failed');
    expect(after(loaded, failed)).toBe(loaded);
    expect(after(loaded, { name: 'page.forget', payload: {} })).toEqual(noMessages);
    expect(noTalk.messages).toEqual([]);
  });
});
