import type { PmSort } from '@klieg/contract';
import { uuidv7 } from '@klieg/kernel';
import { api } from '../../shared/api/client.ts';
import { makeEventStore } from '../../shared/event-store.ts';
import { meStore } from '../../shared/me/me-store.ts';
import type { LobbyClient } from '../../shared/realtime/lobby-client.ts';
import { wireEvent } from '../../shared/realtime/wire-event.ts';
import { playMessageSound } from './message-sound.ts';
import {
  type MessagesEvent,
  type MessagesState,
  noMessages,
  reduceMessages,
  unreadTotal,
} from './messages-state.ts';
import { makeMessageSender, type MessageDraft, type MessageSender } from './send-text.ts';
import { forgetUnsent, readUnsent } from './unsent-store.ts';

/** The one store of the page's private messages. */
export const messagesStore = makeEventStore<MessagesState, MessagesEvent>(noMessages, reduceMessages);

const EVENTS = [
  'v3.pm.message',
  'v3.pm.new',
  'v3.pm.read',
  'v3.pm.close',
  'v3.pm.delete',
  'v3.pm.list',
  'v3.ack',
] as const;
const PAGE = '40';

let lobby: LobbyClient | undefined;
let sender: MessageSender | undefined;
/** The lobby has listed the conversations: unread ones can be counted. */
let isCounted = false;
/** What the person has chosen, until the lobby has taken it. */
let chosenSort: PmSort | undefined;
/** Conversations on the screen, by how many places show them. */
const shown = new Map<string, number>();

const isLooking = (username: string): boolean =>
  shown.has(username) && document.visibilityState === 'visible' && document.hasFocus();

/** News worth announcing after an answer: what the server said, and a changed person. */
const isNews = ({ name }: MessagesEvent): boolean => name.startsWith('v3.') || name === 'page.forget';

/** Reads the list with names and pictures. */
export const readRooms = (): Promise<void> =>
  messagesStore.read(
    api.listConversations({ query: { sort: messagesStore.get().sort } }).then(
      (payload): MessagesEvent => ({ name: 'page.rooms', payload }),
      (): MessagesEvent => ({ name: 'page.rooms-failed', payload: {} }),
    ),
    isNews,
  );

/**
 * Reads the newest messages of a conversation, or those before the ones that are known.
 * @returns whether they came
 */
export async function readTalk(username: string, isOlder = false): Promise<boolean> {
  const cursor = isOlder ? messagesStore.get().talks[username]?.cursor : undefined;
  const answer = api
    .readConversation({ params: { username }, query: { limit: PAGE, ...(cursor && { cursor }) } })
    .then((page): MessagesEvent => {
      forgetUnsent(...page.items.flatMap((item) => item.client_id ?? []));
      return { name: 'page.talk', payload: { username, page, isOlder } };
    });
  try {
    await messagesStore.read(answer, isNews);
    if (!isOlder) markRead(username);
    return true;
  } catch {
    messagesStore.dispatch({ name: 'page.talk-failed', payload: { username } });
    return false;
  }
}

/** Marks as read what the person looks at. */
export function markRead(username: string): void {
  const { rooms, talks } = messagesStore.get();
  const last = talks[username]?.messages.findLast(({ isMine }) => !isMine);
  if (!last || !isLooking(username) || (rooms[username]?.unread ?? 0) === 0) return;
  if (lobby?.send('v3.pm.read', { username, id: last.id })) return;
  api.markMessagesRead({ params: { username }, body: { up_to: last.id } }).catch(() => undefined);
}

/** Says that a conversation is on the screen, until the returned function is called. */
export function showTalk(username: string): () => void {
  shown.set(username, (shown.get(username) ?? 0) + 1);
  void readTalk(username);
  return () => {
    const left = (shown.get(username) ?? 1) - 1;
    if (left > 0) shown.set(username, left);
    else shown.delete(username);
  };
}

/** Sent before the page was connected, and by whom: dropped when that person changes. */
let early: { readonly by: string | undefined; readonly draft: MessageDraft }[] = [];

const ownName = (): string | undefined => {
  const me = meStore.get();
  return me.kind === 'member' ? me.current.user.username : undefined;
};

function send(draft: MessageDraft): void {
  if (sender) return sender.send(draft);
  early.push({ by: ownName(), draft });
  messagesStore.dispatch({ name: 'page.sending', payload: { ...draft, at: Date.now() } });
}

export const sendText = (username: string, text: string, clientId: string = uuidv7()): void =>
  send({ username, clientId, text });
