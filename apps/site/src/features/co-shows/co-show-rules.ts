import type { ChatStatus } from '@klieg/contract';
import {
  CO_SHOW_DECLINED_MINUTES,
  CO_SHOW_UNANSWERED_SECONDS,
} from '@klieg/contract/features/co-shows/limits';
import type { AccountId, Uuid } from '@klieg/kernel';

/* Co-shows: who may be asked and when, when one may begin, and how it ends. Pure. */

export type CoShowEnd = 'ended' | 'show' | 'offline';
/** How a request is over that became no show. */
export type RequestEnd = 'declined' | 'withdrawn' | 'expired';

/** Times are Unix milliseconds of the database. */
export interface CoShow {
  readonly id: Uuid;
  /** The asker, and the person asked. */
  readonly fromId: AccountId;
  readonly toId: AccountId;
  readonly state: 'asked' | 'running' | 'ended' | RequestEnd;
  /** False: the person asked ignores the asker, and is told nothing. */
  readonly isHeard: boolean;
  readonly expiresAt: number;
  readonly startedAt: number | null;
  readonly closedAt: number | null;
  readonly reason: CoShowEnd | null;
}

/** The other of the two. */
export const partnerIn = ({ fromId, toId }: Pick<CoShow, 'fromId' | 'toId'>, id: AccountId): AccountId =>
  fromId === id ? toId : fromId;

/** A performer's room as a co-show asks for it. */
export interface Side {
  readonly status: ChatStatus;
  readonly hasBroadcast: boolean;
  /** Another show is announced, waits for people or runs there, or it is a house. */
  readonly isBarred: boolean;
  readonly isInCoShow: boolean;
}

/** On the air, for everybody, also while a picture that was lost is waited for. */
export const isPublic = (status: ChatStatus): boolean => status === 'online' || status === 'reconnecting';

type BeginRefusal = 'broadcast.not_live' | 'shows.in_show' | 'co_shows.running' | 'co_shows.room_closed';

/** Why the caller's own room cannot be in a co-show now. */
function ownRefusal(own: Side): BeginRefusal | undefined {
  if (!isPublic(own.status) || !own.hasBroadcast) return 'broadcast.not_live';
  if (own.isInCoShow) return 'co_shows.running';
  return own.isBarred ? 'shows.in_show' : undefined;
}

/** From when on somebody may be asked again by the same one; null: now. */
export function freeAt(last: CoShow | undefined, now: number): number | null {
  if (!last || last.closedAt === null || last.state === 'running' || last.state === 'ended') return null;
  const pauseMs =
    last.state === 'declined' ? CO_SHOW_DECLINED_MINUTES * 60_000 : CO_SHOW_UNANSWERED_SECONDS * 1_000;
  return last.closedAt + pauseMs > now ? last.closedAt + pauseMs : null;
}

/** What is known when a performer asks another. */
export interface AskSight {
  readonly own: Side;
  readonly other: Side;
  /** Somebody who performs here, and not the caller. */
  readonly isPerformer: boolean;
  /** The caller ignores or has banned the other, or is banned or kept out of that room. */
  readonly isApart: boolean;
  /** The other ignores the caller, who is never told, or has more requests than anybody answers. */
  readonly isUnheard: boolean;
  /** The caller's own request that waits, and the other's to the caller. */
  readonly asked: CoShow | undefined;
  readonly askedBack: CoShow | undefined;
  /** The caller's last request to the other that is over. */
  readonly last: CoShow | undefined;
}

type AskRefusal = BeginRefusal | 'co_shows.asked' | 'co_shows.asked_you' | 'co_shows.too_soon';
export type AskDecision =
  | { readonly do: 'ask'; readonly isHeard: boolean }
  /** The request that waits already. */
  | { readonly do: 'repeat'; readonly asked: CoShow }
  | { readonly do: 'refuse'; readonly code: AskRefusal };

/** What becomes of an invitation; only the first obstacle is reported. */
export function decideAsk(sight: AskSight, toId: AccountId, now: number): AskDecision {
  const { own, other, asked } = sight;
  const refuse = (code: AskRefusal): AskDecision => ({ do: 'refuse', code });
  const wrong = ownRefusal(own);
  if (wrong) return refuse(wrong);
  if (asked) return asked.toId === toId ? { do: 'repeat', asked } : refuse('co_shows.asked');
  // Somebody in the studio but not live may be asked, and goes live to accept.
  const isInShow = other.status === 'private' || other.status === 'limited';
  if (!sight.isPerformer || sight.isApart || isInShow || other.isBarred || other.isInCoShow)
    return refuse('co_shows.room_closed');
  if (sight.askedBack) return refuse('co_shows.asked_you');
  if (freeAt(sight.last, now) !== null) return refuse('co_shows.too_soon');
  return { do: 'ask', isHeard: !sight.isUnheard };
}

/** Why a request cannot become a show now; undefined: it begins. */
export function refusalToBegin(
  { state, expiresAt }: Pick<CoShow, 'state' | 'expiresAt'>,
  { own, other, isApart, now }: { own: Side; other: Side; isApart: boolean; now: number },
): BeginRefusal | 'co_shows.gone' | undefined {
  if (state !== 'asked' || expiresAt <= now || isApart) return 'co_shows.gone';
  const wrong = ownRefusal(own);
  if (wrong) return wrong;
  return ownRefusal(other) ? 'co_shows.room_closed' : undefined;
}

/** What one of the two rooms is while a co-show runs. */
export interface RunningSide {
  readonly status: ChatStatus;
  /** The broadcast that it began with still is the room's. */
  readonly isSameBroadcast: boolean;
  readonly isSuspended: boolean;
}

/** How a co-show ends now; undefined: it continues. */
export function endOf(sides: readonly RunningSide[], isApart: boolean): CoShowEnd | undefined {
  const isGone = ({ status, isSameBroadcast, isSuspended }: RunningSide) =>
    isSuspended || !isSameBroadcast || status === 'offline' || status === 'connected';
  if (sides.some(isGone)) return 'offline';
  if (sides.some(({ status }) => !isPublic(status))) return 'show';
  return isApart ? 'ended' : undefined;
}

/** The lines of a room; pages that know their codes may say them in their own words. */
export const sayBegan = (own: string, partner: string): string =>
  `${own} and ${partner} do a show together now. Tips that are given here go to ${own}`;
export const sayEnded = (partner: string): string => `The show together with ${partner} is over`;
