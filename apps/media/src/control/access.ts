import { MEDIA_TOKEN_MS, type MediaClaims, verifyMediaToken } from '@klieg/contract/media';
import type { PreviewMeter } from './preview-meter.ts';

export type PlayClaims = Extract<MediaClaims, { use: 'play' }>;
export type PublishClaims = Extract<MediaClaims, { use: 'publish' }>;

/**
 * Which tokens end: those of the session, to publish too, those that play the stream, or those by which the
 * session plays the stream.
 */
export interface Revocation {
  readonly session?: string;
  readonly streamName?: string;
}

/** Decides about tokens, by signature, time, revocations and what is left of a preview. */
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
const PREVIEW_SECONDS_MAX = 60;

/** True when the revocation names this token's session, stream, or both. */
export const isCovered = (claims: PlayClaims, revocation: Revocation): boolean =>
  (revocation.session !== undefined || revocation.streamName !== undefined) &&
  (revocation.session === undefined || revocation.session === claims.session) &&
  (revocation.streamName === undefined || revocation.streamName === claims.streamName);

/** The login session that has ended as a whole; undefined where only somebody's right to watch has. */
export const endedSession = ({ session, streamName }: Revocation): string | undefined =>
  streamName === undefined ? session : undefined;

/** A preview is narrow in every way, so that a mistake of the site never opens more by it. */
const isPreviewSound = ({ mode, renditions, preview }: PlayClaims): boolean =>
  preview === undefined ||
  (mode === 'spy' &&
    renditions?.length === 1 &&
    typeof preview.grantId === 'string' &&
    preview.grantId.length > 0 &&
    Number.isInteger(preview.seconds) &&
    preview.seconds > 0 &&
    preview.seconds <= PREVIEW_SECONDS_MAX);

/** True when both tokens are of the same person, and of the same preview or of none. */
export const isRenewal = (before: PlayClaims, fresh: PlayClaims): boolean =>
  fresh.session === before.session && fresh.preview?.grantId === before.preview?.grantId;

export function makeAccess(
  secret: Uint8Array,
  now: () => number,
  previews: Pick<PreviewMeter, 'isOver'>,
): Access {
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
  const isRevokedBy = ({ expiresAt }: MediaClaims, revocation: Revocation): boolean => {
    const found = revocations.get(keyOf(revocation));
    return found !== undefined && expiresAt <= found.atMs + MEDIA_TOKEN_MS;
  };

  const isRevoked = (claims: PlayClaims): boolean => {
    const { session, streamName } = claims;
    return [{ session }, { streamName }, { session, streamName }].some((one) => isRevokedBy(claims, one));
  };

  return {
    play(token, streamName) {
      const claims = verifyMediaToken(secret, token, now());
      if (claims?.use !== 'play' || claims.streamName !== streamName) return undefined;
      if (claims.expiresAt > now() + MEDIA_TOKEN_MS + CLOCK_SKEW_MS) return undefined;
      if (!isPreviewSound(claims) || (claims.preview && previews.isOver(claims.preview))) return undefined;
      return isRevoked(claims) ? undefined : claims;
    },
    publish(token) {
      const claims = verifyMediaToken(secret, token, now());
      if (claims?.use !== 'publish') return undefined;
      return isRevokedBy(claims, { session: claims.session }) ? undefined : claims;
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
