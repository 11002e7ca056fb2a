import type { Onboarding, OnboardingStep } from '@klieg/contract';
import { Button, buttonClass, ErrorBox, Icon, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ComponentType, type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { lateApi } from '../../shared/api/late-client.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { readCurrentUser } from '../../shared/session/start-session.ts';
import { useLoaded } from '../../shared/use-loaded.ts';
import { AgreementStep } from './agreement-step.tsx';
import { AddressStep, IdentityStep, SelfieStep, type StepProps, TaxStep } from './document-steps.tsx';
import { GoodToKnow } from './good-to-know.tsx';
import { PersonStep } from './person-step.tsx';
import { useStepWords } from './step-words.ts';
import './onboarding.css';

/** The way of payout needs nothing yet. */
const PayoutStep = () => (
  <Notice title={<Trans>Nothing to do now</Trans>}>
    <Trans>
      We ask how you want to be paid before your first payout. What you earn until then is kept for you.
    </Trans>
  </Notice>
);

const STEPS: Readonly<Record<OnboardingStep, ComponentType<StepProps>>> = {
  profile: PersonStep,
  identity: IdentityStep,
  selfie: SelfieStep,
  address: AddressStep,
  tax: TaxStep,
  payout: PayoutStep,
  agreement: AgreementStep,
};
const TITLES: Readonly<Record<OnboardingStep, ReactNode>> = {
  profile: <Trans>Who you are</Trans>,
  identity: <Trans>Your documents</Trans>,
  selfie: <Trans>A picture of you holding it</Trans>,
  address: <Trans>Where you live</Trans>,
  tax: <Trans>Your tax form</Trans>,
  payout: <Trans>Getting paid</Trans>,
  agreement: <Trans>Read and sign</Trans>,
};

/** State of the whole application. */
function Standing({ onboarding }: { readonly onboarding: Onboarding }) {
  switch (onboarding.compliance_status) {
    case 'pending':
      return (
        <Notice tone="info" title={<Trans>Being checked</Trans>}>
          <Trans>We will email you within two days. Nothing can be changed until then.</Trans>
        </Notice>
      );
    case 'approved':
      return (
        <Notice
          tone="ok"
          title={<Trans>You are approved</Trans>}
          action={
            <Link className={buttonClass({ kind: 'key' })} to="/broadcast">
              <Trans>Go live</Trans>
            </Link>
          }
        />
      );
    case 'rejected':
      return (
        <Notice tone="bad" title={<Trans>Something must be sent again</Trans>}>
          {onboarding.compliance_reject_reason}
        </Notice>
      );
    case 'expired':
      return (
        <Notice tone="warn" title={<Trans>Your document has expired</Trans>}>
          <Trans>Send a new one to go live again. What you have earned stays yours.</Trans>
        </Notice>
      );
    case 'none':
      return null;
  }
}

const SIGNS = { done: 'check-bold', pending: 'check-bold', rejected: 'warning-fill' } as const;

function Rail({
  steps,
  open,
  onOpen,
}: {
  readonly steps: Onboarding['steps'];
  readonly open: OnboardingStep;
  readonly onOpen: (step: OnboardingStep) => void;
}) {
  const { t } = useLingui();
  const words = useStepWords();
  const states = { todo: t`to do`, pending: t`being checked`, done: t`done`, rejected: t`to do again` };
  return (
    <nav className="steps-rail" aria-label={t`Steps`}>
      <ol>
        {steps.map(({ key, state }, at) => (
          <li key={key}>
            <button
              type="button"
              data-state={state}
              aria-current={key === open ? 'step' : undefined}
              aria-label={`${words[key]}: ${states[state]}`}
              onClick={() => onOpen(key)}
            >
              <i>{state === 'todo' ? at + 1 : <Icon name={SIGNS[state]} size={14} />}</i>
              <span>{words[key]}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The step in the address, or the first open one when the page loaded: finishing a step does not turn the page. */
function useOpenStep(onboarding: Onboarding) {
  const [query, setQuery] = useSearchParams();
  const { steps, identity_application: application } = onboarding;
  const [first] = useState(application?.step);
  const wanted = query.get('step') ?? first;
  const open = steps.find(({ key }) => key === wanted) ?? steps[0]!;
  return { open, show: (step: OnboardingStep) => setQuery({ step }, { preventScrollReset: true }) };
}

function Steps({
  onboarding,
  onChanged,
}: {
  readonly onboarding: Onboarding;
  readonly onChanged: () => void;
}) {
  const { steps, compliance_status: standing } = onboarding;
  const { open, show } = useOpenStep(onboarding);
  const Step = STEPS[open.key];
  const at = steps.indexOf(open);
  const isLocked = standing === 'pending' || standing === 'approved';
  return (
    <div className="steps-page">
      <Rail steps={steps} open={open.key} onOpen={show} />
      <main id="main" className="steps-main">
        <Standing onboarding={onboarding} />
        <h1>{TITLES[open.key]}</h1>
        {open.reason !== null && (
          <Notice tone="bad" title={<Trans>Needs to be redone</Trans>}>
            {open.reason}
          </Notice>
        )}
        <Step key={open.key} onboarding={onboarding} isLocked={isLocked} onChanged={onChanged} />
        <div className="flex gap-2 border-t border-line pt-3">
          {at > 0 && (
            <Button kind="line" onClick={() => show(steps[at - 1]!.key)}>
              <Trans>Back</Trans>
            </Button>
          )}
          <span className="grow" />
          {at < steps.length - 1 && (
            <Button kind={open.state === 'done' ? 'key' : 'line'} onClick={() => show(steps[at + 1]!.key)}>
              <Trans>Continue</Trans>
            </Button>
          )}
        </div>
      </main>
      <GoodToKnow />
    </div>
  );
}

/** The way of a model to the first broadcast; every step can be left and taken up again. */
export function OnboardingPage() {
  // What staff decides meanwhile arrives with the answer about oneself.
  const standing = useMember()?.user.compliance_status;
  const isConfirmed = useMember()?.user.email_confirmed;
  const { state, reload } = useLoaded(
    'onboarding',
    (signal) => lateApi.getOnboarding({ signal }),
    `${standing} ${isConfirmed}`,
  );
  const onChanged = () => {
    reload();
    void readCurrentUser().catch(() => undefined);
  };
  if (state.kind === 'loading')
    return (
      <main id="main" className="page-narrow" aria-busy="true">
        <output className="skeleton block h-60" />
      </main>
    );
  if (state.kind === 'failed')
    return (
      <main id="main" className="page-narrow">
        <ErrorBox title={<Trans>This did not load</Trans>} onRetry={reload} />
      </main>
    );
  return <Steps onboarding={state.value} onChanged={onChanged} />;
}
