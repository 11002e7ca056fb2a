import type { PmSort } from '@klieg/contract';
import type { Answer } from '../../shared/api/answers.ts';
import type { WireEvent } from '../../shared/realtime/wire-event.ts';
import { addMessage, noTalk, type Talk, type TalkEvent, type TalkMessage, reduceTalk } from './talk-state.ts';

export type RoomRow = Answer<'listConversations'>['items'][number];

/** A conversation as the list shows it. */
export interface Conversation {
  readonly username: string;
  readonly displayName: string;
  readonly avatarUrl: string | null;
  readonly status: RoomRow['status'];
  readonly friend: RoomRow['friend'];
  readonly unread: number;
  readonly isOpen: boolean;
  readonly lastText: string;
  /** Unix milliseconds. */
  readonly lastAt: number;
  readonly isLastMine: boolean;
  /** Number of the known unread count; lower ones are outdated. */
  readonly seq: number;
}

/** The private messages of a page (PM-FRIENDS-013). */
export interface MessagesState {
  readonly load: 'none' | 'ready' | 'failed';
  readonly sort: PmSort;
  readonly rooms: Readonly<Record<string, Conversation>>;
  readonly talks: Readonly<Record<string, Talk>>;
}

export type MessagesEvent =
  | WireEvent
  | TalkEvent
  | { readonly name: 'page.rooms'; readonly payload: Answer<'listConversations'> }
  | { readonly name: 'page.rooms-failed'; readonly payload: Record<string, never> }
  | { readonly name: 'page.sort'; readonly payload: PmSort }
  | { readonly name: 'page.forget'; readonly payload: Record<string, never> };

export const noMessages: MessagesState = { load: 'none', sort: 'timestamp', rooms: {}, talks: {} };

const blank = (username: string): Conversation => ({
  username,
  displayName: username,
  avatarUrl: null,
  status: null,
  friend: null,
  unread: 0,
  isOpen: true,
  lastText: '',
  lastAt: 0,
  isLastMine: false,
  seq: 0,
});

const withRoom = (state: MessagesState, username: string, change: Partial<Conversation>): MessagesState => ({
  ...state,
  rooms: {
    ...state.rooms,
    [username]: { ...(state.rooms[username] ?? blank(username)), ...change },
  },
});

const withTalk = (state: MessagesState, username: string, talk: Talk): MessagesState =>
  talk === state.talks[username] ? state : { ...state, talks: { ...state.talks, [username]: talk } };

const without = (state: MessagesState, username: string): MessagesState => {
  const { [username]: _room, ...rooms } = state.rooms;
  const { [username]: _talk, ...talks } = state.talks;
  return { ...state, rooms, talks };
};

/** An unread count counts when its number is not below the held one. */
const withUnread = (
  state: MessagesState,
  username: string,
  seq: number | null | undefined,
  change: Partial<Conversation>,
): MessagesState => {
  const held = state.rooms[username]?.seq ?? 0;
  const { unread: _, ...rest } = change;
  return (seq ?? held) < held
    ? withRoom(state, username, rest)
    : withRoom(state, username, { ...change, seq: seq ?? held });
};

const roomOf = (row: RoomRow, known: Conversation | undefined): Conversation => ({
  username: row.username,
  displayName: row.displayName,
  avatarUrl: row.avatarUrl,
  status: row.status,
  friend: row.friend,
  unread: row.unread,
  isOpen: row.open,
  lastText: row.last?.text ?? '',
  lastAt: row.last ? Date.parse(row.last.at) : (known?.lastAt ?? 0),
  isLastMine: row.last?.mine ?? false,
  seq: known?.seq ?? 0,
});

type Incoming = Extract<WireEvent, { name: 'v3.pm.message' }>['payload'];

function messageOf(payload: Incoming): TalkMessage {
  const media = payload.media ?? {};
  return {
    id: payload.id,
    isMine: payload.from !== payload.username,
    text: payload.message,
    imageUrl: media['kind'] === 'image' ? String(media['url']) : null,
    tipTokens: media['kind'] === 'tip' ? Number(media['tokens']) : null,
    at: payload.at,
    isRead: false,
  };
}

function withMessage(state: MessagesState, payload: Incoming): MessagesState {
  const { username } = payload;
  const message = messageOf(payload);
  const talk = state.talks[username];
  const added = talk ? withTalk(state, username, addMessage(talk, message, payload.client_id)) : state;
  return withRoom(added, username, {
    lastText: message.text,
    lastAt: message.at,
    isLastMine: message.isMine,
    isOpen: true,
  });
}

