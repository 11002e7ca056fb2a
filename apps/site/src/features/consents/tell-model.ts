import type { Transaction } from '../../platform/postgres/index.ts';
import type { NotifyWithin } from '../notifications/index.ts';
import type { KeptConsent } from './consent-store.ts';

/** Tells a model about a change of a consent. @returns tells the pages; call after the commit */
export type TellModel = (
  within: Transaction,
  consent: Pick<KeptConsent, 'modelId' | 'name'>,
  code: 'consent_given' | 'consent_refused' | 'consent_withdrawn',
) => Promise<() => void>;

export const makeTellModel =
  (notifyWithin: NotifyWithin): TellModel =>
  (within, { modelId, name }, code) =>
    notifyWithin(within, modelId, {
      kind: 'review_result',
      url: '/model-desk/consents',
      code,
      params: { name },
    });
