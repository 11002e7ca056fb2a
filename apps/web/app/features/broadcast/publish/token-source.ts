import { NO_RIGHT_STATUS, PublishRefused } from './publish-refused.ts';
import { api } from '#app/shared/api/client.ts';
import { codeOf } from '#app/shared/errors/explain-error.ts';

export type StartBody = NonNullable<Parameters<typeof api.startBroadcast>[0]>['body'];

/** Refusals that stay while a page tries again; all others pass, as that the connection before still delivers. */
const LASTING: ReadonlySet<string> = new Set([
  'broadcast.banned',
  'broadcast.not_approved',
  'common.forbidden',
  'common.unauthenticated',
  'compliance.consent_missing',
  'identity.suspended',
]);

interface TokenSource {
  /**
   * The first token once, then fresh ones; people in the picture are named each time, since a withdrawal ends it.
   * @throws PublishRefused, which is final, where asking again is of no use
   */
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
    const { ingest } = await api.startBroadcast({ body }).catch((error: unknown) => {
      throw LASTING.has(codeOf(error) ?? '') ? new PublishRefused(NO_RIGHT_STATUS, error) : error;
    });
    if (!ingest) throw new Error('the server gave no address to send to');
    return ingest.token;
  };
  return { next, onLive: () => (hasBeenLive = true) };
}
