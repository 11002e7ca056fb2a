import type { Review, ReviewKind } from '@klieg/contract';
import type { AccountId, Uuid } from '@klieg/kernel';
import type { SiteCaller } from '../sessions/index.ts';
import type { Decision } from './decide-review.ts';

export type Decided = 'approved' | 'rejected' | 'waiting';

/** What another feature brings to the review desk. */
export interface FurtherReviews {
  /** Kinds it handles; it is never called for others. */
  readonly kinds: readonly ReviewKind[];
  /** The longest waiting first, after that id. */
  list(kind: ReviewKind, after: Uuid | undefined, limit: number, caller: SiteCaller): Promise<Review[]>;
  /**
   * Of somebody's own things that others are to see: how many wait for staff, and how many were not accepted and are
   * still there. Absent for papers.
   */
  countOwn?(owner: AccountId): Promise<{ readonly waiting: number; readonly rejected: number }>;
  /** @returns undefined if it is none of theirs */
  decide(id: Uuid, decision: Decision, caller: SiteCaller): Promise<Decided | undefined>;
}
