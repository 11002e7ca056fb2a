import { Trans } from '@lingui/react/macro';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { idleLobby } from '../shared/realtime/lobby-machine.ts';
import { usePageRealtime } from '../shared/realtime/page-realtime.ts';

/** A short loss is not worth a word (S105). */
const QUIET_MS = 3_000;

/** Says so when the page has had no connection for 3 s; money actions go by HTTP and stay usable. */
export function ConnectionNotice() {
  const lobby = usePageRealtime()?.lobby;
  const state = useSyncExternalStore(
    lobby?.subscribe ?? (() => () => {}),
    lobby?.get ?? (() => idleLobby),
    () => idleLobby,
  );
  const isLost = state.phase.kind !== 'ready' && state.phase.kind !== 'idle';
  const [isShown, setShown] = useState(false);

  useEffect(() => {
    setShown(false);
    if (!isLost) return undefined;
    const timer = setTimeout(() => setShown(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isLost]);

  if (!isShown || !isLost) return null;
  return (
    <div className="connection-notice" role="status">
      <span className="badge badge-reconnecting">
        <i />
        {state.isRestarting ? <Trans>Reconnecting</Trans> : <Trans>Offline, trying again</Trans>}
      </span>
    </div>
  );
}
