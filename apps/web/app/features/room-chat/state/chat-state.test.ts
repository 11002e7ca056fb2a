import { HIGHLIGHT_TOKENS, type Payload } from '@klieg/contract';
import { expect, test } from 'vitest';
import { wireEvent } from '#app/shared/realtime/wire-event.ts';
import { highlightEnd } from './chat-entry.ts';
import { type ChatEvent, type ChatState, reduceChat } from './chat-state.ts';
import { HIGHLIGHT } from './highlight-price.ts';
import { levelOf, readPerson } from '../people/person.ts';

const empty: ChatState = {
  entries: [],
  pending: [],
  received: 0,
  hasHistory: false,
  removals: 0,
  moderated: 0,
  standing: 0,
  people: null,
  listSort: 'tokens',
};
const line = (id: string, changes: Partial<Payload<'v3.chat.message'>> = {}): ChatEvent =>
  wireEvent('v3.chat.message', {
    id,
    at: Number(id.slice(1)) || 0,
    message: `text ${id}`,
    username: 'pilar',
    ...changes,
  });
const play = (events: readonly ChatEvent[], from = empty): ChatState => events.reduce(reduceChat, from);
const ids = (state: ChatState) => state.entries.map(({ id }) => id);

test('a line shows once, and the oldest give way after 200 (CHAT-011, CHAT-026) (CONSTANTS-046)', () => {
  const events = Array.from({ length: 205 }, (_, n) => line(`m${n}`));
  const state = play([...events, line('m204')]);
  expect(state.entries).toHaveLength(200);
  expect(ids(state)[0]).toBe('m5');
});

test('history takes the place of the lines and keeps the tips between them (CHAT-006)', () => {
  const tip = wireEvent('v3.tip.received', {
    id: 't1',
    at: 15,
    tokens: 60,
    receiver_name: 'marlowe',
    sender_name: 'pilar',
    type: 'tip',
  });
  const history = wireEvent('v3.chat.history', {
    seq: 2,
    messages: [
      { id: 'h1', at: 10, message: 'before', username: 'pilar' },
      { id: 'h2', at: 20, message: 'after', username: 'pilar' },
    ],
  });
  expect(ids(play([line('m1'), tip, history]))).toEqual(['h1', 't1', 'h2']);
});

test('an answer that was on its way neither takes away what the socket has told nor brings back what it has removed', () => {
  const chatMessageList = ['m1', 'm2'].map((id) => ({
    id,
    message: id,
    at: new Date(Number(id.slice(1))).toISOString(),
    username: 'pilar',
    hidden: false,
    user: { username: 'pilar' },
    tip: null,
  }));
  const answer = { name: 'page.loaded', payload: { chatMessageList } } as unknown as ChatEvent;
  // Before the socket's history it adds; what came meanwhile stays.
  expect(ids(play([line('m3'), answer]))).toEqual(['m1', 'm2', 'm3']);
  const history = wireEvent('v3.chat.history', {
    seq: 2,
    messages: [{ id: 'm2', at: 2, message: 'm2', username: 'pilar' }],
  });
  expect(ids(play([history, line('m3'), answer]))).toEqual(['m2', 'm3']);
});

test('tips of an answer stand among the lines, also when the history came before it', () => {
  const stored = {
    id: 't1',
    at: '1970-01-01T00:00:00.001Z',
    message: 'for the song',
    username: 'pilar',
    type: 'tip',
    user: { username: 'pilar' },
    tip: 60,
    tip_item: 'Song request',
    hidden: false,
  };
  const nameless = { ...stored, id: 't2', at: '1970-01-01T00:00:00.004Z', username: '', tip_item: null };
  const answer = {
    name: 'page.loaded',
    payload: { chatMessageList: [stored, nameless] },
  } as unknown as ChatEvent;
  const history = wireEvent('v3.chat.history', {
    seq: 2,
    messages: [{ id: 'm2', at: 2, message: 'm2', username: 'pilar' }],
  });
  for (const events of [
    [answer, history],
    [history, answer, answer],
  ])
    expect(ids(play(events))).toEqual(['t1', 'm2', 't2']);
  const [named, , other] = play([answer, history]).entries;
  expect(named).toMatchObject({ kind: 'tip', amountTokens: 60, sender: 'pilar', item: 'Song request' });
  expect(other).not.toHaveProperty('sender');
  expect(other).not.toHaveProperty('item');
});

test('a tip is one line with amount, sender and note, and shows once on both sockets (LEDGER-TIP-003)', () => {
  const tip = wireEvent('v3.tip.received', {
    id: 't1',
    at: 1,
    tokens: 60,
    receiver_name: 'marlowe',
    sender_name: 'pilar',
    type: 'tip',
    comment: 'for the song',
  });
  expect(play([tip, tip]).entries).toEqual([
    { kind: 'tip', id: 't1', at: 1, amountTokens: 60, sender: 'pilar', comment: 'for the song' },
  ]);
});

