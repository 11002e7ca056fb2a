import { formatDay, formatMoney } from '@klieg/i18n';
import { Button, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { usePageRealtime } from '../../shared/realtime/page-realtime.ts';
import { useLoaded } from '../../shared/use-loaded.ts';
import { useLevelName } from './use-level-name.ts';

/** The membership with its end, its next charge, and how to cancel. */
export function MembershipModule() {
  const { i18n } = useLingui();
  const current = useMember();
  const level = current?.user.membership ?? null;
  const levelName = useLevelName();
  const [isAsked, setAsked] = useState(false);
  const { state, reload } = useLoaded(
    'membership',
    (signal) => lateApi.listMemberships({ signal }),
    level ?? '',
  );
  const lobby = usePageRealtime()?.lobby;
  // Also where the level stays: renewals that are switched off, and a card that was declined.
  useEffect(
    () => lobby?.on('v3.account.update', ({ part }) => part === 'membership' && reload()),
    [lobby, reload],
  );
  if (!current || current.user.type === 'model') return null;
  const membership = state.kind === 'ready' ? state.value.current : null;
  const cancel = async () => {
    try {
      await lateApi.cancelMembership({ body: {} });
      reload();
    } catch (error) {
      showToast({ content: explainError(error, i18n), appearance: 'error', autoDismiss: false });
    }
    setAsked(false);
  };
  const end = membership && formatDay(membership.renews_at, i18n.locale);
  const price = membership && formatMoney(membership.renewal_amount, 'USD', i18n.locale);
  return (
    <section className="module" aria-busy={state.kind === 'loading'}>
      <span className="label">
        <Trans>Membership</Trans>
      </span>
      <b>{membership ? levelName(membership.membership) : <Trans>None</Trans>}</b>
      <p className="small text-ink-2">
        {!membership && <Trans>Tokens every 30 days, and more with VIP.</Trans>}
        {membership?.is_past_due && (
          <Trans>The card was declined. We try again until shortly after {end}.</Trans>
        )}
        {membership && !membership.is_past_due && membership.auto_renew && (
          <Trans>
            Renews for {price}, charged a day before {end}
          </Trans>
        )}
        {membership && !membership.auto_renew && <Trans>Ends on {end}; nothing more is charged</Trans>}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {isAsked ? (
          <>
            <Button size="small" kind="danger" onClick={() => void cancel()}>
              <Trans>Yes, cancel</Trans>
            </Button>
            <Button size="small" kind="line" onClick={() => setAsked(false)}>
              <Trans>Keep it</Trans>
            </Button>
          </>
        ) : (
          <>
            <Button size="small" kind="line" onClick={() => openModal('upgrade', {})}>
              {membership ? <Trans>Change</Trans> : <Trans>See memberships</Trans>}
            </Button>
            {membership?.auto_renew && (
              <Button size="small" kind="line" onClick={() => setAsked(true)}>
                <Trans>Cancel</Trans>
              </Button>
            )}
          </>
        )}
      </div>
    </section>
  );
}
