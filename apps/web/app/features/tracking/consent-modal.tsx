import { type Consent, NO_CONSENT } from '@klieg/contract/features/tracking/consent';
import { Button, Dialog, Notice, Switch } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { whenCsrf } from '../../shared/api/csrf.ts';
import { readConsent } from '../../shared/consent.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { followConsent } from './measure.ts';

const ALL: Consent = { analytics: true, ads: true, fingerprint: true };

/** Consent beyond what the site needs to work. Nothing is preselected. */
export default function ConsentModal({ onClose }: { readonly onClose: () => void }) {
  const { i18n } = useLingui();
  const [choice, setChoice] = useState<Consent>(() => readConsent(document.cookie) ?? NO_CONSENT);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const keep = async (consent: Consent) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await whenCsrf();
      await lateApi.setConsent({ body: consent });
      followConsent(consent);
      onClose();
    } catch (error) {
      setFailure(explainError(error, i18n));
      setBusy(false);
    }
  };
  const put = (name: keyof Consent) => (event: { readonly target: { readonly checked: boolean } }) =>
    setChoice({ ...choice, [name]: event.target.checked });
  return (
    <Dialog
      title={<Trans>Cookies and counting</Trans>}
      onClose={onClose}
      foot={
        <div className="consent-foot">
          <Button disabled={isBusy} onClick={() => void keep(NO_CONSENT)}>
            <Trans>Refuse all</Trans>
          </Button>
          <Button disabled={isBusy} onClick={() => void keep(ALL)}>
            <Trans>Accept all</Trans>
          </Button>
          <Button kind="text" disabled={isBusy} onClick={() => void keep(choice)}>
            <Trans>Save my choice</Trans>
          </Button>
        </div>
      }
    >
      <div className="grid gap-4">
        <p>
          <Trans>
            Cookies that keep you logged in and remember your language are always set. Everything else is off
            until you allow it, is kept for 30 days at most and goes to nobody else.
          </Trans>
        </p>
        <Switch checked={choice.analytics} onChange={put('analytics')}>
          <Trans>Count which pages and buttons are used</Trans>
        </Switch>
        <Switch checked={choice.ads} onChange={put('ads')}>
          <Trans>Remember for an hour which advert brought me here</Trans>
        </Switch>
        <Switch checked={choice.fingerprint} onChange={put('fingerprint')}>
          <Trans>Recognize my browser by coarse signs, to prevent fraud</Trans>
        </Switch>
        <p className="small text-ink-2">
          <Trans>
            You can change this at any time under “Cookies” at the foot of each page. More is in the{' '}
            <a href="/legal/privacy">privacy policy</a>.
          </Trans>
        </p>
        {failure !== undefined && <Notice tone="bad" title={failure} />}
      </div>
    </Dialog>
  );
}