test('a tip for something of the menu says what was bought', () => {
  const tip = wireEvent('v3.tip.received', {
    id: 't2',
    at: 1,
    tokens: 40,
    receiver_name: 'marlowe',
    sender_name: 'pilar',
    type: 'tip_menu',
    app_data: { app_id: 57, item_id: 'song', radio_option: 'Song request' },
  });
  expect(play([tip]).entries).toMatchObject([{ kind: 'tip', amountTokens: 40, item: 'Song request' }]);
});

test('a sent line waits for its ack; a refusal keeps text and reason, the line itself comes from the room (CHAT-038)', () => {
  const sending: ChatEvent = { name: 'page.sending', payload: { clientId: 'c1', text: 'hi' } };
  const refused = play([
    sending,
    wireEvent('v3.ack', { client_id: 'c1', status: 0, errorType: 'slow_mode' }),
  ]);
  expect(refused.pending).toEqual([{ clientId: 'c1', text: 'hi', error: { code: 'slow_mode' } }]);
  const taken = play([sending, wireEvent('v3.ack', { client_id: 'c1', status: 1, id: 'm1' }), line('m1')]);
  expect(taken.pending).toEqual([]);
  expect(ids(taken)).toEqual(['m1']);
});

test('moderation removes what it names and says so (CHAT-016, MODERATION-ROLES-004)', () => {
  const two = play([line('m1'), line('m2', { username: 'brick' })]);
  expect(ids(play([wireEvent('v3.chat.history-clear-username', { username: 'brick' })], two))).toEqual([
    'm1',
  ]);
  const deleted = play(
    [wireEvent('v3.chat.moderate', { action: 'delete_message', message_id: 'm1', message: '' })],
    two,
  );
  expect(ids(deleted)).toEqual(['m2']);
  const silenced = play(
    [wireEvent('v3.chat.moderate', { action: 'silence', message: 'A user has been silenced' })],
    two,
  );
  expect(silenced.entries.at(-1)).toMatchObject({ kind: 'moderation', action: 'silence' });
  expect(silenced).toMatchObject({ moderated: 1, standing: 0 });
  // A name comes to those who may know it: it may be the reader's own, whose rights are read again.
  const named = { action: 'silence', username: 'otter', message: 'otter has been silenced' } as const;
  expect(play([wireEvent('v3.chat.moderate', named)], silenced)).toMatchObject({ moderated: 2, standing: 1 });
  const held = wireEvent('v3.chat.message', {
    id: 'm9',
    at: 9,
    message: '',
    type: 'system',
    system_code: 'line_held',
  });
  expect(play([held], silenced).moderated).toBe(2);
});

test('the list of people follows the server: list, then joined and left (CHAT-008, CHAT-009, CHAT-010)', () => {
  const list = wireEvent('v3.chat.user_list', {
    seq: 1,
    count: 2,
    users: [
      { username: 'elena', recentTips: 250 },
      { username: 'otter', recentTips: 15 },
    ],
  });
  const joined = (username: string, recentTips: number) =>
    wireEvent('v3.chat.user_joined', { user: { username, recentTips } });
  const left = (username: string) => wireEvent('v3.chat.user_left', { room: 'marlowe', user: { username } });
  const state = play([list, joined('pilar', 60), joined('pilar', 60), left('otter'), left('nobody')]);
  expect(state.people?.list.map(({ username }) => username)).toEqual(['elena', 'pilar']);
  expect(state.people?.count).toBe(2);
  expect(play([joined('pilar', 60)]).people).toBeNull();
});

test('who hides from now on is marked in the list of those who still see them (CHAT-018)', () => {
  const list = wireEvent('v3.chat.user_list', {
    seq: 1,
    count: 2,
    users: [{ username: 'elena' }, { username: 'otter', invisible_mode_level: 1 }],
  });
  const hides = (username: string, level: number) =>
    wireEvent('v3.user.invisible-mode', { seq: 2, username, invisible_mode_level: level });
  const levels = (...events: ChatEvent[]) =>
    play(events).people?.list.map(({ username, invisibleLevel }) => [username, invisibleLevel]);
  expect(levels(list, hides('elena', 2), hides('nobody', 1))).toEqual([
    ['elena', 2],
    ['otter', 1],
  ]);
  expect(levels(list, hides('otter', 0))).toEqual([
    ['elena', 0],
    ['otter', 0],
  ]);
  expect(levels(hides('elena', 2))).toBeUndefined();
});

test('roles in the room come before what was bought (REALTIME-033)', () => {
  const level = (fields: Record<string, unknown>) => levelOf(readPerson({ username: 'a', ...fields }));
  expect(level({ is_model: true, is_moderator: true })).toBe('model');
  expect(level({ is_moderator: true, is_vip: true })).toBe('moderator');
  expect(level({ fan_level: 'legend', is_super_vip: true })).toBe('fan-legend');
  expect(level({ is_super_vip: true, is_vip: true })).toBe('super-vip');
  expect(level({ is_vip: true, has_tokens: true })).toBe('vip');
  expect(level({ has_tokens: true })).toBe('has-tokens');
  expect(level({ is_guest: true })).toBe('guest');
  expect(level({})).toBe('member');
});

