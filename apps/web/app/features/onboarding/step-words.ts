import type { OnboardingStep } from '@klieg/contract';
import { useLingui } from '@lingui/react/macro';

/** What the steps are called. */
export function useStepWords(): Readonly<Record<OnboardingStep, string>> {
  const { t } = useLingui();
  return {
    profile: t`You`,
    identity: t`Identity`,
    selfie: t`Picture`,
    address: t`Address`,
    tax: t`Tax`,
    payout: t`Payout`,
    agreement: t`Agreement`,
  };
}
