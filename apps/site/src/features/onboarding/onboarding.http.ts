import { type callsByFeature, type ModelDocument, modelDocument, type Onboarding } from '@klieg/contract';
import type { Handlers } from '../../platform/http/index.ts';
import type { Account } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { CaseStore } from './case-store.ts';
import type { makeOpenVault } from './open-vault.ts';
import type { makeKeepDocument, makeSavePerson, makeSubmit } from './send-application.ts';
import { applicationOf, type Sent, stepsOf } from './step-rules.ts';
import type { VaultStore } from './vault/vault-store.ts';
import type { makeVerifyViewer } from './verify-viewer.ts';

interface Deps {
  readonly cases: Pick<CaseStore, 'findLast'>;
  readonly records: Pick<VaultStore, 'listKept'>;
  readonly savePerson: ReturnType<typeof makeSavePerson>;
  readonly keepDocument: ReturnType<typeof makeKeepDocument>;
  readonly submit: ReturnType<typeof makeSubmit>;
  readonly verifyViewer: ReturnType<typeof makeVerifyViewer>;
  readonly openVault: ReturnType<typeof makeOpenVault>;
}

/** What somebody has sent, and its state. */
export async function readSent(
  { cases, records }: Pick<Deps, 'cases' | 'records'>,
  account: Account,
): Promise<Sent> {
  const [kept, lastCase] = await Promise.all([records.listKept(account.id), cases.findLast(account.id)]);
  return {
    standing: account.complianceStatus,
    isEmailConfirmed: account.emailConfirmed,
    records: kept,
    lastCase,
  };
}

const present = (sent: Sent): Onboarding => ({
  compliance_status: sent.standing,
  compliance_reject_reason: rejectReasonOf(sent),
  steps: stepsOf(sent),
  documents: sent.records
    .map(({ kind }) => kind)
    .filter((kind): kind is ModelDocument => (modelDocument.options as readonly string[]).includes(kind)),
  identity_application: applicationOf(sent),
});

/** The reviewer's text; null unless refused. */
export const rejectReasonOf = ({ standing, lastCase }: Pick<Sent, 'standing' | 'lastCase'>): string | null =>
  standing === 'rejected' ? (lastCase?.note ?? null) : null;

/** People show who they are, and staff looks at it. */
export function makeOnboardingHandlers(
  deps: Deps,
): Handlers<(typeof callsByFeature)['onboarding'], SiteCaller> {
  const presentOf = async (account: Account) => present(await readSent(deps, account));
  return {
    getOnboarding: (_input, { caller }) => presentOf(caller.account!),
    async savePerson({ body }, { caller }) {
      await deps.savePerson(caller.account!, body);
      return { status: 1, onboarding: await presentOf(caller.account!) };
    },
    async sendDocument({ file, fields }, { caller }) {
      const { kind, expires_on: expiresOn = null } = fields;
      const id = await deps.keepDocument(caller.account!, { kind, file, expiresOn });
      return { status: 1, document_id: id, state: 'pending' };
    },
    async submitOnboarding({ body }, { caller }) {
      await deps.submit(caller.account!, body);
      return { status: 1, compliance_status: 'pending' };
    },
    async verifyIdentity({ file, fields }, { caller }) {
      const missing = await deps.verifyViewer(caller.account!, { ...fields, file });
      return { status: 1, state: 'pending', missing };
    },
    openVault: ({ params, query }, { caller }) => deps.openVault(params.username, query.reason, caller),
  };
}
