import { Trans } from '@lingui/react/macro';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { idleLobby } from '../../shared/realtime/lobby-machine.ts';
import { usePageRealtime } from '../../shared/realtime/page-realtime.ts';

/** A short loss is not worth a word (S105). */
const QUIET_MS = 3_000;

/** Mounted while the connection is lost; says so after a while. */
function Lost({ isRestarting }: { readonly isRestarting: boolean }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <output className="connection-notice">
      {isShown && (
        <span className="badge badge-reconnecting">
          <i />
          {isRestarting ? <Trans>Reconnecting</Trans> : <Trans>Offline, trying again</Trans>}
        </span>
      )}
    </output>
  );
}

/** Says so when the page has had no connection for 3 s; money actions go by HTTP and stay usable. */
export function ConnectionNotice() {
  const lobby = usePageRealtime()?.lobby;
  const state = useSyncExternalStore(
    lobby?.subscribe ?? (() => () => {}),
    lobby?.get ?? (() => idleLobby),
    () => idleLobby,
  );
  const isLost = state.phase.kind !== 'ready' && state.phase.kind !== 'idle';
  return isLost && <Lost isRestarting={state.isRestarting} />;
}
