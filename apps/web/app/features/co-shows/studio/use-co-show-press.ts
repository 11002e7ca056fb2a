import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import type { RoomTools } from '#app/shared/room-module/room-module.ts';
import { tellRefusal } from '../tell-refusal.ts';

/** What the performer presses about co-shows. */
export interface CoShowPress {
  /** What is being sent: a name, the id of a request, or the action. */
  readonly busy: string | undefined;
  /** @returns whether it was done */
  readonly ask: (username: string) => Promise<boolean>;
  readonly withdraw: () => Promise<boolean>;
  readonly accept: (id: string) => Promise<boolean>;
  readonly decline: (id: string) => Promise<boolean>;
  readonly end: () => Promise<boolean>;
}

export function useCoShowPress({ dispatch }: RoomTools): CoShowPress {
  const { i18n } = useLingui();
  const [busy, setBusy] = useState<string>();
  const run = async (name: string, act: () => Promise<unknown>): Promise<boolean> => {
    if (busy !== undefined) return false;
    setBusy(name);
    try {
      await act();
      return true;
    } catch (error) {
      tellRefusal(error, i18n);
      return false;
    } finally {
      setBusy(undefined);
      // The news may be lost; the current state is read again.
      lateApi.getCoShow().then(
        (payload) => dispatch({ name: 'page.co-show-desk', payload }),
        () => undefined,
      );
    }
  };
  return {
    busy,
    ask: (username) => run(username, () => lateApi.askCoShow({ body: { username } })),
    withdraw: () => run('withdraw', () => lateApi.withdrawCoShow({ body: {} })),
    accept: (id) => run(id, () => lateApi.acceptCoShow({ params: { id }, body: {} })),
    decline: (id) => run(id, () => lateApi.declineCoShow({ params: { id }, body: {} })),
    end: () => run('end', () => lateApi.endCoShow({ body: {} })),
  };
}
