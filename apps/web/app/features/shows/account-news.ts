import type { LobbyClient } from '../../shared/realtime/lobby-client.ts';
import type { AccountNews } from './shows-part.ts';

/** The open room, and as what its page is open. */
export interface NewsPlace {
  readonly username: string;
  readonly place: 'room' | 'studio';
}

/** Whether news of the account is about this room. */
export function isOfRoom({ name, payload }: AccountNews, { username, place }: NewsPlace): boolean {
  switch (name) {
    case 'v3.private.request':
      return payload.to === username;
    case 'v3.private.place':
      return payload.username === username;
    case 'v3.private.ping':
      return place === 'studio' || payload.from === username;
    // Names the other side; the performer's own pages only hear of their own room.
    case 'v3.private.declined':
    case 'v3.private.expired':
      return place === 'studio' || payload.username === username;
    // Names nobody; what belongs to no open request changes nothing.
    case 'v3.private.request_failed':
      return true;
  }
}

/** Passes on the visit socket's news of shows in this room; returns the way to stop. */
export function followAccountNews(
  lobby: Pick<LobbyClient, 'on'>,
  where: NewsPlace,
  tell: (news: AccountNews) => void,
): () => void {
  const hear = (news: AccountNews) => isOfRoom(news, where) && tell(news);
  const stops = [
    lobby.on('v3.private.request', (payload) => hear({ name: 'v3.private.request', payload })),
    lobby.on('v3.private.request_failed', (payload) => hear({ name: 'v3.private.request_failed', payload })),
    lobby.on('v3.private.declined', (payload) => hear({ name: 'v3.private.declined', payload })),
    lobby.on('v3.private.expired', (payload) => hear({ name: 'v3.private.expired', payload })),
    lobby.on('v3.private.ping', (payload) => hear({ name: 'v3.private.ping', payload })),
    lobby.on('v3.private.place', (payload) => hear({ name: 'v3.private.place', payload })),
  ];
  return () => stops.forEach((stop) => stop());
}
