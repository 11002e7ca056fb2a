import { Button, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import type { Answer } from '../../shared/api/answers.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { safeReturnTo } from '../../shared/navigation/return-to.ts';
import { SecondStep } from '../identity/index.ts';

/** Logs in by a link that a partner has handed over; the press does it, since a page that loads changes nothing. */
export function PartnerLogin({
  token,
  returnTo,
}: {
  readonly token: string;
  readonly returnTo: string | null;
}) {
  const { i18n } = useLingui();
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [passed, setPassed] = useState<Answer<'logInByPartner'>>();
  const goOn = (answer: Pick<Answer<'logInByPartner'>, 'return_to'>) =>
    location.assign(safeReturnTo(returnTo ?? answer.return_to));
  const logIn = async () => {
    setBusy(true);
    setRefusal(undefined);
    try {
      const answer = await lateApi.logInByPartner({ body: { token } });
      if (answer.two_factor) setPassed(answer);
      else goOn(answer);
    } catch (error) {
      setRefusal(explainError(error, i18n));
    } finally {
      setBusy(false);
    }
  };
  if (passed?.two_factor)
    return (
      <Suspense fallback={<span className="skeleton h-64" aria-busy="true" />}>
        <SecondStep
          step={passed.two_factor}
          onDone={() => goOn(passed)}
          onBack={() => setPassed(undefined)}
        />
      </Suspense>
    );
  return (
    <div className="form">
      {refusal && (
        <Notice tone="bad" title={<Trans>That did not work</Trans>}>
          {refusal}
        </Notice>
      )}
      <p className="text-ink-2">
        <Trans>Your link works once, for 15 minutes. Without it you can log in with your password.</Trans>
      </p>
      <Button kind="key" size="large" full busy={isBusy} onClick={() => void logIn()}>
        <Trans>Log in</Trans>
      </Button>
      <a className="text-link" href="/login">
        <Trans>Log in with a password</Trans>
      </a>
    </div>
  );
}
