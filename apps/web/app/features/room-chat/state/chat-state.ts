import type { ChatLine as ChatLineOnWire, ModerationAction, Payload, Room } from '@klieg/contract';
import type { RoomEvent } from '#app/shared/room-module/room-events.ts';
import { HIGHLIGHT } from './highlight-price.ts';
import { type LineStyle, readLineStyle } from '#app/shared/line-style/line-style.ts';
import { type ListSort, withJoined, withLeft } from '#app/features/room-chat/people/people-list.ts';
import { type Person, readPerson } from '#app/features/room-chat/people/person.ts';

/** Lines that a page keeps (CONSTANTS-046). */
export const CHAT_LINES_MAX = 200;

/** One line of the chat. Every kind has an id, so that nothing shows twice. */
export type ChatEntry =
  | {
      readonly kind: 'text';
      readonly id: string;
      readonly at: number;
      readonly person: Person;
      readonly text: string;
      readonly style?: LineStyle;
      readonly isHighlighted: boolean;
      /** When that ends, by the server's clock. */
      readonly highlightedUntil?: number;
    }
  | {
      readonly kind: 'tip';
      readonly id: string;
      readonly at: number;
      readonly amountTokens: number;
      /** Absent when the sender is not told (F9). */
      readonly sender?: string;
      readonly comment: string;
    }
  | {
      readonly kind: 'sound';
      readonly id: string;
      readonly at: number;
      readonly username: string;
      /** Name of the sound, of the server's list. */
      readonly sound: string;
    }
  | {
      readonly kind: 'system';
      readonly id: string;
      readonly at: number;
      readonly text: string;
      readonly code?: string;
    }
  | {
      readonly kind: 'moderation';
      readonly id: string;
      readonly at: number;
      readonly action: ModerationAction;
      /** Whom it is about, for those who may know it (F1). */
      readonly username?: string | undefined;
      readonly value?: number | undefined;
    }
  | {
      /** Somebody whom no list shows came or went (F2). */
      readonly kind: 'presence';
      readonly id: string;
      readonly at: number;
      readonly username: string;
      readonly isHere: boolean;
    };

/** A line of the own hand that the server has not taken yet, or has refused. */
export interface PendingLine {
  readonly clientId: string;
  readonly text: string;
  /** The refusal: a code of W58, or the server's sentence. */
  readonly error?: { readonly code?: string; readonly text?: string };
}

export interface ChatState {
  readonly entries: readonly ChatEntry[];
  readonly pending: readonly PendingLine[];
  /** How many lines have come while the page was open. */
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
  /** Whether the list is looked at; undefined before it was for the first time. */
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
    /** The list of people is looked at, or left. */
    'page.list-shown': { readonly isShown: boolean };
    'page.list-sorted': { readonly sort: ListSort };
    /** The server was asked for the list. */
    'page.list-asked': { readonly sort: ListSort };
    'page.list-closed': Record<string, never>;
    /** A highlight has run its time; one that was made longer meanwhile goes on. */
    'page.highlight-over': { readonly id: string; readonly until: number };
    /** The reader wants to pay for a highlight of an own line. */
    'page.highlight-asked': { readonly entry: Extract<ChatEntry, { kind: 'text' }> };
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
  'v3.chat.banned',
  'v3.chat.kicked',
] as const;

export type ChatEvent = RoomEvent<(typeof CHAT_READS)[number]>;

const CHANGES_RIGHTS: ReadonlySet<ModerationAction> = new Set([
  'silence',
  'unsilence',
  'moderator',
  'unmoderator',
]);

const capped = (entries: readonly ChatEntry[]): readonly ChatEntry[] => entries.slice(-CHAT_LINES_MAX);

const add = (state: ChatState, entry: ChatEntry): ChatState =>
  state.entries.some(({ id }) => id === entry.id)
    ? state
    : { ...state, entries: capped([...state.entries, entry]), received: state.received + 1 };

const removeLines = (state: ChatState, isGone: (entry: ChatEntry) => boolean): ChatState => ({
  ...state,
  removals: state.removals + 1,
  entries: state.entries.filter((entry) => !isGone(entry)),
});

function textEntry(fields: Readonly<Record<string, unknown>>): ChatEntry {
  const id = String(fields['id']);
  const at = typeof fields['at'] === 'number' ? fields['at'] : Date.parse(String(fields['at']));
  const text = String(fields['message'] ?? '');
  const code = fields['system_code'];
  if (fields['type'] === 'system')
    return { kind: 'system', id, at, text, ...(typeof code === 'string' && { code }) };
  if (fields['type'] === 'sound')
    return { kind: 'sound', id, at, username: String(fields['username'] ?? ''), sound: text };
  const style = readLineStyle(fields['style']);
  return {
    kind: 'text',
    id,
    at,
    person: readPerson(fields),
    text,
    isHighlighted: false,
    ...(style && { style }),
  };
}

const storedEntry = (line: ChatLineOnWire): ChatEntry =>
  line.tip === null
    ? textEntry({ ...line.user, ...line, type: line.type })
    : {
        kind: 'tip',
        id: line.id,
        at: Date.parse(line.at),
        amountTokens: line.tip,
        sender: line.username,
        comment: line.message,
      };

/** When a highlight ends, by the server's clock; an unsaid end is that of the rule (S3206). */
export const highlightEnd = ({
  at,
  until,
}: {
  readonly at: number;
  readonly until?: number | null | undefined;
}) => until ?? at + HIGHLIGHT.seconds * 1_000;

