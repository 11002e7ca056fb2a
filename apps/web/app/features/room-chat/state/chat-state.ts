import type { ModerationAction, Payload, Room } from '@klieg/contract';
import type { RoomEvent } from '#app/shared/room-module/room-events.ts';
import { type ListSort, withHidden, withJoined, withLeft } from '../people/people-list.ts';
import { type Person, readPerson } from '../people/person.ts';
import { type ChatEntry, highlightEnd, type TextEntry, textEntry } from './chat-entry.ts';
import { capped, linesOf, withHistory, withLines } from './chat-lines.ts';
import { privateLines } from './private-line.ts';

/** The caller's line that the server has not yet accepted, or has refused. */
export interface PendingLine {
  readonly clientId: string;
  readonly text: string;
  /** The refusal: a code of W58, or the server's sentence. */
  readonly error?: { readonly code?: string; readonly text?: string };
}

export interface ChatState {
  readonly entries: readonly ChatEntry[];
  /** Whether the socket has sent the lines: from then on only it decides which there are. */
  readonly hasHistory: boolean;
  readonly pending: readonly PendingLine[];
  /** Lines received while the page was open. */
  readonly received: number;
  /** How often lines were taken away. */
  readonly removals: number;
  /** How much was done, or came up for review, while the page was open. */
  readonly moderated: number;
  /** How often the reader's own rights were changed meanwhile. */
  readonly standing: number;
  /** People as the server orders them; null while the list is off. */
  readonly people: { readonly list: readonly Person[]; readonly count: number } | null;
  /** The order that the list was asked in. */
  readonly listSort: ListSort;
  /** Whether the list is visible; undefined before it first was. */
  readonly isListShown?: boolean;
  /** The order that was chosen in this room. */
  readonly wantedSort?: ListSort;
}

declare module '#app/shared/room-module/room-events.ts' {
  interface PageEvents {
    /** The person wants a line sent; one that was given back keeps its id. */
    'page.say': { readonly text: string; readonly clientId?: string };
    /** The person gives up a line that was refused. */
    'page.drop': { readonly clientId: string };
    'page.sending': { readonly clientId: string; readonly text: string };
    'page.dropped': { readonly clientId: string };
    /** The list of people is shown or hidden. */
    'page.list-shown': { readonly isShown: boolean };
    'page.list-sorted': { readonly sort: ListSort };
    /** The server was asked for the list. */
    'page.list-asked': { readonly sort: ListSort };
    'page.list-closed': Record<string, never>;
    /** A highlight has expired; one extended meanwhile continues. */
    'page.highlight-over': { readonly id: string; readonly until: number };
    /** The reader wants to pay for a highlight of an own line. */
    'page.highlight-asked': { readonly entry: TextEntry };
    'page.person-pressed': { readonly person: Person; readonly anchor: Element };
  }
}

/** What the chat reads. */
export const CHAT_READS = [
  'page.loaded',
  'page.say',
  'page.drop',
  'page.sending',
  'page.dropped',
  'page.list-shown',
  'page.list-sorted',
  'page.list-asked',
  'page.list-closed',
  'page.highlight-over',
  'v3.ack',
  'v3.chat.message',
  'v3.chat.history',
  'v3.tip.received',
  'v3.user.highlighted_message',
  'v3.chat.moderate',
  'v3.chat.history-clear-username',
  'v3.chat.user_list',
  'v3.chat.user_joined',
  'v3.chat.user_left',
  'v3.user.invisible-mode',
  'v3.chat.banned',
  'v3.chat.kicked',
  'v3.private.started',
] as const;

export type ChatEvent = RoomEvent<(typeof CHAT_READS)[number]>;

const CHANGES_RIGHTS: ReadonlySet<ModerationAction> = new Set([
  'silence',
  'unsilence',
  'moderator',
  'unmoderator',
]);

const add = (state: ChatState, entry: ChatEntry): ChatState =>
  state.entries.some(({ id }) => id === entry.id)
    ? state
    : { ...state, entries: capped([...state.entries, entry]), received: state.received + 1 };

const removeLines = (state: ChatState, isGone: (entry: ChatEntry) => boolean): ChatState => ({
  ...state,
  removals: state.removals + 1,
  entries: state.entries.filter((entry) => !isGone(entry)),
});

/** The chat of a room as its first answer gives it. */
export const chatState = (room: Room): ChatState => ({
  entries: linesOf(room),
  hasHistory: false,
  pending: [],
  received: 0,
  removals: 0,
  moderated: 0,
  standing: 0,
  people: null,
  listSort: 'tokens',
});

function withAck(state: ChatState, ack: Payload<'v3.ack'>): ChatState {
  const line = state.pending.find(({ clientId }) => clientId === ack.client_id);
  if (!line) return state;
  const others = state.pending.filter((candidate) => candidate !== line);
  if (ack.status === 1) return { ...state, pending: others };
  const error = { ...(ack.errorType && { code: ack.errorType }), ...(ack.error && { text: ack.error }) };
  return { ...state, pending: [...others, { ...line, error }] };
}

/** People who hide by level 1 are announced when they come and go, but are in no list (F2). */
function withPresence(
  state: ChatState,
  { user, at }: { readonly user: Readonly<Record<string, unknown>>; readonly at?: number | null | undefined },
  isHere: boolean,
): ChatState {
  const { username, invisibleLevel } = readPerson(user);
  if (invisibleLevel !== 1) return state;
  const time = at ?? state.entries.at(-1)?.at ?? 0;
  const id = `${isHere ? 'joined' : 'left'} ${username} ${time}`;
  return add(state, { kind: 'presence', id, at: time, username, isHere });
}

type Of<N extends ChatEvent['name']> = Extract<ChatEvent, { readonly name: N }>['payload'];

