import type { SupportThread, SupportThreadLine } from '@klieg/contract';
import { useEffect, useRef } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { type LoadedControl, useLoaded } from '../../shared/use-loaded.ts';

/** How often an open dialog checks for an answer, in milliseconds: guests get no notices. */
const LOOK_MS = 15_000;

/** Reads again on a notice to the person, as for each answer, and periodically while visible. */
function useLooking(reload: () => void): void {
  const told = useMember()?.user.notificationUnreadCount ?? 0;
  const known = useRef(told);
  useEffect(() => {
    if (known.current === told) return;
    known.current = told;
    reload();
  }, [told, reload]);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') reload();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [reload]);
}

/** The person's own conversations with support. */
export function useThreads(): LoadedControl<SupportThreadLine[]> {
  const control = useLoaded(
    'support',
    async (signal) => (await lateApi.listSupportThreads({ signal })).items,
  );
  useLooking(control.reload);
  return control;
}

/** One of them; showing it marks it as read. */
export function useThread(id: string): LoadedControl<SupportThread> {
  const control = useLoaded(id, (signal) => lateApi.getSupportThread({ params: { id }, signal }));
  useLooking(control.reload);
  const shown = control.state.kind === 'ready' ? control.state.value.messages.length : 0;
  useEffect(() => {
    if (shown > 0) void lateApi.markSupportThreadRead({ params: { id } }).catch(() => undefined);
  }, [id, shown]);
  return control;
}
