import { MEDIA_TOKEN_MS } from '@klieg/contract/media';
import type { PublishClaims } from '../control/access.ts';
import { isLeaving, type Leaving } from '../control/leaving.ts';
import type { PublishRefusal } from '../ingest/whip/publish-result.ts';
import type { Broadcast } from './broadcast.ts';

/** Decides which publishers may come in. */
export interface Admission {
  /** Why this publisher may not come in now; undefined: it may. */
  refusalOf(claims: PublishClaims): PublishRefusal | undefined;
  /** Keeps every other publisher of the broadcast out until the connection is open or has failed. */
  whileOpening<T>(claims: PublishClaims, open: () => Promise<T>): Promise<T>;
  /** Refuses the tokens of a broadcast that were made before now, for their longest possible life. */
  stop(broadcastId: string): void;
  /** What tokens of a broadcast that were made before now call its stream, is called so from now on. */
  rename(broadcastId: string, streamName: string): void;
  /** The same claims with the name that the stream has now. */
  renamed(claims: PublishClaims): PublishClaims;
  /** True for a token of a broadcast that was stopped after the token was made. */
  isStopped(claims: PublishClaims): boolean;
  /** Broadcasts with a publisher of this login session, or with one that is still connecting. */
  idsOf(session: string): readonly string[];
}

export interface AdmissionOptions {
  /** Wall clock in Unix milliseconds. */
  readonly now: () => number;
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
  readonly publishersMax: number;
  readonly leaving: Leaving;
  /** True while another process delivers the stream; absent: there are no others. */
  readonly isLiveElsewhere?: (streamName: string) => boolean;
  readonly byId: ReadonlyMap<string, Broadcast>;
  /** The same broadcasts by the names of their streams. */
  readonly byName: ReadonlyMap<string, Broadcast>;
}

/** A publisher without media for this long may be replaced by its own next connection. */
const DELIVERING_MS = 1_000;

export function makeAdmission(options: AdmissionOptions): Admission {
  const { byId, byName } = options;
  const opening = new Map<string, PublishClaims>();
  /** When each broadcast was stopped, in Unix milliseconds. */
  const stopped = new Map<string, number>();
  /** New names of renamed broadcasts, including those whose publisher has yet to move here. */
  const names = new Map<string, { readonly streamName: string; readonly atMs: number }>();

  const isDelivering = (broadcast: Broadcast): boolean => {
    const last = broadcast.source?.lastMediaMs;
    return last !== undefined && options.monotonic() - last < DELIVERING_MS;
  };

  const isStopped = ({ broadcastId, expiresAt }: PublishClaims): boolean => {
    const stoppedAt = stopped.get(broadcastId);
    return stoppedAt !== undefined && expiresAt <= stoppedAt + MEDIA_TOKEN_MS;
  };

  /** Cameras and broadcasts have places of their own, so viewers who show themselves keep no performer out. */
  const countLike = ({ camera }: PublishClaims): number =>
    [...[...byId.values()].map((broadcast) => broadcast.claims), ...opening.values()].filter(
      (other) => (other.camera === undefined) === (camera === undefined),
    ).length;

  return {
    refusalOf(claims) {
      const { broadcastId, streamName } = claims;
      if (isStopped(claims)) return 'stopped';
      if (isLeaving(options.leaving)) return 'full';
      const existing = byId.get(broadcastId);
      if (opening.has(broadcastId) || (existing && isDelivering(existing))) return 'conflict';
      const holder = byName.get(streamName);
      if (holder && holder !== existing) return 'conflict';
      if (options.isLiveElsewhere?.(streamName)) return 'conflict';
      return !existing && countLike(claims) >= options.publishersMax ? 'full' : undefined;
    },
    async whileOpening(claims, open) {
      const { broadcastId } = claims;
      opening.set(broadcastId, claims);
      try {
        return await open();
      } finally {
        opening.delete(broadcastId);
      }
    },
    stop(broadcastId) {
      const nowMs = options.now();
      for (const [id, atMs] of stopped) if (nowMs - atMs > MEDIA_TOKEN_MS) stopped.delete(id);
      stopped.set(broadcastId, nowMs);
    },
    rename(broadcastId, streamName) {
      const atMs = options.now();
      for (const [id, name] of names) if (atMs - name.atMs > MEDIA_TOKEN_MS) names.delete(id);
      names.set(broadcastId, { streamName, atMs });
    },
    renamed(claims) {
      const name = names.get(claims.broadcastId);
      const isOlder = name !== undefined && claims.expiresAt <= name.atMs + MEDIA_TOKEN_MS;
      return isOlder ? { ...claims, streamName: name.streamName } : claims;
    },
    isStopped,
    idsOf(session) {
      const present = [...byId.values()].map(({ claims }) => claims);
      const own = [...present, ...opening.values()].filter((claims) => claims.session === session);
      return [...new Set(own.map(({ broadcastId }) => broadcastId))];
    },
  };
}