/** The chat of a room as its first answer gives it. */
export const chatState = (room: Room): ChatState => ({
  entries: capped(room.chatMessageList.filter((line) => !line.hidden).map(storedEntry)),
  pending: [],
  received: 0,
  removals: 0,
  moderated: 0,
  standing: 0,
  people: null,
  listSort: 'tokens',
});

/** History replaces the lines; tips, which it does not hold, stay where they were. */
function withHistory(state: ChatState, lines: readonly Readonly<Record<string, unknown>>[]): ChatState {
  const tips = state.entries.filter((entry) => entry.kind === 'tip');
  // Those that are highlighted are told again after the history; meanwhile they stay as they are.
  const known = new Map(state.entries.map((entry) => [entry.id, entry]));
  const asKnown = (entry: ChatEntry): ChatEntry => {
    const before = known.get(entry.id);
    return before?.kind === 'text' && before.isHighlighted ? before : entry;
  };
  const merged = [...lines.map(textEntry).map(asKnown), ...tips].toSorted((a, b) => a.at - b.at);
  return { ...state, entries: capped(merged) };
}

function withAck(state: ChatState, ack: Payload<'v3.ack'>): ChatState {
  const line = state.pending.find(({ clientId }) => clientId === ack.client_id);
  if (!line) return state;
  const others = state.pending.filter((candidate) => candidate !== line);
  if (ack.status === 1) return { ...state, pending: others };
  const error = { ...(ack.errorType && { code: ack.errorType }), ...(ack.error && { text: ack.error }) };
  return { ...state, pending: [...others, { ...line, error }] };
}

/** Who hides by level 1 is said to come and go, and listed nowhere (F2). */
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

/** What one event changes; the same state when it is none of the chat's. */
export function reduceChat(state: ChatState, event: ChatEvent): ChatState {
  switch (event.name) {
    case 'page.loaded':
      return { ...state, entries: chatState(event.payload).entries };
    case 'page.sending':
      return {
        ...state,
        pending: [
          ...state.pending.filter(({ clientId }) => clientId !== event.payload.clientId),
          event.payload,
        ],
      };
    case 'page.dropped':
      return {
        ...state,
        pending: state.pending.filter(({ clientId }) => clientId !== event.payload.clientId),
      };
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
      return add(
        event.payload.system_code === 'line_held' ? { ...state, moderated: state.moderated + 1 } : state,
        textEntry(event.payload),
      );
    case 'v3.chat.history':
      return withHistory(state, event.payload.messages);
    case 'v3.tip.received': {
      const { id, at, tokens, sender_name: sender, comment } = event.payload;
      return add(state, {
        kind: 'tip',
        id,
        at,
        amountTokens: tokens,
        comment: comment ?? '',
        ...(sender && { sender }),
      });
    }
    case 'v3.user.highlighted_message': {
      const { id, username, message, at } = event.payload;
      const mark = { isHighlighted: true, highlightedUntil: highlightEnd(event.payload) };
      const known = state.entries.find((entry) => entry.id === id);
      if (known?.kind === 'text')
        return {
          ...state,
          entries: state.entries.map((entry) => (entry === known ? { ...known, ...mark } : entry)),
        };
      const person = readPerson({ username });
      return add(state, {
        kind: 'text',
        id: id ?? `highlight-${at}`,
        at,
        person,
        text: message,
        ...mark,
      });
    }
    case 'page.highlight-over': {
      const { id, until } = event.payload;
      const isOver = (entry: ChatEntry) =>
        entry.kind === 'text' && entry.id === id && entry.highlightedUntil === until;
      if (!state.entries.some(isOver)) return state;
      return {
        ...state,
        entries: state.entries.map((entry) =>
          isOver(entry) ? ({ ...entry, isHighlighted: false } as ChatEntry) : entry,
        ),
      };
    }
    case 'v3.chat.moderate': {
      const { action, message_id: messageId, username, value } = event.payload;
      const cleared =
        action === 'delete_message'
          ? removeLines(state, ({ id }) => id === messageId)
          : action === 'clear'
            ? removeLines(state, (entry) => entry.kind === 'text')
            : state;
      // Names come to those who may know them; a page that may not moderate gets no name but its own.
      const changesStanding = username !== undefined && CHANGES_RIGHTS.has(action);
      const counted = {
        ...cleared,
        moderated: state.moderated + 1,
        standing: state.standing + (changesStanding ? 1 : 0),
      };
      if (action === 'delete_message') return counted;
      // The event has neither id nor time, so it stands after the last line.
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
    case 'v3.chat.history-clear-username':
      return removeLines(
        state,
        (entry) => entry.kind === 'text' && entry.person.username === event.payload.username,
      );
    case 'v3.chat.user_list':
      return {
        ...state,
        people: { count: event.payload.count, list: event.payload.users.map(readPerson) },
      };
    case 'v3.chat.user_joined': {
      const told = withPresence(state, event.payload, true);
      return told.people
        ? { ...told, people: withJoined(told.people, event.payload.user, state.listSort) }
        : told;
    }
    case 'v3.chat.user_left': {
      const told = withPresence(state, event.payload, false);
      return told.people ? { ...told, people: withLeft(told.people, event.payload.user) } : told;
    }
    // What follows from these is no part of the state.
    case 'page.say':
    case 'page.drop':
    case 'v3.chat.banned':
    case 'v3.chat.kicked':
      return state;
  }
}
