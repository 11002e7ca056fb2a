import { MEDIA_TOKEN_MS, type MediaClaims, verifyMediaToken } from '@klieg/contract/media';
import type { PreviewMeter } from './preview-meter.ts';

export type PlayClaims = Extract<MediaClaims, { use: 'play' }>;
export type PublishClaims = Extract<MediaClaims, { use: 'publish' }>;
export type CheckClaims = Extract<MediaClaims, { use: 'check' }>;

/**
 * Which tokens end: those of the session, for publishing too, those that play the stream, or those with which the
 * session plays the stream.
 */
export interface Revocation {
  readonly session?: string;
  readonly streamName?: string;
  /** When the process of the site with this clock revoked, by that clock, in Unix milliseconds. */
  readonly clock?: string;
  readonly atMs?: number;
}

/** Decides about tokens, by signature, time, revocations and the rest of a preview. */
export interface Access {
  /** The claims of a token that may play this stream now, else undefined. */
  play(token: string, streamName: string): PlayClaims | undefined;
  /** The claims of a token that may publish now, else undefined. */
  publish(token: string): PublishClaims | undefined;
  /** The claims of a token that may measure the way to this process now, else undefined. */
  check(token: string): CheckClaims | undefined;
  /**
   * Ends tokens made before the given moment, compared for tokens of the same clock. Other clocks may be ahead, so
   * their tokens of the next five seconds count as older and end as well.
   */
  revoke(revocation: Revocation): void;
}

/** Clocks of site and media may differ by this. */
const CLOCK_SKEW_MS = 5_000;
/** A decision made before a revocation may be signed this much later. */
const DECIDED_MS = 1_000;
/** The latest end, after now, of a token that was made until now. */
const END_MS_MAX = MEDIA_TOKEN_MS + CLOCK_SKEW_MS;
const REVOCATIONS_MAX = 50_000;
const PREVIEW_SECONDS_MAX = 60;
const METER_ID_MAX = 200;

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

/** Only paid media is metered, by time or by a ticket, never free media. */
const isMeterSound = ({ mode, preview, meter }: PlayClaims): boolean =>
  meter === undefined ||
  (mode !== 'public' &&
    preview === undefined &&
    typeof meter?.meterId === 'string' &&
    meter.meterId.length > 0 &&
    meter.meterId.length <= METER_ID_MAX);

/** Somebody who may see the past sees what was public, free of charge. */
const isPastSound = ({ mode, preview, meter, mayGoBack }: PlayClaims): boolean =>
  mayGoBack === undefined || (mode === 'public' && preview === undefined && meter === undefined);

/** True when both tokens are of the same person, and agree on preview and meter (the same, or none). */
export const isRenewal = (before: PlayClaims, fresh: PlayClaims): boolean =>
  fresh.session === before.session &&
  fresh.preview?.grantId === before.preview?.grantId &&
  fresh.meter?.meterId === before.meter?.meterId;

/** Genuine tokens that are remembered with their claims: a player shows its own with every piece. */
const KNOWN_MAX = 20_000;

/** Reads tokens; those that were genuine lately need no second look at their signature, which costs more than all else. */
function makeReader(secret: Uint8Array, now: () => number) {
  const known = new Map<string, MediaClaims>();
  return (token: string): MediaClaims | undefined => {
    const kept = known.get(token);
    // A copy: each showing of a token is one of its own, as for whoever counts those that are being let in.
    if (kept && kept.expiresAt > now()) return { ...kept };
    const claims = verifyMediaToken(secret, token, now());
    if (!claims) {
      known.delete(token);
      return undefined;
    }
    known.set(token, claims);
    // Insertion order is order of time, so the oldest comes first.
    if (known.size > KNOWN_MAX) known.delete(known.keys().next().value!);
    return claims;
  };
}

export function makeAccess(
  secret: Uint8Array,
  now: () => number,
  previews: Pick<PreviewMeter, 'isOver'>,
): Access {
  const read = makeReader(secret, now);
  const revocations = new Map<string, { revocation: Revocation; heardAtMs: number }>();

  const keyOf = ({ session, streamName }: Revocation): string => JSON.stringify([session, streamName]);

  const prune = (): void => {
    // Insertion order is order of time, so the old ones come first.
    for (const [key, { heardAtMs }] of revocations) {
      if (now() - heardAtMs <= END_MS_MAX && revocations.size <= REVOCATIONS_MAX) break;
      revocations.delete(key);
    }
  };

  /** A token that ends later than any that there was at the revocation was made after it. */
  const isRevokedBy = ({ expiresAt, clock }: MediaClaims, revocation: Revocation): boolean => {
    const found = revocations.get(keyOf(revocation));
    if (!found) return false;
    const { atMs } = found.revocation;
    const isSameClock = clock !== undefined && clock === found.revocation.clock;
    if (isSameClock && atMs !== undefined) return expiresAt <= atMs + DECIDED_MS + MEDIA_TOKEN_MS;
    return expiresAt <= found.heardAtMs + END_MS_MAX;
  };

  const isRevoked = (claims: PlayClaims): boolean => {
    if (revocations.size === 0) return false;
    const { session, streamName } = claims;
    return [{ session }, { streamName }, { session, streamName }].some((one) => isRevokedBy(claims, one));
  };

  return {
    play(token, streamName) {
      const claims = read(token);
      if (claims?.use !== 'play' || claims.streamName !== streamName) return undefined;
      if (claims.expiresAt > now() + END_MS_MAX) return undefined;
      if (!isMeterSound(claims) || !isPastSound(claims)) return undefined;
      if (!isPreviewSound(claims) || (claims.preview && previews.isOver(claims.preview))) return undefined;
      return isRevoked(claims) ? undefined : claims;
    },
    check(token) {
      const claims = read(token);
      if (claims?.use !== 'check') return undefined;
      return isRevokedBy(claims, { session: claims.session }) ? undefined : claims;
    },
    publish(token) {
      const claims = read(token);
      if (claims?.use !== 'publish') return undefined;
      return isRevokedBy(claims, { session: claims.session }) ? undefined : claims;
    },
    revoke(revocation) {
      const key = keyOf(revocation);
      revocations.delete(key);
      revocations.set(key, { revocation, heardAtMs: now() });
      prune();
    },
  };
}
