import { Button, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { explainError } from '../../shared/errors/explain-error.ts';
import { findSubscription, hasPush, subscribe, unsubscribe } from './push-browser.ts';

type State = 'looking' | 'none' | 'refused' | 'off' | 'on';

/** What this browser allows, and whether it is subscribed. */
async function readState(): Promise<State> {
  if (!hasPush()) return 'none';
  if (Notification.permission === 'denied') return 'refused';
  return (await findSubscription()) ? 'on' : 'off';
}

/** Push messages of this browser: only a press on this button asks for them (SHELL-036). */
export default function PushSettings() {
  const { i18n } = useLingui();
  const [state, setState] = useState<State>('looking');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    readState().then(setState, () => setState('none'));
  }, []);
  const run = async (act: () => Promise<unknown>) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await act();
    } catch (error) {
      setFailure(explainError(error, i18n));
    }
    setState(await readState().catch(() => 'none' as const));
    setBusy(false);
  };
  return (
    <div className="grid gap-3">
      <p className="text-ink-2">
        <Trans>This browser can notify you when someone you follow goes live, even with no page open.</Trans>
      </p>
      {state === 'none' && (
        <p>
          <Trans>This browser does not support push notifications.</Trans>
        </p>
      )}
      {state === 'refused' && (
        <p>
          <Trans>Push notifications are blocked in this browser’s settings. Allow them there first.</Trans>
        </p>
      )}
      {failure !== undefined && <Notice tone="bad" title={failure} />}
      {(state === 'off' || state === 'looking') && (
        <Button busy={isBusy} disabled={state === 'looking'} onClick={() => void run(subscribe)}>
          <Trans>Turn on in this browser</Trans>
        </Button>
      )}
      {state === 'on' && (
        <Button kind="line" busy={isBusy} onClick={() => void run(unsubscribe)}>
          <Trans>Turn off in this browser</Trans>
        </Button>
      )}
    </div>
  );
}
