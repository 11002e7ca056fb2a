import { assertNever } from '@klieg/kernel';
import type { Settings } from '@klieg/contract';
import { withoutInvisible } from './word-filter.ts';

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

/** Endings of most addresses that people send each other. */
const ENDINGS =
  'com|net|org|info|biz|io|tv|me|xxx|cam|cams|sex|porn|adult|dating|webcam|xyz|gg|ly|app|dev|link|site|online|live|club|shop|store|vip|website|cc|ws|co|eu|uk|de|fr|es|nl|ru|ca|au|br|pl|ro|gl|tk|ml|ga|cf|gq|onion';

/** A beginning of an address, a name with such an ending, or a name with any ending and a path behind it. */
const LINK = new RegExp(
  `(?:https?:/|www\\.)\\S+|[\\p{L}\\p{N}-]+\\.(?:${ENDINGS})(?![\\p{L}\\p{N}])|[\\p{L}\\p{N}-]{2,}\\.\\p{L}{2,}/\\S`,
  'iu',
);

/** Dots that a browser takes for one in a name. */
const DOTS = /[\u3002\uff0e\uff61]/gu;

/** True for text that holds something like an address, also with invisible signs, wide letters or foreign dots in it. */
export const hasLink = (text: string): boolean =>
  LINK.test(withoutInvisible(text).replace(DOTS, '.').normalize('NFKC'));
