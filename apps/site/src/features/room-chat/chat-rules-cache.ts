import type { Settings } from '@klieg/contract';
import type { AccountId, Clock } from '@klieg/kernel';
import type { Account, AccountStore } from '../identity/index.ts';
import { makeWordFilter, type WordFilter } from './word-filter.ts';
import type { ShieldStore } from './shield-store.ts';

/** Slow mode of a room under its shield, where the streamer's own is shorter. */
export const SHIELD_SLOW_SECONDS = 10;

/** Decides about the lines of one room, apart from the writer. */
export interface RoomChatRules {
  readonly owner: Account;
  readonly chatAllowed: Settings['chat_allowed'];
  readonly slowModeSeconds: number;
  readonly isFollowersOnly: boolean;
  /** Lines with an address: shown, held for review, or refused. */
  readonly links: 'show' | 'hold' | 'refuse';
  readonly words: WordFilter;
}

/** Rules of rooms in memory, so that a line reads nothing of the database. */
export interface ChatRulesCache {
  /** @returns undefined where the account no longer exists */
  of(roomId: AccountId): Promise<RoomChatRules | undefined>;
  forget(username: string): void;
}

/** Rules are read again after this, whoever may have changed them. */
const KEEP_MS = 60_000;
const ROOMS_MAX = 10_000;

/** The shield switches everything on, and restores the earlier settings when off. */
export function rulesOf(
  owner: Account,
  kept: { readonly shield: boolean; readonly bannedWords: readonly string[] },
): RoomChatRules {
  const {
    chat_allowed: chatAllowed,
    slow_mode_seconds: slow,
    followers_only: followers,
    links_allowed: links,
  } = owner.settings;
  return {
    owner,
    chatAllowed,
    slowModeSeconds: kept.shield ? Math.max(slow, SHIELD_SLOW_SECONDS) : slow,
    isFollowersOnly: followers || kept.shield,
    links: kept.shield ? 'refuse' : links ? 'show' : 'hold',
    words: makeWordFilter(kept.bannedWords),
  };
}

export function makeChatRulesCache(deps: {
  readonly accounts: AccountStore;
  readonly shields: ShieldStore;
  readonly clock: Clock;
}): ChatRulesCache {
  const entries = new Map<
    AccountId,
    { readonly rules: Promise<RoomChatRules | undefined>; readonly atMs: number }
  >();
  const names = new Map<string, AccountId>();

  const read = async (roomId: AccountId): Promise<RoomChatRules | undefined> => {
    const [owner, kept] = await Promise.all([deps.accounts.findById(roomId), deps.shields.get(roomId)]);
    if (!owner) return undefined;
    names.set(owner.username, roomId);
    return rulesOf(owner, kept);
  };

  return {
    of(roomId) {
      const known = entries.get(roomId);
      if (known && deps.clock.now() - known.atMs < KEEP_MS) return known.rules;
      if (entries.size >= ROOMS_MAX) {
        entries.clear();
        names.clear();
      }
      const rules = read(roomId);
      entries.set(roomId, { rules, atMs: deps.clock.now() });
      // What could not be read is asked for again by the next line.
      rules.catch(() => entries.delete(roomId));
      return rules;
    },
    forget(username) {
      const roomId = names.get(username);
      if (roomId !== undefined) entries.delete(roomId);
    },
  };
}
