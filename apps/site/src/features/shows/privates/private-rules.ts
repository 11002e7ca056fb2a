import type { PrivateEndReason, PrivateState, PrivateType, Room, Settings } from '@klieg/contract';
import type { AccountId, Uuid } from '@klieg/kernel';

/* A private (machine 3): its possible transitions. Pure. */

/** How long a request waits for its answer. */
export const REQUEST_MS = 60_000;
/** The first picture has to be there within this (S307). */
export const FIRST_PICTURE_MS = 15_000;
/** A payer without a page of the room has left after this, while asking (S303) and in the show (S312). */
export const ASKER_AWAY_MS = 15_000;
export const PAYER_AWAY_MS = 30_000;
/** Ends it after this long without delivery (S312). */
export const SILENT_MS = 60_000;
/** Requests that a performer may have open. */
export const REQUESTS_MAX = 20;
/** From here on the payer is warned (S309). */
export const LOW_TIME_SECONDS = 60;
/** The least price a minute after a discount (S315). */
const PRICE_MIN = 6;

export type PrivateRunState = PrivateState | 'settling';

/** Why a request was not answered, or its show did not begin. */
export type ExpiryReason = 'timeout' | 'canceled' | 'taken' | 'offline';

export interface Private {
  readonly id: Uuid;
  readonly roomId: AccountId;
  readonly payerId: AccountId;
  readonly state: PrivateRunState;
  readonly type: PrivateType;
  readonly source: string;
  /** Tokens a minute. */
  readonly price: number;
  readonly prepaidSeconds: number;
  readonly withCam2cam: boolean;
  /** Its payer keeps a recording, as the performer allows. */
  readonly withRecording: boolean;
  readonly message: string | null;
  /** What the payer asked to watch together; null once it was proposed. */
  readonly watchMediaId: string | null;
  /** The watch that is proposed or running. */
  readonly watchId: Uuid | null;
  readonly reason: string | null;
  /** Of the request, Unix milliseconds of the database. */
  readonly expiresAt: number;
  readonly startsBy: number | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly durationSeconds: number | null;
  readonly tokensCharged: number | null;
  readonly tokensReturned: number | null;
  /** The payer was in the performer's fan club when it ended. */
  readonly payerIsFan: boolean;
  /** How long nothing had been delivered when last recorded; 0 during delivery. */
  readonly silentMs: number;
}

/** The refund at the end if the payer is in the performer's fan club, else 0 (SHOWS-012). */
export const fanRefundOf = ({
  payerIsFan,
  tokensReturned,
}: Pick<Private, 'payerIsFan' | 'tokensReturned'>): number => (payerIsFan ? (tokensReturned ?? 0) : 0);

/** A show runs, or is about to. */
export const isOn = ({ state }: Pick<Private, 'state'>): boolean =>
  state === 'starting' || state === 'running' || state === 'settling';
/** What an exclusive costs a minute: never less than a private that others may look into. */
export const exclusivePriceOf = ({
  private_cost: cost,
  exclusive_cost: exclusive,
}: Pick<Settings, 'private_cost' | 'exclusive_cost'>): number => Math.max(cost, exclusive);

/** What a request costs a minute now (S315). */
export function priceOf(
  settings: Pick<Settings, 'private_cost' | 'exclusive_cost'>,
  type: PrivateType,
  discountRate: number,
): number {
  const { private_cost: cost } = settings;
  if (type === 'exclusive') return exclusivePriceOf(settings);
  return discountRate === 0 ? cost : Math.max(PRICE_MIN, Math.floor((cost * (100 - discountRate)) / 100));
}

/** Whether somebody may ask for a private (SHOWS-046), judging only by the room. */
export const mayAsk = (
  status: Room['user']['status'],
  { private_enabled: isEnabled }: Pick<Settings, 'private_enabled'>,
): boolean => isEnabled && (status === 'online' || status === 'standby');

/** How an open request ends because of the time or the room; undefined: it stays open (S303). */
export function expiryOf(
  request: Private,
  now: number,
  room: { readonly status: Room['user']['status']; readonly isEnabled: boolean },
): ExpiryReason | undefined {
  if (now >= request.expiresAt) return 'timeout';
  if (room.status === 'reconnecting') return undefined;
  return mayAsk(room.status, { private_enabled: room.isEnabled }) ? undefined : 'offline';
}

/** What the node that counts a show knows of it now. */
export interface Sight {
  /** Unix milliseconds of the database. */
  readonly now: number;
  /** The room still has the show. */
  readonly isInRoom: boolean;
  readonly deliveredMs: number;
  /** How long nothing has been delivered. */
  readonly silentMs: number;
  /** How long the payer has had no page of the room. */
  readonly awayMs: number;
  /** Nothing is held for the coming time. */
  readonly isUsedUp: boolean;
}

/** What to do with a show (S306, S307, S310, S312, S319). */
export type Step =
  | { readonly kind: 'begin' }
  | { readonly kind: 'fail' }
  | { readonly kind: 'end'; readonly reason: PrivateEndReason };

export function stepOf(show: Private, sight: Sight): Step | undefined {
  if (!sight.isInRoom) return { kind: 'end', reason: 'unpublish' };
  if (show.state === 'starting') {
    if (sight.deliveredMs > 0) return { kind: 'begin' };
    if (show.startsBy !== null && sight.now >= show.startsBy) return { kind: 'fail' };
    return sight.awayMs >= ASKER_AWAY_MS ? { kind: 'end', reason: 'user_left' } : undefined;
  }
  if (show.state !== 'running') return undefined;
  if (sight.isUsedUp) return { kind: 'end', reason: 'out_of_tokens' };
  if (sight.awayMs >= PAYER_AWAY_MS || sight.silentMs >= SILENT_MS)
    return { kind: 'end', reason: 'user_left' };
  return undefined;
}

/** The rest of the seconds that were held first. */
export const prepaidLeft = (
  { prepaidSeconds }: Pick<Private, 'prepaidSeconds'>,
  deliveredMs: number,
): number => Math.max(0, prepaidSeconds - Math.floor(deliveredMs / 1_000));
