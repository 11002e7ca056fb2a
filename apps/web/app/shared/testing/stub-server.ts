import { vi } from 'vitest';

interface Sent {
  readonly call: string;
  readonly body: unknown;
  readonly headers: Headers;
}

type Reply = unknown | { readonly status: number; readonly body: unknown };

const isReply = (reply: Reply): reply is { readonly status: number; readonly body: unknown } =>
  typeof reply === 'object' && reply !== null && 'body' in reply && 'status' in reply;

/** The wire's error body; for tests. */
export const refusal = (status: number, code: string, more: Record<string, unknown> = {}) => ({
  status,
  body: { status: 0, code, error: code, message: code, params: {}, request_id: 'r', ...more },
});

/**
 * Answers the page's calls by `METHOD /path` below /api/v1; anything else is a 404. For tests.
 * Undo by `vi.unstubAllGlobals()`.
 */
export function stubServer(replies: Readonly<Record<string, Reply>>): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${input.replace('/api/v1', '').replace(/\?.*$/u, '')}`;
    sent.push({
      call,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : (init.body ?? undefined),
      headers: new Headers(init.headers),
    });
    const reply = replies[call] ?? refusal(404, 'common.not_found');
    return isReply(reply)
      ? new Response(JSON.stringify(reply.body), { status: reply.status })
      : new Response(JSON.stringify(reply));
  });
  return sent;
}
