import type { Room } from '@klieg/contract';
import { useLingui } from '@lingui/react/macro';

/** Why the reader cannot write in the room now, for the field itself; undefined where they can. */
export function useBlockedText(room: Room, isPasswordRequired: boolean): string | undefined {
  const { t } = useLingui();
  const { can_write: canWrite } = room.chat;
  if (isPasswordRequired) return t`The chat opens with the password of the room`;
  if (canWrite.ok || room.viewer.is_owner) return undefined;
  if (canWrite.reason === 'silenced') return t`You are silenced here for now`;
  if (room.userSetting.followers_only && !room.viewer.is_following)
    return t`Only followers write in this room`;
  return t`Only viewers with tokens write in this room`;
}
