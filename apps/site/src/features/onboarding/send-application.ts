import type { Person, Upload } from '@klieg/contract';
import { AppError, type Clock, type Uuid } from '@klieg/kernel';
import { sha256 } from '@klieg/kernel/secrets';
import { utcDayOf } from '@klieg/kernel/time';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import { type Account, ageOn } from '../identity/index.ts';
import type { CaseStore } from './case-store.ts';
import type { ReadDocument } from './read-document.ts';
import { CORRECTIONS_MAX, missingOf } from './step-rules.ts';
import type { SendStanding } from './tell-standing.ts';
import type { DocumentKind, VaultStore } from './vault/vault-store.ts';
import type { Vault } from './vault/vault.ts';

const ADULT_YEARS = 18;

export interface SendDeps {
  readonly database: Pick<Database, 'kysely'>;
  readonly cases: CaseStore;
  readonly records: VaultStore;
  readonly vault: Vault;
  readonly readDocument: ReadDocument;
  /** The agreement as it reads now. */
  readonly agreement: () => { readonly version: string; readonly body_html: string };
  readonly sendStanding: SendStanding;
  readonly clock: Clock;
}

/** Nobody changes what somebody looks at. @throws compliance.under_review, compliance.already_approved */
export async function lockOpen(cases: CaseStore, within: Transaction, { id }: Account): Promise<void> {
  const standing = await cases.lockStanding(within, id);
  if (standing === 'pending') throw new AppError('compliance.under_review');
  if (standing === 'approved') throw new AppError('compliance.already_approved');
}

/** Keeps the person of the law. @throws compliance.under_age, and as `lockOpen` */
export const makeSavePerson =
  ({ database, cases, vault, clock }: SendDeps) =>
  async (account: Account, person: Person): Promise<void> => {
    if (ageOn(person.birth_date, clock.now()) < ADULT_YEARS) throw new AppError('compliance.under_age');
    await database.kysely.transaction().execute(async (within) => {
      await lockOpen(cases, within, account);
      await vault.putPerson(within, account.id, person);
    });
  };

/** Keeps a document in place of the one before of its kind. @throws compliance.document_refused, and as `lockOpen` */
export const makeKeepDocument =
  ({ database, cases, records, vault, readDocument, clock }: SendDeps) =>
  async (
    account: Account,
    given: { readonly kind: DocumentKind; readonly file: Upload; readonly expiresOn: string | null },
    also: (within: Transaction) => Promise<void> = () => Promise.resolve(),
  ): Promise<Uuid> => {
    const { kind, expiresOn } = given;
    if (expiresOn !== null && expiresOn < utcDayOf(clock.now()))
      throw new AppError('compliance.document_refused', { params: { reason: 'expired' } });
    // Checked twice: here before any drawing, and below where no other request can be in between.
    await database.kysely.transaction().execute((within) => lockOpen(cases, within, account));
    const { file, contentType } = await readDocument(given.file);
    const record = await vault.putFile(account.id, { kind, file, contentType, expiresOn });
    await database.kysely.transaction().execute(async (within) => {
      await lockOpen(cases, within, account);
      await records.keep(within, record);
      await also(within);
    });
    return record.id;
  };

/**
 * Signs the agreement and hands everything to staff. A repeat while somebody looks at it changes nothing.
 * @throws compliance.steps_missing, compliance.already_approved, compliance.tries_used, common.invalid_input
 */
export const makeSubmit =
  ({ database, cases, records, vault, agreement, sendStanding, clock }: SendDeps) =>
  async (
    account: Account,
    given: { readonly agreement_version: string; readonly signature: string },
  ): Promise<void> => {
    const { version, body_html: text } = agreement();
    if (given.agreement_version !== version)
      throw new AppError('common.invalid_input', {
        params: {
          fields: [{ path: 'agreement_version', reason: 'enum', message: 'The agreement has changed' }],
        },
      });
    const isNew = await database.kysely.transaction().execute(async (within) => {
      const standing = await cases.lockStanding(within, account.id);
      if (standing === 'pending') return false;
      if (standing === 'approved') throw new AppError('compliance.already_approved');
      const [sent, lastCase] = [
        await records.listKept(account.id, within),
        await cases.findLast(account.id, within),
      ];
      const { emailConfirmed: isEmailConfirmed } = account;
      const missing = missingOf({ standing, isEmailConfirmed, records: sent, lastCase });
      if (missing.length > 0) throw new AppError('compliance.steps_missing', { params: { missing } });
      if (standing === 'rejected' && (lastCase?.attempt ?? 0) > CORRECTIONS_MAX)
        throw new AppError('compliance.tries_used');
      await vault.putSignature(within, account.id, { signature: given.signature, version });
      await records.markSubmitted(within, account.id);
      await cases.open(within, {
        kind: 'application',
        accountId: account.id,
        attempt: (lastCase?.attempt ?? 0) + 1,
        at: new Date(clock.now()),
        agreement: { version, hash: sha256(text) },
      });
      await cases.setStanding(within, account.id, 'pending');
      return true;
    });
    if (isNew) sendStanding(account.id, 'application', 'pending');
  };
