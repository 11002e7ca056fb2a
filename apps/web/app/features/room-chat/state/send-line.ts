import { uuidv7 } from '@klieg/kernel';
import type { RoomClient } from '#app/shared/realtime/room-client.ts';
import type { ChatEvent } from './chat-state.ts';

/** No answer within this time: the line is sent again with the same id (W56). */
const ACK_MS = 5_000;
/** After this many attempts without an answer the line is shown to its writer as failed. */
const ATTEMPTS_MAX = 4;

export interface LineSender {
  /** Sends a line; a repeat under the same id has no second effect within ten minutes. */
  send(text: string, clientId?: string): void;
  drop(clientId: string): void;
  stop(): void;
}

/** Sends lines to the room and sends them again until they are taken or refused. */
export function makeLineSender(
  room: Pick<RoomClient, 'send'>,
  store: { readonly dispatch: (event: ChatEvent) => void },
  isPending: (clientId: string) => boolean,
  /** How the person's lines look now. */
  styleNow: () => Record<string, string> | undefined = () => undefined,
): LineSender {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  const attempt = (clientId: string, text: string, count: number) => {
    const style = styleNow();
    room.send('v3.chat.send', { client_id: clientId, message: text, ...(style && { style }) });
    timers.set(
      clientId,
      setTimeout(() => {
        timers.delete(clientId);
        if (!isPending(clientId)) return;
        if (count < ATTEMPTS_MAX) attempt(clientId, text, count + 1);
        else
          store.dispatch({
            name: 'v3.ack',
            payload: { client_id: clientId, status: 0, errorType: 'unavailable' },
          });
      }, ACK_MS),
    );
  };
  const forget = (clientId: string) => {
    clearTimeout(timers.get(clientId));
    timers.delete(clientId);
  };

  return {
    send: (text, clientId = uuidv7()) => {
      forget(clientId);
      store.dispatch({ name: 'page.sending', payload: { clientId, text } });
      attempt(clientId, text, 1);
    },
    drop: (clientId) => {
      forget(clientId);
      store.dispatch({ name: 'page.dropped', payload: { clientId } });
    },
    stop: () => {
      for (const clientId of timers.keys()) forget(clientId);
    },
  };
}
