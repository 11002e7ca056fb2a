import { internalMediaKey } from '@klieg/contract/media';

const ASK_MS = 3_000;

/** Asks the site for a publish token in exchange for a stream key; undefined for a wrong key. */
export const makeExchangeKey =
  (siteUrl: string, secret: Uint8Array) =>
  async (key: string): Promise<string | undefined> => {
    const answer = await fetch(`${siteUrl}/internal/media/stream_key`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-internal-secret': internalMediaKey(secret) },
      body: JSON.stringify({ key }),
      signal: AbortSignal.timeout(ASK_MS),
    });
    if (!answer.ok) return undefined;
    const { token } = (await answer.json()) as { token?: unknown };
    return typeof token === 'string' ? token : undefined;
  };