test('people come where the order wants them; who hides is counted and listed nowhere (CHAT-008) (CHAT-009) (CHAT-027)', () => {
  const user = (username: string, hasTokens: boolean, recentTips = 0) => ({
    username,
    has_tokens: hasTokens,
    recentTips,
  });
  const joined = (fields: Record<string, unknown>): ChatEvent =>
    wireEvent('v3.chat.user_joined', { user: fields });
  const left = (username: string): ChatEvent =>
    wireEvent('v3.chat.user_left', { room: 'marlowe', user: { username } });
  const list: ChatEvent = wireEvent('v3.chat.user_list', {
    seq: 1,
    count: 400,
    users: [user('zoe', true, 50), user('adam', false)],
  });
  const names = (state: ChatState) => state.people!.list.map(({ username }) => username);
  const byTokens = play([list, joined(user('kim', true, 10)), joined(user('bea', false, 90))]);
  expect(names(byTokens)).toEqual(['zoe', 'kim', 'bea', 'adam']);
  expect(byTokens.people!.count).toBe(402);
  expect(names(play([joined(user('kim', true, 60))], byTokens))).toEqual(['kim', 'zoe', 'bea', 'adam']);
  expect(play([joined(user('kim', true, 60))], byTokens).people!.count).toBe(402);
  const asked: ChatEvent = { name: 'page.list-asked', payload: { sort: 'username' } };
  expect(
    names(play([joined(user('kim', true))], play([asked], { ...byTokens, people: { list: [], count: 1 } }))),
  ).toEqual(['kim']);
  const hidden = play([joined({ ...user('ghost', true), invisible_mode_level: 1 })], byTokens);
  expect(names(hidden)).not.toContain('ghost');
  expect(hidden.people!.count).toBe(403);
  // Somebody behind the end of the list goes too.
  expect(play([left('nobody_listed')], hidden).people!.count).toBe(402);
  expect(names(play([left('zoe')], hidden))).toEqual(['kim', 'bea', 'adam']);
  expect(play([left('zoe')]).people).toBeNull();
});

test('who hides by level 1 is said to come and go, everybody else comes quietly: F2 (CHAT-008) (CHAT-009)', () => {
  const event = (name: 'v3.chat.user_joined' | 'v3.chat.user_left', level: number | undefined, at?: number) =>
    wireEvent(name, {
      room: 'marlowe',
      user: { username: 'ghost', ...(level !== undefined && { invisible_mode_level: level }) },
      ...(at !== undefined && { at }),
    });
  const state = play([
    event('v3.chat.user_joined', 1, 10),
    event('v3.chat.user_joined', 1, 10),
    event('v3.chat.user_left', 1, 20),
    event('v3.chat.user_joined', undefined, 30),
    event('v3.chat.user_joined', 2, 40),
  ]);
  expect(state.entries.filter(({ kind }) => kind === 'presence')).toEqual([
    { kind: 'presence', id: 'joined ghost 10', at: 10, username: 'ghost', isHere: true },
    { kind: 'presence', id: 'left ghost 20', at: 20, username: 'ghost', isHere: false },
  ]);
  expect(state.people).toBeNull();
});

const highlight = (until: number, id = 'm1') =>
  wireEvent('v3.user.highlighted_message', { id, username: 'pilar', message: `text ${id}`, at: 5, until });
const over = (until: number): ChatEvent => ({ name: 'page.highlight-over', payload: { id: 'm1', until } });
const marked = (state: ChatState) =>
  state.entries.flatMap((entry) => (entry.kind === 'text' && entry.isHighlighted ? [entry.id] : []));

test('a line is marked until its highlight is over, a longer one meanwhile counts (CHAT-017) (S3206)', () => {
  const lit = play([line('m1'), line('m2'), highlight(60_005)]);
  expect(marked(lit)).toEqual(['m1']);
  expect(lit.received).toBe(2);
  expect(marked(play([over(60_005)], lit))).toEqual([]);
  expect(marked(play([highlight(120_005), over(60_005)], lit))).toEqual(['m1']);
  expect(play([over(1)], lit)).toBe(lit);
});

test('a highlighted line that the page does not have comes with its mark, and a history keeps it (CHAT-017)', () => {
  const lit = play([line('m2'), highlight(60_005)]);
  expect(marked(lit)).toEqual(['m1']);
  const messages = [{ id: 'm1', at: 1, message: 'text m1', username: 'pilar' }];
  expect(marked(play([wireEvent('v3.chat.history', { seq: 9, messages })], lit))).toEqual(['m1']);
});

test('without an end a highlight runs for 60 s, as its price says (CHAT-017)', () => {
  expect(highlightEnd({ at: 5 })).toBe(60_005);
  expect(highlightEnd({ at: 5, until: 7 })).toBe(7);
  expect(HIGHLIGHT.tokens).toBe(HIGHLIGHT_TOKENS);
});
