import type { AgeMethod, Api, ResultOf } from '@klieg/contract';
import { showToast } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { codeOf, explainError } from '../../shared/errors/explain-error.ts';
import { readCurrentUser } from '../../shared/session/start-session.ts';
import { useLoaded } from '../../shared/use-loaded.ts';
import { rememberWayBack } from './age-way-back.ts';

export type AgeCheck = ResultOf<Api['getAgeCheck']>;

/** State of the visitor's check. */
export const useAgeCheck = () => useLoaded<AgeCheck>('age-check', () => lateApi.getAgeCheck());

/** Refusals after which the check has failed; others may be tried again in the same dialog. */
const FAILURES = new Set([
  'compliance.verification_failed',
  'compliance.under_age',
  'compliance.too_many_attempts',
  'compliance.method_not_allowed',
  'billing.declined',
]);
export const isFailure = (error: unknown): boolean => FAILURES.has(codeOf(error) ?? '');

/**
 * What follows from a failure: its words as a toast, the person is read again, and the dialog closes (ERRORS-018,
 * ERRORS-072).
 */
export function useAgeFailure(onClosed: () => void) {
  const { t } = useLingui();
  return async (message: string | undefined) => {
    showToast({ content: message || t`Verification failed`, appearance: 'error' });
    await readCurrentUser().catch(() => undefined);
    onClosed();
  };
}

const pageOf = async (method: AgeMethod): Promise<string | undefined> => {
  switch (method) {
    case 'face_scan':
      return (await lateApi.openAgeEstimation()).url;
    case 'id_verification':
      return (await lateApi.openAgeVerification()).url;
    case 'id_check':
      return (await lateApi.openYoti({ query: { type: 'TYPE_DOC_SCAN' } })).url;
    case 'digital_id':
      return (await lateApi.openYoti({ query: { type: 'TYPE_DIGITAL_ID' } })).url;
    default:
      return undefined;
  }
};

/** Goes on with a method that has no form here: to the vendor's page, or into the conversation of a live check. */
export function useBeginCheck(uses: {
  readonly fail: (message: string | undefined) => Promise<void>;
  readonly onPending: () => void;
}) {
  const { i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const begin = async (method: AgeMethod) => {
    setBusy(true);
    setError(undefined);
    try {
      if (method === 'live_id_check') {
        await lateApi.openLiveCheck({ body: {} });
        await readCurrentUser();
        uses.onPending();
      } else {
        const url = await pageOf(method);
        if (url) {
          rememberWayBack();
          // The page goes away; the button stays busy until then.
          return location.assign(url);
        }
      }
    } catch (thrown) {
      if (isFailure(thrown)) await uses.fail(explainError(thrown, i18n));
      else setError(explainError(thrown, i18n));
    }
    setBusy(false);
  };
  return { isBusy, error, begin };
}
