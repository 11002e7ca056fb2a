import { MEDIA_TOKEN_MS, type MediaClaims, verifyMediaToken } from '@klieg/contract/media';

export type PlayClaims = Extract<MediaClaims, { use: 'play' }>;
export type PublishClaims = Extract<MediaClaims, { use: 'publish' }>;

/** Which play tokens end: those of the session, of the stream, or of both together. */
export interface Revocation {
  readonly session?: string;
  readonly streamName?: string;
}

/** Decides about tokens, by signature, time and revocations. */
export interface Access {
  /** The claims of a token that may play this stream now, else undefined. */
  play(token: string, streamName: string): PlayClaims | undefined;
  /** The claims of a token that may publish now, else undefined. */
  publish(token: string): PublishClaims | undefined;
  /** Ends tokens that were made before now. */
  revoke(revocation: Revocation): void;
}

/** Clocks of site and media may differ by this. */
const CLOCK_SKEW_MS = 5_000;
const REVOCATIONS_MAX = 50_000;

/** True when the revocation names this token's session, stream, or both. */
export const isCovered = (claims: PlayClaims, revocation: Revocation): boolean =>
  (revocation.session !== undefined || revocation.streamName !== undefined) &&
  (revocation.session === undefined || revocation.session === claims.session) &&
  (revocation.streamName === undefined || revocation.streamName === claims.streamName);

export function makeAccess(secret: Uint8Array, now: () => number): Access {
  const revocations = new Map<string, { revocation: Revocation; atMs: number }>();

  const keyOf = ({ session, streamName }: Revocation): string => JSON.stringify([session, streamName]);

  const prune = (): void => {
    // Insertion order is order of time, so the old ones come first.
    for (const [key, { atMs }] of revocations) {
      if (now() - atMs <= MEDIA_TOKEN_MS && revocations.size <= REVOCATIONS_MAX) break;
      revocations.delete(key);
    }
  };

  /** A token that ends later than a full life after the revocation was made after it. */
  const isRevoked = (claims: PlayClaims): boolean => {
    const { session, streamName } = claims;
    return [{ session }, { streamName }, { session, streamName }].some((revocation) => {
      const found = revocations.get(keyOf(revocation));
      return found !== undefined && claims.expiresAt <= found.atMs + MEDIA_TOKEN_MS;
    });
  };

  return {
    play(token, streamName) {
      const claims = verifyMediaToken(secret, token, now());
      if (claims?.use !== 'play' || claims.streamName !== streamName) return undefined;
      if (claims.expiresAt > now() + MEDIA_TOKEN_MS + CLOCK_SKEW_MS) return undefined;
      return isRevoked(claims) ? undefined : claims;
    },
    publish(token) {
      const claims = verifyMediaToken(secret, token, now());
      return claims?.use === 'publish' ? claims : undefined;
    },
    revoke(revocation) {
      const { session, streamName } = revocation;
      const named = {
        ...(session === undefined ? {} : { session }),
        ...(streamName === undefined ? {} : { streamName }),
      };
      const key = keyOf(named);
      revocations.delete(key);
      revocations.set(key, { revocation: named, atMs: now() });
      prune();
    },
  };
}
