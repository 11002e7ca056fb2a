import type { Room } from '@klieg/contract';
import { useEffect, useState } from 'react';
import { api } from '../../shared/api/client.ts';
import { codeOf } from '../../shared/errors/explain-error.ts';
import { useMe } from '../../shared/me/me-store.ts';

export interface PersonalRoom {
  readonly room: Room | undefined;
  /** The server refuses the room to this person. */
  readonly isBanned: boolean;
}

/** In a constantly changing room the socket tells the rest. */
const READS_MAX = 3;

/**
 * The room as a logged-in person may see it; the page's HTML is that of a guest.
 * @param isOld whether the room has news that an answer lacks, which is then requested again
 * @param rightsChanges grows when this person's rights in the room were changed: the room is requested again
 */
export function usePersonalRoom(
  loaded: Room | undefined,
  onLoaded: (room: Room) => void,
  isOld: (room: Room) => boolean,
  rightsChanges: number,
): PersonalRoom {
  const me = useMe();
  const isMember = me.kind === 'member';
  // The first tokens open rooms that require them: rights are read again.
  const hasTokens = me.kind === 'member' && me.current.tokens > 0;
  // So does a confirmed address.
  const isConfirmed = me.kind === 'member' && me.current.user.email_confirmed === 1;
  const username = loaded?.user.username;
  const [personal, setPersonal] = useState<Room>();
  const [bannedFrom, setBannedFrom] = useState<string>();
  useEffect(() => {
    if (!isMember || username === undefined) return undefined;
    const stop = new AbortController();
    const read = async (): Promise<Room> => {
      for (let attempt = 1; ; attempt++) {
        const room = await api.getRoom({ params: { username }, signal: stop.signal });
        if (attempt === READS_MAX || !isOld(room)) return room;
      }
    };
    read().then(
      (room) => {
        setPersonal(room);
        setBannedFrom(undefined);
        // A change of rights changes nothing that the room shows.
        if (rightsChanges === 0 && !isOld(room)) onLoaded(room);
      },
      (error: unknown) => {
        if (codeOf(error) === 'rooms.banned') setBannedFrom(username);
      },
    );
    return () => stop.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- hasTokens, isConfirmed and rightsChanges change what the answer says
  }, [isMember, hasTokens, isConfirmed, rightsChanges, username, onLoaded, isOld]);
  return {
    room: personal && personal.user.username === username ? personal : loaded,
    isBanned: bannedFrom !== undefined && bannedFrom === username,
  };
}
