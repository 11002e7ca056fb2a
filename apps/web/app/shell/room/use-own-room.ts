import type { Room } from '@klieg/contract';
import { useEffect, useState } from 'react';
import { api } from '../../shared/api/client.ts';
import { useMember } from '../../shared/me/me-store.ts';

/** The own room of a performer; undefined until it is read. */
export function useOwnRoom(): Room | undefined {
  const username = useMember()?.user.username;
  const [room, setRoom] = useState<Room>();
  useEffect(() => {
    if (!username) return undefined;
    const stop = new AbortController();
    api.getRoom({ params: { username }, signal: stop.signal }).then(setRoom, () => undefined);
    return () => stop.abort();
  }, [username]);
  return room;
}
