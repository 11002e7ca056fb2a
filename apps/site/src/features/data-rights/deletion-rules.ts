import type { DeletionHold } from '@klieg/contract/features/data-rights/http';

/** What blocks a deletion now. */
export interface DeletionSight {
  readonly hasLegalHold: boolean;
  /** A report about the person that nobody has decided. */
  readonly hasOpenCase: boolean;
  /** On air, in a show, or with tokens that a show holds. */
  readonly hasOpenShow: boolean;
  /** A purchase whose end is not known. */
  readonly hasOpenOrder: boolean;
  readonly owedTokens: number;
  readonly earnedTokens: number;
}

/** What blocks a deletion, in the order told to its person. */
export function holdsOf(sight: DeletionSight): readonly DeletionHold[] {
  const holds: readonly (readonly [boolean, DeletionHold])[] = [
    [sight.hasLegalHold, 'legal_hold'],
    [sight.hasOpenCase, 'case_open'],
    [sight.hasOpenShow, 'shows_open'],
    [sight.hasOpenOrder, 'order_open'],
    [sight.owedTokens > 0, 'credit_owed'],
    [sight.earnedTokens > 0, 'balance_open'],
  ];
  return holds.flatMap(([isHeld, hold]) => (isHeld ? [hold] : []));
}

/** Money that is owed by either side is settled before somebody can ask to be deleted. */
export const refusesRequest = (sight: DeletionSight): boolean =>
  sight.owedTokens > 0 || sight.earnedTokens > 0;