/** What the lobby's list says; names and pictures stay as they are known. */
function withList(
  state: MessagesState,
  payload: Extract<WireEvent, { name: 'v3.pm.list' }>['payload'],
): MessagesState {
  const rooms = Object.fromEntries(
    (payload.chats ?? []).map((chat): [string, Conversation] => {
      const known = state.rooms[chat.username] ?? blank(chat.username);
      return [
        chat.username,
        {
          ...known,
          unread: chat.unread,
          isOpen: chat.is_open,
          lastText: chat.last_message,
          lastAt: chat.at,
          isLastMine: known.lastAt === chat.at && known.isLastMine,
          seq: payload.seq ?? known.seq,
        },
      ];
    }),
  );
  return { ...state, rooms, sort: payload.sort ?? state.sort };
}

function withDeleted(
  state: MessagesState,
  { username, id }: Extract<WireEvent, { name: 'v3.pm.delete' }>['payload'],
): MessagesState {
  if (!id) return without(state, username);
  const talk = state.talks[username];
  return talk
    ? withTalk(state, username, reduceTalk(talk, { name: 'page.removed', payload: { username, id } }))
    : state;
}

/** How news about private messages changes what the page knows; one event is one update. */
export function reduceMessages(state: MessagesState, event: MessagesEvent): MessagesState {
  switch (event.name) {
    case 'page.rooms': {
      const rooms = event.payload.items.map((row) => roomOf(row, state.rooms[row.username]));
      return {
        ...state,
        load: 'ready',
        rooms: Object.fromEntries(rooms.map((room) => [room.username, room])),
      };
    }
    case 'page.rooms-failed':
      return state.load === 'ready' ? state : { ...state, load: 'failed' };
    case 'page.sort':
      return { ...state, sort: event.payload };
    case 'page.forget':
      return noMessages;
    case 'v3.pm.list':
      return withList(state, event.payload);
    case 'v3.pm.message':
      return withMessage(state, event.payload);
    case 'v3.pm.new': {
      const { username, seq, unread, display_name: displayName, avatar_url: avatarUrl } = event.payload;
      return withUnread(state, username, seq, {
        unread,
        isOpen: true,
        ...(displayName && { displayName }),
        ...(avatarUrl && { avatarUrl }),
      });
    }
    case 'v3.pm.read': {
      const { username, seq, id, unread } = event.payload;
      const talk = state.talks[username];
      const read = talk
        ? withTalk(state, username, reduceTalk(talk, { name: 'page.read', payload: { username, id } }))
        : state;
      if (!read.rooms[username] || typeof unread !== 'number') return read;
      return withUnread(read, username, seq, { unread });
    }
    case 'v3.pm.close':
      return state.rooms[event.payload.username]
        ? withRoom(state, event.payload.username, { isOpen: false })
        : state;
    case 'v3.pm.delete':
      return withDeleted(state, event.payload);
    case 'v3.ack': {
      const { client_id: clientId } = event.payload;
      const found = Object.entries(state.talks).find(([, talk]) =>
        talk.pending.some((line) => line.clientId === clientId),
      );
      return found ? withTalk(state, found[0], reduceTalk(found[1], event)) : state;
    }
    case 'page.talk':
    case 'page.talk-failed':
    case 'page.sending':
    case 'page.dropped':
    case 'page.read':
    case 'page.removed': {
      const { username } = event.payload;
      return withTalk(state, username, reduceTalk(state.talks[username] ?? noTalk, event));
    }
    default:
      return state;
  }
}

/** Messages that nobody has read yet, in all conversations. */
export const unreadTotal = (state: MessagesState): number =>
  Object.values(state.rooms).reduce((sum, { unread }) => sum + unread, 0);

const byTime = (a: Conversation, b: Conversation): number => b.lastAt - a.lastAt;

/** Conversations in the chosen order, those that hold the words in name or last line (PM-FRIENDS-014). */
export function sortedRooms(state: MessagesState, words = ''): readonly Conversation[] {
  const wanted = words.trim().toLowerCase();
  const found = Object.values(state.rooms).filter(({ username, displayName, lastText }) =>
    `${username} ${displayName} ${lastText}`.toLowerCase().includes(wanted),
  );
  switch (state.sort) {
    case 'timestamp':
      return found.toSorted(byTime);
    case 'unread':
      return found.toSorted((a, b) => Number(b.unread > 0) - Number(a.unread > 0) || byTime(a, b));
    case 'username':
      return found.toSorted((a, b) => a.displayName.localeCompare(b.displayName));
  }
}