export const sendPicture = (username: string, text: string, imageId: string, preview: string): void =>
  send({ username, clientId: uuidv7(), text, imageId, preview });
export function dropText(username: string, clientId: string): void {
  early = early.filter(({ draft }) => draft.clientId !== clientId);
  if (sender) sender.drop(username, clientId);
  else messagesStore.dispatch({ name: 'page.dropped', payload: { username, clientId } });
}

/** Chooses how conversations are sorted; the server keeps it for the other pages. */
export function sortRooms(sort: PmSort): void {
  chosenSort = sort;
  messagesStore.dispatch({ name: 'page.sort', payload: sort });
  lobby?.send('v3.pm.list', { sort });
}

/** @throws CallError */
export async function closeTalk(username: string): Promise<void> {
  await api.closeConversation({ params: { username }, body: {} });
  messagesStore.dispatch(wireEvent('v3.pm.close', { username }));
}

/** Deletes one message, or the caller's copy of the conversation. @throws CallError */
export async function deleteMessages(username: string, id?: string): Promise<void> {
  await api.deleteMessages({ params: { username }, body: id === undefined ? {} : { ids: [id] } });
  messagesStore.dispatch(wireEvent('v3.pm.delete', { username, ...(id !== undefined && { id }) }));
}

function onMessage(id: string, username: string, isMine: boolean): void {
  if (isMine) return;
  if (isLooking(username)) return markRead(username);
  const me = meStore.get();
  if (me.kind === 'member' && me.current.settings.pm_audio_notification) playMessageSound(id);
}

/** A late answer does not undo newer choices. */
function keepChosen(list: Record<string, unknown>): Record<string, unknown> {
  isCounted = true;
  if (list['sort'] === chosenSort) chosenSort = undefined;
  return chosenSort ? { ...list, sort: chosenSort } : list;
}

function onEvent(name: (typeof EVENTS)[number], given: Record<string, unknown>): void {
  const before = messagesStore.get();
  const payload = name === 'v3.pm.list' ? keepChosen(given) : given;
  const event = wireEvent(name, payload);
  messagesStore.dispatch(event);
  switch (event.name) {
    case 'v3.pm.message':
      if (event.payload.client_id) forgetUnsent(event.payload.client_id);
      onMessage(event.payload.id, event.payload.username, event.payload.from !== event.payload.username);
      // The event does not contain a new person's name and picture.
      if (before.load === 'ready' && !before.rooms[event.payload.username]) void readRooms();
      return;
    case 'v3.pm.new':
      return markRead(event.payload.username);
    case 'v3.pm.delete':
      // A taken-back message may have been unread.
      if ((before.rooms[event.payload.username]?.unread ?? 0) > 0) lobby?.send('v3.pm.list', {});
      return;
    case 'v3.ack':
      if (event.payload.status === 1) forgetUnsent(event.payload.client_id);
  }
}

/** After a connection the state may have moved on meanwhile: list and open conversations are read again. */
function onReady(): void {
  lobby?.send('v3.pm.list', chosenSort ? { sort: chosenSort } : {});
  if (messagesStore.get().load !== 'none') void readRooms();
  for (const username of shown.keys()) void readTalk(username);
}

/** Runs the private messages of a page for a logged-in person, until the returned function is called. */
export function startMessages(own: string, connection: LobbyClient): () => void {
  lobby = connection;
  sender = makeMessageSender(own, messagesStore, connection);
  for (const { username, clientId, text } of readUnsent(own)) {
    messagesStore.dispatch({ name: 'page.sending', payload: { username, clientId, text, at: Date.now() } });
    messagesStore.dispatch({
      name: 'v3.ack',
      payload: { client_id: clientId, status: 0, errorType: 'unsent' },
    });
  }
  for (const { by, draft } of early.splice(0))
    if (by === own) sender.send(draft);
    else dropText(draft.username, draft.clientId);
  const onLook = () => {
    for (const username of shown.keys()) markRead(username);
  };
  addEventListener('focus', onLook);
  const stops = [
    ...EVENTS.map((name) => connection.on(name, (payload) => onEvent(name, { ...payload }))),
    connection.onReady(onReady),
    messagesStore.subscribe(() => {
      if (isCounted) meStore.dispatch({ type: 'messages', unread: unreadTotal(messagesStore.get()) });
    }),
    () => removeEventListener('focus', onLook),
  ];
  return () => {
    for (const stop of stops) stop();
    sender?.stop();
    lobby = undefined;
    sender = undefined;
    isCounted = false;
    chosenSort = undefined;
    messagesStore.dispatch({ name: 'page.forget', payload: {} });
  };
}
