import { useContext, useEffect, useState } from 'react';
import { api } from '../api/client.ts';
import { useMember } from '../me/me-store.ts';
import { type Emoticons, EmoticonsContext, emoticonsOf } from './emoticon-text.ts';

const listed = new Map<string, Promise<Emoticons>>();

/** Of this person's room; none for somebody without one. A failed answer is asked for again. */
function listOf(username: string): Promise<Emoticons> {
  const known = listed.get(username);
  if (known) return known;
  const asked = api
    .listEmoticons({ params: { username } })
    .then(({ emoticonList }) => emoticonsOf(emoticonList))
    .catch(() => {
      listed.delete(username);
      return new Map<string, string>();
    });
  listed.set(username, asked);
  return asked;
}

/**
 * The pictures of codes outside a room: those of the room around, else those of this person's room; none
 * for a reader who has chosen the codes, and none until they are known.
 * @param owner who has a room; undefined where nobody concerned has one
 */
export function useListedEmoticons(owner: string | undefined): Emoticons {
  const around = useContext(EmoticonsContext);
  const isWanted = useMember()?.settings.chat_emoticons !== 'NO';
  const [own, setOwn] = useState<Emoticons>(around);
  const isAsked = isWanted && around.size === 0;
  useEffect(() => {
    if (!isAsked || owner === undefined) return undefined;
    let isOver = false;
    void listOf(owner).then((emoticons) => {
      if (!isOver) setOwn(emoticons);
    });
    return () => void (isOver = true);
  }, [isAsked, owner]);
  return isAsked ? own : around;
}
