import type { ConsentScope, ConsentState } from '@klieg/contract';
import type { TagTone } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';

/** What somebody agrees to, in words. */
export function useScopeWords(): Readonly<Record<ConsentScope, string>> {
  const { t } = useLingui();
  return {
    depict: t`To be seen and heard in broadcasts`,
    distribute: t`That these are shown on the site`,
    download: t`That paid recordings may be kept`,
  };
}

/** The state of a consent, as a word and a tone. */
export function useStateWords(): Readonly<Record<ConsentState, readonly [TagTone, string]>> {
  const { t } = useLingui();
  return {
    invited: ['info', t`Asked`],
    pending: ['warn', t`Being checked`],
    approved: ['ok', t`Cleared`],
    refused: ['bad', t`Refused`],
    revoked: ['bad', t`Withdrawn`],
    expired: ['warn', t`Expired`],
  };
}
