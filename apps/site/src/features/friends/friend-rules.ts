import type { FriendStatus } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';

/** Days a request stays open; after that it counts as never sent (S2902). */
export const REQUEST_DAYS = 90;

/** The row of a pair, independent of side. */
export interface Friendship {
  readonly askerId: AccountId;
  readonly status: 'requested' | 'confirmed';
  /** The asked one ignores the asker and does not see the request. */
  readonly isUnseen: boolean;
}

/** What a side sees of the pair (PM-FRIENDS-012); null: nothing. */
export function statusFor(person: AccountId, pair: Friendship | undefined): FriendStatus | null {
  if (!pair) return null;
  if (pair.status === 'confirmed') return 'CONFIRMED';
  if (pair.askerId === person) return 'REQUESTED';
  return pair.isUnseen ? null : 'TO_CONFIRM';
}

/** The facts when somebody asks. */
export interface RequestFacts {
  readonly seen: FriendStatus | null;
  /** The asker ignores the other one. */
  readonly isIgnoring: boolean;
  /** The other one ignores the asker, who must not notice. */
  readonly isIgnored: boolean;
  readonly isOtherSuspended: boolean;
  /** Friends and own requests of the asker. */
  readonly ownCount: number;
  /** Requests that wait for the other one's answer. */
  readonly waitingCount: number;
  readonly countMax: number;
}

export type RequestDecision =
  | { readonly do: 'nothing'; readonly status: FriendStatus }
  | { readonly do: 'confirm' }
  | { readonly do: 'ask'; readonly isUnseen: boolean }
  | { readonly do: 'refuse'; readonly code: 'friends.limit' | 'friends.not_allowed' };

/** Decides a request: a second one returns the first, two that ask each other agree (S2901). */
export function decideRequest(facts: RequestFacts): RequestDecision {
  const { seen } = facts;
  if (seen === 'CONFIRMED' || seen === 'REQUESTED') return { do: 'nothing', status: seen };
  if (facts.isIgnoring) return { do: 'refuse', code: 'friends.not_allowed' };
  if (facts.ownCount >= facts.countMax) return { do: 'refuse', code: 'friends.limit' };
  if (seen === 'TO_CONFIRM') return { do: 'confirm' };
  if (facts.isIgnored) return { do: 'ask', isUnseen: true };
  if (facts.isOtherSuspended || facts.waitingCount >= facts.countMax)
    return { do: 'refuse', code: 'friends.not_allowed' };
  return { do: 'ask', isUnseen: false };
}
