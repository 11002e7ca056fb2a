import type { Answer } from '../../shared/api/answers.ts';
import type { WireEvent } from '../../shared/realtime/wire-event.ts';

/** How many messages of one conversation a page keeps; more if the person loaded older ones. */
export const TALK_MAX = 500;

/** A message as the page shows it. */
export interface TalkMessage {
  readonly id: string;
  readonly isMine: boolean;
  readonly text: string;
  readonly imageUrl: string | null;
  readonly tipTokens: number | null;
  /** Unix milliseconds. */
  readonly at: number;
  readonly isRead: boolean;
}

/** The caller's message that the server has not yet accepted, or has refused. */
export interface PendingMessage {
  readonly clientId: string;
  readonly text: string;
  readonly imageId?: string;
  /** The picture as the person chose it, while it is under way. */
  readonly preview?: string;
  readonly at: number;
  readonly error?: { readonly code?: string; readonly text?: string };
}

/** One conversation on the page; messages oldest first. */
export interface Talk {
  readonly load: 'none' | 'ready' | 'failed';
  readonly messages: readonly TalkMessage[];
  readonly pending: readonly PendingMessage[];
  /** Where older messages begin; null when there are none. */
  readonly cursor: string | null;
  readonly canWrite: { readonly ok: boolean; readonly reason: string | null };
  readonly notes: string;
}

type Page = Answer<'readConversation'>;

export type TalkEvent =
  | {
      readonly name: 'page.talk';
      readonly payload: { readonly username: string; readonly page: Page; readonly isOlder: boolean };
    }
  | { readonly name: 'page.talk-failed'; readonly payload: { readonly username: string } }
  | {
      readonly name: 'page.sending';
      readonly payload: PendingMessage & { readonly username: string };
    }
  | {
      readonly name: 'page.dropped';
      readonly payload: { readonly username: string; readonly clientId: string };
    }
  | { readonly name: 'page.read'; readonly payload: { readonly username: string; readonly id: string } }
  | { readonly name: 'page.removed'; readonly payload: { readonly username: string; readonly id: string } };

export const noTalk: Talk = {
  load: 'none',
  messages: [],
  pending: [],
  cursor: null,
  canWrite: { ok: true, reason: null },
  notes: '',
};

/** A message of a call's answer as the page shows it. */
const talkMessage = (item: Page['items'][number], partner: string): TalkMessage => ({
  id: item.id,
  isMine: item.from !== partner,
  text: item.text,
  imageUrl: item.image_url,
  tipTokens: item.tip,
  at: Date.parse(item.at),
  isRead: item.read_at !== null,
});

const inOrder = (a: TalkMessage, b: TalkMessage): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** Both lists by id, the later one winning; ids sort by time. */
function merge(one: readonly TalkMessage[], two: readonly TalkMessage[]): readonly TalkMessage[] {
  const byId = new Map([...one, ...two].map((message) => [message.id, message]));
  return [...byId.values()].toSorted(inOrder);
}

/** New messages push out the oldest; those are then loaded from the oldest one kept, so that none is missing. */
function keepNewest(talk: Talk, messages: readonly TalkMessage[]): Pick<Talk, 'messages' | 'cursor'> {
  const kept = messages.slice(-Math.max(TALK_MAX, talk.messages.length));
  return { messages: kept, cursor: kept.length < messages.length ? kept[0]!.id : talk.cursor };
}

/** Adds a message that came; its own pending line is done. */
export const addMessage = (talk: Talk, message: TalkMessage, clientId?: string | null): Talk => ({
  ...talk,
  ...keepNewest(talk, merge(talk.messages, [message])),
  pending: clientId ? talk.pending.filter((line) => line.clientId !== clientId) : talk.pending,
});

function withPage(
  talk: Talk,
  { page, username, isOlder }: Extract<TalkEvent, { name: 'page.talk' }>['payload'],
): Talk {
  // Nothing is shown of taken-back messages, as when one is taken back in view.
  const read = page.items
    .filter((item) => !item.deleted)
    .map((item) => talkMessage(item, username))
    .toReversed();
  const oldest = read[0]?.id;
  // A page that was left before the answer came keeps its copy as not sent; the message itself says that it was.
  const sent = new Set(page.items.map((item) => item.client_id));
  // What came meanwhile stays; what the answer leaves out between its ends is gone.
  const kept = isOlder ? talk.messages : talk.messages.filter(({ id }) => id > (read.at(-1)?.id ?? ''));
  const hasGap = !isOlder && page.next_cursor !== null && oldest !== undefined;
  return {
    ...talk,
    load: 'ready',
    messages: merge(read, kept),
    pending: talk.pending.filter(({ clientId }) => !sent.has(clientId)),
    cursor: isOlder || hasGap || page.next_cursor === null ? page.next_cursor : talk.cursor,
    canWrite: page.can_write,
    notes: page.notes,
  };
}

function withAck(talk: Talk, ack: Extract<WireEvent, { name: 'v3.ack' }>['payload']): Talk {
  const line = talk.pending.find(({ clientId }) => clientId === ack.client_id);
  if (!line) return talk;
  const others = talk.pending.filter((candidate) => candidate !== line);
  if (ack.status === 1) {
    if (!ack.id) return { ...talk, pending: others };
    // The message itself may come before or after; until then its text is shown here.
    const known = talk.messages.some(({ id }) => id === ack.id);
    const message: TalkMessage = {
      id: ack.id,
      isMine: true,
      text: line.text,
      imageUrl: line.preview ?? null,
      tipTokens: null,
      at: ack.at ?? line.at,
      isRead: false,
    };
    if (known) return { ...talk, pending: others };
    return { ...talk, ...keepNewest(talk, merge(talk.messages, [message])), pending: others };
  }
  const error = { ...(ack.errorType && { code: ack.errorType }), ...(ack.error && { text: ack.error }) };
  return { ...talk, pending: [...others, { ...line, error }] };
}

/** How one conversation changes. */
export function reduceTalk(talk: Talk, event: TalkEvent | Extract<WireEvent, { name: 'v3.ack' }>): Talk {
  switch (event.name) {
    case 'page.talk':
      return withPage(talk, event.payload);
    case 'page.talk-failed':
      return talk.load === 'ready' ? talk : { ...talk, load: 'failed' };
    case 'page.sending': {
      const { username: _, ...line } = event.payload;
      return {
        ...talk,
        pending: [...talk.pending.filter(({ clientId }) => clientId !== line.clientId), line],
      };
    }
    case 'page.dropped':
      return { ...talk, pending: talk.pending.filter(({ clientId }) => clientId !== event.payload.clientId) };
    case 'page.read':
      return {
        ...talk,
        messages: talk.messages.map((message) =>
          message.isMine || message.isRead || message.id > event.payload.id
            ? message
            : { ...message, isRead: true },
        ),
      };
    case 'page.removed':
      return { ...talk, messages: talk.messages.filter(({ id }) => id !== event.payload.id) };
    case 'v3.ack':
      return withAck(talk, event.payload);
  }
}
