import type { Room } from '@klieg/contract';
import { useEffect, useState } from 'react';
import { api } from '../../shared/api/client.ts';
import { useMember } from '../../shared/me/me-store.ts';

/** A performer's own room; undefined until loaded. */
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