function withTip(state: ChatState, tip: Of<'v3.tip.received'>): ChatState {
  const { id, at, tokens, sender_name: sender, comment, app_data: data } = tip;
  const item = data?.['radio_option'];
  return add(state, {
    kind: 'tip',
    id,
    at,
    amountTokens: tokens,
    comment: comment ?? '',
    ...(sender && { sender }),
    ...(typeof item === 'string' && { item }),
  });
}

function withHighlight(state: ChatState, told: Of<'v3.user.highlighted_message'>): ChatState {
  const { id, username, message, at } = told;
  const mark = { isHighlighted: true, highlightedUntil: highlightEnd(told) };
  const known = state.entries.find((entry) => entry.id === id);
  if (known?.kind === 'text')
    return {
      ...state,
      entries: state.entries.map((entry) => (entry === known ? { ...known, ...mark } : entry)),
    };
  const person = readPerson({ username });
  return add(state, { kind: 'text', id: id ?? `highlight-${at}`, at, person, text: message, ...mark });
}

function withHighlightOver(state: ChatState, { id, until }: Of<'page.highlight-over'>): ChatState {
  const isOver = (entry: ChatEntry): entry is TextEntry =>
    entry.kind === 'text' && entry.id === id && entry.highlightedUntil === until;
  if (!state.entries.some(isOver)) return state;
  return {
    ...state,
    entries: state.entries.map((entry) => (isOver(entry) ? { ...entry, isHighlighted: false } : entry)),
  };
}

/** The server sends names only to readers who may know them: to viewers only their own. */
function withModeration(state: ChatState, told: Of<'v3.chat.moderate'>): ChatState {
  const { action, message_id: messageId, username, value } = told;
  const cleared =
    action === 'delete_message'
      ? removeLines(state, ({ id }) => id === messageId)
      : action === 'clear'
        ? removeLines(state, (entry) => entry.kind === 'text')
        : state;
  const changesStanding = username !== undefined && CHANGES_RIGHTS.has(action);
  const counted = {
    ...cleared,
    moderated: state.moderated + 1,
    standing: state.standing + (changesStanding ? 1 : 0),
  };
  if (action === 'delete_message') return counted;
  // The event has neither id nor time, so it goes after the last line.
  const last = state.entries.at(-1);
  return add(counted, {
    kind: 'moderation',
    id: `${action} after ${last?.id ?? 'nothing'}`,
    at: last?.at ?? 0,
    action,
    username: username ?? undefined,
    value: value ?? undefined,
  });
}

function withMessage(state: ChatState, line: Of<'v3.chat.message'>): ChatState {
  const isHeld = line.system_code === 'line_held';
  return add(isHeld ? { ...state, moderated: state.moderated + 1 } : state, textEntry(line));
}

const withoutPending = (state: ChatState, id: string): readonly PendingLine[] =>
  state.pending.filter(({ clientId }) => clientId !== id);

function withComing(
  state: ChatState,
  told: Of<'v3.chat.user_joined' | 'v3.chat.user_left'>,
  isHere: boolean,
) {
  const next = withPresence(state, told, isHere);
  if (!next.people) return next;
  const people = isHere
    ? withJoined(next.people, told.user, state.listSort)
    : withLeft(next.people, told.user);
  return { ...next, people };
}

/** What one event changes; the same state when it changes nothing. */
export function reduceChat(state: ChatState, event: ChatEvent): ChatState {
  switch (event.name) {
    case 'page.loaded':
      // The socket's word is newer than an answer that came after the page; it does not tell of tips.
      return {
        ...state,
        entries: withLines(
          state.entries,
          linesOf(event.payload).filter(({ kind }) => kind === 'tip' || !state.hasHistory),
        ),
      };
    case 'page.sending':
      return { ...state, pending: [...withoutPending(state, event.payload.clientId), event.payload] };
    case 'page.dropped':
      return { ...state, pending: withoutPending(state, event.payload.clientId) };
    case 'page.list-asked':
      return { ...state, listSort: event.payload.sort };
    case 'page.list-closed':
      return { ...state, people: null };
    case 'page.list-shown':
      return { ...state, isListShown: event.payload.isShown };
    case 'page.list-sorted':
      return { ...state, wantedSort: event.payload.sort };
    case 'v3.ack':
      return withAck(state, event.payload);
    case 'v3.chat.message':
      return withMessage(state, event.payload);
    case 'v3.chat.history':
      return { ...state, hasHistory: true, entries: withHistory(state.entries, event.payload.messages) };
    case 'v3.tip.received':
      return withTip(state, event.payload);
    case 'v3.user.highlighted_message':
      return withHighlight(state, event.payload);
    case 'page.highlight-over':
      return withHighlightOver(state, event.payload);
    case 'v3.chat.moderate':
      return withModeration(state, event.payload);
    case 'v3.chat.history-clear-username': {
      const { username } = event.payload;
      return removeLines(state, (entry) => entry.kind === 'text' && entry.person.username === username);
    }
    case 'v3.chat.user_list':
      return {
        ...state,
        people: { count: event.payload.count, list: event.payload.users.map(readPerson) },
      };
    case 'v3.chat.user_joined':
      return withComing(state, event.payload, true);
    case 'v3.chat.user_left':
      return withComing(state, event.payload, false);
    case 'v3.user.invisible-mode':
      return state.people ? { ...state, people: withHidden(state.people, event.payload) } : state;
    case 'v3.private.started':
      return privateLines(event.payload).reduce(add, state);
    // The effects of these are not part of the state.
    case 'page.say':
    case 'page.drop':
    case 'v3.chat.banned':
    case 'v3.chat.kicked':
      return state;
  }
}
