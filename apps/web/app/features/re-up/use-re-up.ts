import { useEffect, useState } from 'react';
import type { Answer } from '../../shared/api/answers.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { usePageRealtime } from '../../shared/realtime/page-realtime.ts';

/** Automatic charges; read again with their news and when the choice changes. */
export function useReUp(): Answer<'getReUp'> | undefined {
  const [reUp, setReUp] = useState<Answer<'getReUp'>>();
  const [attempt, setAttempt] = useState(0);
  const choice = useMember()?.settings.auto_re_ups;
  const lobby = usePageRealtime()?.lobby;
  useEffect(() => lobby?.on('v3.reUp.update', () => setAttempt((count) => count + 1)), [lobby]);
  useEffect(() => {
    if (choice === undefined) return undefined;
    const stop = new AbortController();
    lateApi.getReUp({ signal: stop.signal }).then(setReUp, () => undefined);
    return () => stop.abort();
  }, [attempt, choice]);
  return reUp;
}
