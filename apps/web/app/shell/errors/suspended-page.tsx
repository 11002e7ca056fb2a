import { FactList, Button, buttonClass, StateBadge } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type { Answer } from '../../shared/api/answers.ts';
import { api } from '../../shared/api/client.ts';
import { isFirstInSession } from '../../shared/first-in-session.ts';
import { StagePage } from './stage-page.tsx';
import { AppealForm } from './appeal-form.tsx';
import { logOut } from '../layout/log-out.ts';

const moment = (at: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(at));

export interface SuspendedPageProps {
  /** ISO instant. */
  readonly suspendedAt: string;
}

/** The lamp is off: since when, why, whom to write to. */
export default function SuspendedPage({ suspendedAt }: SuspendedPageProps) {
  const { i18n } = useLingui();
  const [facts, setFacts] = useState<Answer<'getSuspension'>>();
  useEffect(() => {
    // From now on the home page is open.
    isFirstInSession('suspension');
    const stop = new AbortController();
    api.getSuspension({ signal: stop.signal }).then(setFacts, () => undefined);
    return () => stop.abort();
  }, []);
  const when = moment(suspendedAt, i18n.locale);
  return (
    <StagePage
      light="off"
      badge={
        <StateBadge look="offline">
          <Trans>Suspended</Trans>
        </StateBadge>
      }
      title={<Trans>This account is suspended</Trans>}
    >
      <p className="lead">
        <Trans>
          Suspended on {when}. Until this is settled you cannot watch, chat or spend. Your balance is kept.
        </Trans>
      </p>
      {facts && (
        <div className="w-full">
          <FactList
            facts={[
              { label: <Trans>Reason</Trans>, value: facts.statement },
              ...(facts.until
                ? [{ label: <Trans>Until</Trans>, value: moment(facts.until, i18n.locale) }]
                : []),
              { label: <Trans>Support</Trans>, value: facts.support_contact },
            ]}
          />
        </div>
      )}
      {facts && (
        // The stage is dark in either light.
        <div className="w-full" data-theme="dark">
          <AppealForm facts={facts} onSent={() => setFacts({ ...facts, appeal_state: 'open' })} />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <a className={buttonClass({ kind: 'key', size: 'large' })} href="/support?topic=account">
          <Trans>Contact support</Trans>
        </a>
        <a className={buttonClass({ kind: 'line', size: 'large' })} href="/">
          <Trans>Home</Trans>
        </a>
        <Button kind="line" size="large" onClick={() => void logOut()}>
          <Trans>Log out</Trans>
        </Button>
      </div>
    </StagePage>
  );
}
