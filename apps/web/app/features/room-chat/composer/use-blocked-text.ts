import type { Room } from '@klieg/contract';
import { useLingui } from '@lingui/react/macro';
import { type Me, useMe } from '#app/shared/me/me-store.ts';

/** A new member for whom a confirmed address opens the field, like tokens do. */
export const isConfirmationMissing = (me: Me, { chat, userSetting, viewer }: Room): boolean =>
  me.kind === 'member' &&
  me.current.user.email_confirmed === 0 &&
  me.current.tokens === 0 &&
  chat.can_write.reason === 'not_allowed' &&
  userSetting.chat_allowed === 'all' &&
  (!userSetting.followers_only || viewer.is_following);

/** Why the reader cannot write in the room now, for the field itself; undefined where they can. */
export function useBlockedText(room: Room, isPasswordRequired: boolean, isSpy = false): string | undefined {
  const { t } = useLingui();
  const me = useMe();
  const { can_write: canWrite } = room.chat;
  if (isSpy) return t`You cannot write while you spy`;
  if (isPasswordRequired) return t`Enter the room password to chat`;
  if (canWrite.ok || room.viewer.is_owner) return undefined;
  if (canWrite.reason === 'silenced') return t`You are silenced here for now`;
  if (isConfirmationMissing(me, room)) return t`Confirm your email to write`;
  if (room.userSetting.followers_only && !room.viewer.is_following)
    return t`Only followers can write in this room`;
  // A member's own rights come a moment after the room: who has tokens is never told to get some.
  const hasTokens = me.kind === 'member' && me.current.tokens > 0;
  if (hasTokens && ['all', 'tokens'].includes(room.userSetting.chat_allowed)) return t`One moment`;
  return t`Only viewers with tokens can write in this room`;
}
