import type { Review, ReviewKind } from '@klieg/contract';
import type { Uuid } from '@klieg/kernel';
import type { SiteCaller } from '../sessions/index.ts';
import type { Decision } from './decide-review.ts';

export type Decided = 'approved' | 'rejected' | 'waiting';

/** What another feature brings to the review desk. */
export interface FurtherReviews {
  /** Kinds it handles; it is never called for others. */
  readonly kinds: readonly ReviewKind[];
  /** The longest waiting first, after that id. */
  list(kind: ReviewKind, after: Uuid | undefined, limit: number, caller: SiteCaller): Promise<Review[]>;
  /** @returns undefined if it is none of theirs */
  decide(id: Uuid, decision: Decision, caller: SiteCaller): Promise<Decided | undefined>;
}
