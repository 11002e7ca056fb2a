import { buttonClass, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMe } from '../../shared/me/me-store.ts';
import { GoodToKnow } from './good-to-know.tsx';
import { OnboardingPage } from './onboarding-page.tsx';
import { useStepWords } from './step-words.ts';
import './onboarding.css';

/** The steps that come after the account, so that nobody begins without knowing them. */
function StepsToCome() {
  const { t } = useLingui();
  const words = useStepWords();
  return (
    <div className="steps-rail">
      <ol aria-label={t`Steps`}>
        {Object.entries(words).map(([key, word], at) => (
          <li key={key} className="step-name">
            <i aria-hidden="true">{at + 1}</i>
            <span>{word}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** What it takes, and the form of an account for models. */
const Guest = ({ form }: { readonly form: ReactNode }) => (
  <div className="steps-page">
    <StepsToCome />
    <main id="main" className="steps-main">
      <h1>
        <Trans>Become a model</Trans>
      </h1>
      <p className="text-ink-2">
        <Trans>
          Create an account, send your documents, sign the agreement. We review it within two days, and then
          you can go live. You must be at least 18.
        </Trans>
      </p>
      {form}
      <p>
        <Link className="text-link" to="/login?return_to=%2Fmodels%2Fsignup">
          <Trans>I have a model account</Trans>
        </Link>
      </p>
    </main>
    <GoodToKnow />
  </div>
);

const Viewer = () => (
  <main id="main" className="verify-page">
    <h1>
      <Trans>Become a model</Trans>
    </h1>
    <Notice title={<Trans>This needs a separate account</Trans>}>
      <Trans>
        You are logged in as a viewer. Log out, come back here, and create an account for your room.
      </Trans>
    </Notice>
    <Link className={buttonClass({ kind: 'line' })} to="/">
      <Trans>All rooms</Trans>
    </Link>
  </main>
);

/** `/models/signup`: the form for guests, the steps for models (IDENTITY-003). */
export function SignupPage({ form }: { readonly form: ReactNode }) {
  const me = useMe();
  if (me.kind === 'unknown')
    return (
      <main id="main" className="page-narrow" aria-busy="true">
        <output className="skeleton block h-60" />
      </main>
    );
  if (me.kind === 'guest') return <Guest form={form} />;
  return me.current.user.type === 'model' ? <OnboardingPage /> : <Viewer />;
}
