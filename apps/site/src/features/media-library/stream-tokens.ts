import { createHmac } from 'node:crypto';
import { isSameSecret } from '@klieg/kernel/secrets';
import { MINUTE_MS } from '@klieg/kernel/time';
import type { SiteCaller } from '../sessions/index.ts';

/** How long a token holds; the page asks for the next one before. */
export const STREAM_TOKEN_MS = 5 * MINUTE_MS;

/** Who may play a media until when. */
export interface StreamClaims {
  /** Unix milliseconds. */
  readonly until: number;
  /** The login session, or `g{id}` of a guest; empty for a browser that is not known yet. */
  readonly sessionId: string;
}

const TOKEN = /^([0-9a-z]{8,9})\.([\w-]{0,64})\.([\w-]{43})$/;

/**
 * Tokens that let one session play one media for a short time: they name neither file nor right, which are asked for
 * with each use.
 */
export function makeStreamTokens(deps: { readonly secret: Uint8Array; readonly now: () => number }) {
  const sign = (mediaId: number, until: string, sessionId: string): string =>
    createHmac('sha256', deps.secret)
      .update(`stream\n${mediaId}\n${until}\n${sessionId}`)
      .digest('base64url');

  return {
    make(
      mediaId: number,
      { sessionId }: Pick<SiteCaller, 'sessionId'>,
    ): { readonly token: string; readonly until: number } {
      const until = deps.now() + STREAM_TOKEN_MS;
      const text = until.toString(36);
      return { token: `${text}.${sessionId}.${sign(mediaId, text, sessionId)}`, until };
    },
    /** Undefined if it is not ours, has expired, or is for another media. */
    read(mediaId: number, token: string): StreamClaims | undefined {
      const [, text = '', sessionId = '', signature = ''] = TOKEN.exec(token) ?? [];
      if (!isSameSecret(signature, sign(mediaId, text, sessionId))) return undefined;
      const until = Number.parseInt(text, 36);
      return until > deps.now() ? { until, sessionId } : undefined;
    },
  };
}

export type StreamTokens = ReturnType<typeof makeStreamTokens>;
