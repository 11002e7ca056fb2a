import { Notice, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { useMe } from '../../shared/me/me-store.ts';
import { readCurrentUser } from '../../shared/session/start-session.ts';
import { AgeCheckFlow } from './age-check-flow.tsx';
import { takeWayBack } from './age-way-back.ts';
import './age-check.css';

/**
 * Somebody comes back from a vendor: the server asks it what came of the check, which the address does not say.
 * @returns whether that is still being asked
 */
function useVendorReturn(): boolean {
  const { t, i18n } = useLingui();
  // The call carries the session's token, which is known together with the person.
  const isReady = useMe().kind !== 'unknown';
  const [session] = useState(() => new URLSearchParams(location.search).get('session'));
  const [isLooking, setLooking] = useState(session !== null);
  useEffect(() => {
    if (!isReady || session === null) return;
    history.replaceState(history.state, '', location.pathname);
    const look = async () => {
      try {
        const { state, message } = await lateApi.returnFromAgeCheck({ body: { session } });
        if (state === 'failed')
          showToast({ content: message || t`Verification failed`, appearance: 'error' });
      } catch (error) {
        showToast({ content: explainError(error, i18n), appearance: 'error' });
      }
      await readCurrentUser().catch(() => undefined);
      setLooking(false);
    };
    void look();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each return
  }, [isReady, session]);
  return isLooking;
}

/** `/verify-age`: the check as a page, and where vendors send the browser back to (AGE-VERIFICATION-001). */
export function VerifyAgePage() {
  const isLooking = useVendorReturn();
  const goOn = () => location.assign(takeWayBack());
  if (isLooking)
    return (
      <main id="main" className="age-page">
        <h1>
          <Trans>Verify your age</Trans>
        </h1>
        <Notice title={<Trans>Getting the result of your check</Trans>} />
        <output className="skeleton block h-60" aria-busy="true" />
      </main>
    );
  return (
    <AgeCheckFlow
      onLeave={goOn}
      onGoOn={goOn}
      shell={({ title, body, foot }) => (
        <main id="main" className="age-page">
          <h1>{title}</h1>
          {body}
          {foot && <div className="age-page-foot">{foot}</div>}
        </main>
      )}
    />
  );
}
