import { CallError } from '@klieg/contract/client';
import { uuidv7 } from '@klieg/kernel';
import { api } from '../../shared/api/client.ts';
import type { EventStore } from '../../shared/event-store.ts';
import type { LobbyClient } from '../../shared/realtime/lobby-client.ts';
import type { MessagesEvent, MessagesState } from './messages-state.ts';
import { forgetUnsent, keepUnsent, type Unsent } from './unsent-store.ts';

/** No answer of the lobby within this time: the call says the same (W56). */
const ACK_MS = 5_000;

export interface MessageDraft extends Unsent {
  readonly imageId?: string;
  readonly preview?: string;
}

export interface MessageSender {
  /** Shows the message at once and sends it; a repeat under its id is the same message. */
  send(draft: Omit<MessageDraft, 'clientId'> & { readonly clientId?: string }): void;
  drop(username: string, clientId: string): void;
  stop(): void;
}

type Store = Pick<EventStore<MessagesState, MessagesEvent>, 'get' | 'dispatch'>;

const codeOfError = (error: unknown) => {
  if (!(error instanceof CallError)) return 'unavailable';
  const reason = error.body?.params['reason'];
  return typeof reason === 'string' ? reason : error.code;
};

/** Sends by the lobby, and by the call where the lobby does not answer; nothing typed is lost. */
export function makeMessageSender(
  own: string,
  store: Store,
  lobby: Pick<LobbyClient, 'send'>,
): MessageSender {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const forget = (clientId: string) => {
    clearTimeout(timers.get(clientId));
    timers.delete(clientId);
  };
  const isWaiting = ({ username, clientId }: Unsent): boolean =>
    store.get().talks[username]?.pending.some((line) => line.clientId === clientId && !line.error) ?? false;

  const post = async (draft: MessageDraft) => {
    const { username, clientId, text, imageId } = draft;
    try {
      const { id, at } = await api.sendMessage({
        params: { username },
        body: { text, client_id: clientId, ...(imageId !== undefined && { image_id: imageId }) },
      });
      forgetUnsent(clientId);
      store.dispatch({
        name: 'v3.ack',
        payload: { client_id: clientId, status: 1, id, at: Date.parse(at) },
      });
    } catch (error) {
      store.dispatch({
        name: 'v3.ack',
        payload: { client_id: clientId, status: 0, errorType: codeOfError(error) },
      });
    }
  };

  return {
    send({ clientId = uuidv7(), ...given }) {
      const draft = { ...given, clientId };
      forget(clientId);
      if (draft.imageId === undefined) keepUnsent(own, draft);
      store.dispatch({ name: 'page.sending', payload: { ...draft, at: Date.now() } });
      const { username, text, imageId } = draft;
      const isSent =
        imageId === undefined && lobby.send('v3.pm.send', { client_id: clientId, username, message: text });
      if (!isSent) return void post(draft);
      timers.set(
        clientId,
        setTimeout(() => {
          timers.delete(clientId);
          if (isWaiting(draft)) void post(draft);
        }, ACK_MS),
      );
    },
    drop(username, clientId) {
      forget(clientId);
      forgetUnsent(clientId);
      store.dispatch({ name: 'page.dropped', payload: { username, clientId } });
    },
    stop() {
      for (const clientId of timers.keys()) forget(clientId);
    },
  };
}
