import type { Room } from '@klieg/contract';
import { useMemo } from 'react';
import { type Emoticons, emoticonsOf } from '#app/shared/emoticons/emoticon-text.ts';
import { useMember } from '#app/shared/me/me-store.ts';

/** The room's pictures, or none for a person who prefers the codes. */
export function useEmoticons(room: Room): Emoticons {
  const isWanted = useMember()?.settings.chat_emoticons !== 'NO';
  const list = room.chat.emoticonList;
  return useMemo(() => emoticonsOf(isWanted ? list : []), [isWanted, list]);
}
