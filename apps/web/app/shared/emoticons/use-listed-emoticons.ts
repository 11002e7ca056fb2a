import { useContext, useEffect, useState } from 'react';
import { api } from '../api/client.ts';
import { useMember } from '../me/me-store.ts';
import { type Emoticons, EmoticonsContext, emoticonsOf } from './emoticon-text.ts';

const listed = new Map<string, Promise<Emoticons>>();

/** For this person's room; none for somebody without one. A failed answer is requested again. */
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
 * Pictures for codes outside a room: those of the surrounding room, else of this person's room; none for a reader who
 * prefers the codes, and none until loaded.
 * @param owner who has a room; undefined if nobody concerned has one
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
