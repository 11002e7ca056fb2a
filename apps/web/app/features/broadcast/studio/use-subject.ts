import type { Room } from '@klieg/contract';
import { useState } from 'react';
import { api } from '#app/shared/api/client.ts';

/** The subject of the room as it is typed; kept in the room when the field is left. */
export interface SubjectField {
  readonly text: string;
  readonly change: (text: string) => void;
  readonly save: () => void;
}

/** The subject of a room, for the field of its performer. */
export function useSubject(room: Room | undefined): SubjectField {
  const [typed, setTyped] = useState<string>();
  return {
    text: typed ?? room?.chat.subjectText ?? '',
    change: setTyped,
    save: () => {
      if (typed === undefined || !room) return;
      void api
        .setSubject({ params: { username: room.user.username }, body: { subject: typed.trim() } })
        .catch(() => undefined);
    },
  };
}
