import { NEW_PEOPLE_A_DAY, type PmAllow } from '@klieg/contract';

/** Days in which the receiver of a message may answer, whatever the other's setting says. */
export const REPLY_DAYS = 14;
/** Within this time a message is taken back for both; later only for its sender (S2905). */
export const TAKE_BACK_MS = 15 * 60_000;

/** Why somebody may not write, as the wire's errorType says it (W58). */
export type WriteRefusal =
  | 'blocked'
  | 'deleted'
  | 'silenced'
  | 'not_allowed'
  | 'not_friend'
  | 'limit_reached';

/** The facts about a pair when one wants to write to the other. */
export interface WriteFacts {
  /** The receiver's account exists. */
  readonly isThere: boolean;
  readonly isReceiverSuspended: boolean;
  /** The house has silenced the writer in all rooms. */
  readonly isSilenced: boolean;
  /** The writer ignores the receiver. */
  readonly isIgnoring: boolean;
  readonly pmAllow: PmAllow;
  readonly isFriend: boolean;
  readonly isFan: boolean;
  readonly hasTokens: boolean;
  /** The receiver wrote to the writer within the time for an answer. */
  readonly wasWrittenTo: boolean;
  /** Staff on duty reach everybody. */
  readonly isStaff: boolean;
}

/**
 * Decides whether somebody may write, and why not (S2904). Friends pass every setting but `none`. Being ignored is no
 * reason to refuse: the writer must not notice.
 */
export function refuseToWrite(facts: WriteFacts): WriteRefusal | null {
  if (!facts.isThere) return 'deleted';
  if (facts.isIgnoring) return 'blocked';
  if (facts.isStaff) return null;
  if (facts.isSilenced) return 'silenced';
  if (facts.isReceiverSuspended) return 'not_allowed';
  if (facts.wasWrittenTo) return null;
  switch (facts.pmAllow) {
    case 'all':
      return null;
    case 'none':
      return 'not_allowed';
    case 'friends':
      return facts.isFriend ? null : 'not_friend';
    case 'fans':
      return facts.isFriend || facts.isFan ? null : 'not_allowed';
    case 'tokens':
      return facts.isFriend || facts.hasTokens ? null : 'not_allowed';
  }
}

/** True when a first message to one more person is too many for today. */
export const isTooManyNew = (startedToday: number): boolean => startedToday >= NEW_PEOPLE_A_DAY;
