import type { Account } from '../identity/index.ts';
import { canModerate, type Person } from '../rooms/index.ts';
import type { ChatFacts } from './chat-rules.ts';
import type { RoomChatRules } from './chat-rules-cache.ts';

/** What is read from the database for one line, and only if a rule of the room needs it. */
export interface ChatFactReader {
  /** Within the last hour, in shows as well. */
  readonly hasTippedLately: (person: Account, owner: Account) => Promise<boolean>;
  readonly hasTippedEver: (person: Account, owner: Account) => Promise<boolean>;
  readonly isFollowing: (person: Account, owner: Account) => Promise<boolean>;
}

/** The writer, as seen by the rules of a room. */
export type Writer = Pick<Person, 'hasTokens' | 'recentTips' | 'role' | 'silencedUntilMs'> & {
  readonly account: Account | null;
};

/** The facts of a line, for the line itself and for the room's HTTP answer. */
export async function readChatFacts(
  { account, role, silencedUntilMs, hasTokens, recentTips }: Writer,
  { owner, chatAllowed, isFollowersOnly }: RoomChatRules,
  reader: ChatFactReader,
  nowMs: number,
): Promise<ChatFacts> {
  const isPrivileged = canModerate(role);
  const asks = account !== null && !isPrivileged;
  // A room itself knows only tips that everybody may know of: not those of shows.
  const isKnown = recentTips > 0;
  const [hasTippedLately, hasTippedEver, isFollower] = await Promise.all([
    asks && !isKnown && chatAllowed === 'tip_recent' ? reader.hasTippedLately(account, owner) : isKnown,
    asks && !isKnown && chatAllowed === 'tip_anytime' ? reader.hasTippedEver(account, owner) : isKnown,
    asks && isFollowersOnly ? reader.isFollowing(account, owner) : false,
  ]);
  return {
    isLoggedIn: account !== null,
    isPrivileged,
    isSilenced: silencedUntilMs > nowMs,
    emailConfirmed: account?.emailConfirmed ?? false,
    hasTokens,
    hasTippedLately,
    hasTippedEver,
    chatAllowed,
    isFollowerEnough: !isFollowersOnly || isFollower,
  };
}
