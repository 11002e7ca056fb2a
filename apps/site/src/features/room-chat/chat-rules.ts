import { assertNever } from '@klieg/kernel';
import type { Settings } from '@klieg/contract';

/** Longest line in code points; VIPs write longer ones (S3205). */
export const LINE_MAX = { normal: 200, vip: 500 };

/** Everything that decides whether a line may be written (S3201). */
export interface ChatFacts {
  readonly isLoggedIn: boolean;
  /** Streamer and moderators are exempt from everything but silence. */
  readonly isPrivileged: boolean;
  readonly isSilenced: boolean;
  readonly emailConfirmed: boolean;
  readonly hasTokens: boolean;
  /** Has given this performer tokens in the last 60 minutes. */
  readonly hasTippedLately: boolean;
  readonly hasTippedEver: boolean;
  readonly chatAllowed: Settings['chat_allowed'];
  /** Follows the performer, or the room does not ask for it. */
  readonly isFollowerEnough: boolean;
}

const passesRoom = (facts: ChatFacts): boolean => {
  switch (facts.chatAllowed) {
    case 'all':
      return true;
    case 'tip_anytime':
      return facts.hasTippedEver;
    case 'tip_recent':
      return facts.hasTippedLately;
    case 'tokens':
      return facts.hasTokens;
    default:
      return assertNever(facts.chatAllowed);
  }
};

/** Why somebody may not write here now, as the wire's errorType, or null. */
export function refuseLine(facts: ChatFacts): 'guest' | 'silenced' | 'not_allowed' | null {
  if (!facts.isLoggedIn) return 'guest';
  if (facts.isSilenced) return 'silenced';
  if (facts.isPrivileged) return null;
  if (!facts.emailConfirmed && !facts.hasTokens) return 'not_allowed';
  return facts.isFollowerEnough && passesRoom(facts) ? null : 'not_allowed';
}

const LINK = /(?:https?:\/\/|www\.)\S+|\b[a-z0-9-]+\.(?:com|net|org|io|tv|me|xxx|cam|info|biz)\b/iu;

/** True for text that holds something like an address. */
export const hasLink = (text: string): boolean => LINK.test(text);
