import type { Upload } from '@klieg/contract';
import { CONSENT_DOCUMENTS } from '@klieg/contract/features/consents/limits';
import { AppError, type Clock } from '@klieg/kernel';
import { sha256 } from '@klieg/kernel/secrets';
import { utcDayOf } from '@klieg/kernel/time';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import { ageOn } from '../identity/index.ts';
import type { OnboardingFeature } from '../onboarding/index.ts';
import { standingOf } from './consent-rules.ts';
import type { ConsentStore, KeptConsent } from './consent-store.ts';
import type { TellModel } from './tell-model.ts';

export type ConsentDocument = (typeof CONSENT_DOCUMENTS)[number];

const ADULT_YEARS = 18;

export interface AnswerDeps {
  readonly database: Pick<Database, 'kysely'>;
  readonly consents: ConsentStore;
  readonly safe: OnboardingFeature['safe'];
  /** The release as it reads now. */
  readonly release: () => { readonly version: string; readonly body_html: string };
  readonly tellModel: TellModel;
  readonly clock: Clock;
}

/** Documents required for signing, and those received. */
export async function documentsOf(
  { safe }: Pick<AnswerDeps, 'safe'>,
  { id }: Pick<KeptConsent, 'id'>,
  within?: Transaction,
): Promise<ConsentDocument[]> {
  const there = new Set((await safe.records.listKept(id, within)).map(({ kind }) => kind));
  return CONSENT_DOCUMENTS.filter((kind) => there.has(kind));
}

/** @throws common.not_found, compliance.consent_closed */
function refuseClosed(consent: KeptConsent | undefined, nowMs: number): KeptConsent {
  if (!consent) throw new AppError('common.not_found');
  if (standingOf(consent, nowMs) !== 'invited') throw new AppError('compliance.consent_closed');
  return consent;
}

/**
 * Keeps a document in place of the one before of its kind. @throws compliance.document_refused, and as `refuseClosed`
 */
export const makeKeepConsentDocument =
  ({ database, consents, safe, clock }: AnswerDeps) =>
  async (
    key: string,
    given: {
      readonly kind: ConsentDocument;
      readonly file: Upload;
      readonly expiresOn: string | null;
    },
  ): Promise<ConsentDocument[]> => {
    const { kind, expiresOn } = given;
    const known = refuseClosed(await consents.findByKey(key), clock.now());
    if (expiresOn !== null && expiresOn < utcDayOf(clock.now()))
      throw new AppError('compliance.document_refused', { params: { reason: 'expired' } });
    const { file, contentType } = await safe.readDocument(given.file);
    const record = await safe.vault.putFile(known.id, { kind, file, contentType, expiresOn });
    return database.kysely.transaction().execute(async (within) => {
      refuseClosed(await consents.lock(within, known.id), clock.now());
      await safe.records.keep(within, record);
      return documentsOf({ safe }, known, within);
    });
  };

export type Answer =
  | { readonly accept: false }
  | {
      readonly accept: true;
      readonly text_version: string;
      readonly signature: string;
      readonly legal_name: string;
      readonly birth_date: string;
      readonly alias?: string | undefined;
    };
type Signed = Extract<Answer, { readonly accept: true }>;

/**
 * Signs or refuses; either uses the link up.
 * @throws compliance.under_age, compliance.steps_missing, common.invalid_input, and as `refuseClosed`
 */
export const makeAnswerConsent = (deps: AnswerDeps) => {
  const { consents, safe, clock } = deps;

  const sign = async (within: Transaction, { id }: KeptConsent, given: Signed): Promise<void> => {
    const { version, body_html: text } = deps.release();
    if (given.text_version !== version)
      throw new AppError('common.invalid_input', {
        params: { fields: [{ path: 'text_version', reason: 'enum', message: 'The text has changed' }] },
      });
    if (ageOn(given.birth_date, clock.now()) < ADULT_YEARS) throw new AppError('compliance.under_age');
    const there = await documentsOf({ safe }, { id }, within);
    const missing = CONSENT_DOCUMENTS.filter((kind) => !there.includes(kind));
    if (missing.length > 0) throw new AppError('compliance.steps_missing', { params: { missing } });
    const alias = given.alias?.trim() ?? '';
    const { legal_name, birth_date } = given;
    await safe.vault.putPerson(within, id, { legal_name, birth_date, alias });
    await safe.vault.putSignature(within, id, { signature: given.signature, version });
    const front = (await safe.records.listKept(id, within)).find(({ kind }) => kind === 'id_front')!;
    await safe.records.markSubmitted(within, id);
    await consents.sign(within, id, {
      at: new Date(clock.now()),
      version,
      hash: sha256(text),
      alias: alias || null,
      endsOn: safe.vault.openDetails(front).expiresOn,
    });
  };

  return async (key: string, answer: Answer): Promise<'pending' | 'refused'> => {
    const known = refuseClosed(await consents.findByKey(key), clock.now());
    const tell = await deps.database.kysely.transaction().execute(async (within) => {
      const consent = refuseClosed(await consents.lock(within, known.id), clock.now());
      if (answer.accept) {
        await sign(within, consent, answer);
        return undefined;
      }
      const at = new Date(clock.now());
      await consents.decide(within, consent.id, { state: 'refused', by: null, at, note: null });
      return deps.tellModel(within, consent, 'consent_refused');
    });
    tell?.();
    return answer.accept ? 'pending' : 'refused';
  };
};
