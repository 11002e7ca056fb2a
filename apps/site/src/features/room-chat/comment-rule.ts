import { canModerate, type RoomAccess } from '../rooms/index.ts';
import type { CommentRule } from '../tipping/index.ts';
import { hasLink } from './chat-rules.ts';
import type { ChatRulesCache } from './chat-rules-cache.ts';

/**
 * Comments of tips follow the room's rules for lines: silenced people leave none, and whatever would hold a line (a
 * listed word or an address) is refused, since money does not wait for a moderator. The right to write is not checked:
 * a tip is what opens the chat.
 */
export const makeCommentRule =
  (deps: {
    readonly rules: Pick<ChatRulesCache, 'of'>;
    readonly access: Pick<RoomAccess, 'admit'>;
    readonly now: () => number;
  }): CommentRule =>
  async (comment, owner, caller) => {
    const [rules, { role, silencedUntilMs }] = await Promise.all([
      deps.rules.of(owner.id),
      deps.access.admit(owner, caller),
    ]);
    if (silencedUntilMs > deps.now()) return 'tipping.comment_silenced';
    if (!rules || canModerate(role)) return null;
    const isRefused = (rules.links !== 'show' && hasLink(comment)) || rules.words.find(comment) !== undefined;
    return isRefused ? 'compliance.text_refused' : null;
  };
