import { api } from '#app/shared/api/client.ts';

export type StartBody = NonNullable<Parameters<typeof api.startBroadcast>[0]>['body'];

interface TokenSource {
  /** The first token once, then fresh ones; people in the picture are named each time, since a withdrawal ends it. */
  readonly next: () => Promise<string>;
  /** On air: from now on the broadcast only goes on, and what has been changed in it stays. */
  readonly onLive: () => void;
}

/** @param wish begins a broadcast: before it is on air another one may have to begin in its place */
export function makeTokenSource(
  first: string,
  wish: StartBody,
  named: { readonly co_performers?: string[] },
): TokenSource {
  let unused: string | undefined = first;
  let hasBeenLive = false;
  const next = async (): Promise<string> => {
    const given = unused;
    unused = undefined;
    if (given !== undefined) return given;
    const body: StartBody = hasBeenLive ? { streaming_tech: 'webrtc', ...named } : wish;
    const { ingest } = await api.startBroadcast({ body });
    if (!ingest) throw new Error('the server gave no address to send to');
    return ingest.token;
  };
  return { next, onLive: () => (hasBeenLive = true) };
}
