import { CallError } from '@klieg/contract/client';
import { api } from '../../shared/api/client.ts';
import { whenCsrf } from '../../shared/api/csrf.ts';

/** A WebSocket address with the token in it, from what the server names and where the page is. */
export function socketAddress(named: string, token: string, page: string): string {
  const url = new URL(named, page);
  url.protocol = url.protocol.replace(/^http/u, 'ws');
  url.searchParams.set('token', token);
  return url.href;
}

/** Refusals that another attempt does not change; a room that is only offline may come back. */
const isFinal = (error: unknown): error is CallError =>
  error instanceof CallError &&
  error.httpStatus >= 400 &&
  error.httpStatus < 500 &&
  error.httpStatus !== 429 &&
  error.code !== 'rooms.offline';

/** Where to play a room from, with a fresh token; a passing failure is thrown. */
export async function askPlayAddress(username: string): Promise<{ url: string } | { refused: string }> {
  await whenCsrf();
  try {
    const { urls, token } = await api.getStreamToken({ params: { username }, body: { want: 'ws' } });
    return { url: socketAddress(urls.ws, token, location.href) };
  } catch (error) {
    if (isFinal(error)) return { refused: error.code };
    throw error;
  }
}

/** A fresh token for the stream that plays. */
export const askToken = async (username: string): Promise<string> =>
  (await api.getStreamToken({ params: { username }, body: { want: 'ws' } })).token;
