import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import type { RoomTools } from '#app/shared/room-module/room-module.ts';
import { useLoaded } from '#app/shared/use-loaded.ts';
import { tellRefusal } from '../tell-refusal.ts';

/** What the performer does about raids. */
export interface RaidsControl {
  /** From when on the next raid may begin, in Unix milliseconds; null: now. */
  readonly freeAt: number | null;
  /** Rooms whose raids are refused. */
  readonly refused: readonly string[];
  /** What is being sent: the name of a room, or `cancel`. */
  readonly busy: string | undefined;
  readonly start: (username: string) => Promise<boolean>;
  readonly cancel: () => Promise<boolean>;
  readonly refuse: (username: string, isRefused: boolean) => Promise<boolean>;
}

/** @param overId the raid that ended last: the pause begins with it */
export function useRaids(overId: string | undefined, { dispatch }: RoomTools): RaidsControl {
  const { i18n } = useLingui();
  const { state, reload } = useLoaded('raids', (signal) => lateApi.getRaids({ signal }), overId);
  const [busy, setBusy] = useState<string>();
  const known = state.kind === 'ready' ? state.value : undefined;
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
      reload();
    }
  };
  return {
    freeAt: known?.free_at ? Date.parse(known.free_at) : null,
    refused: known?.refused ?? [],
    busy,
    start: (username) =>
      run(username, async () => {
        const { raid } = await lateApi.startRaid({ body: { username } });
        dispatch({ name: 'page.raid', payload: raid });
      }),
    cancel: () => run('cancel', () => lateApi.cancelRaid({ body: {} })),
    refuse: (username, is_refused) =>
      run(username, () => lateApi.refuseRaids({ body: { username, is_refused } })),
  };
}
