import type { AnswerOf, callsByFeature } from '@klieg/contract';
import { AppError, type Clock, toInstant } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { AccountStore } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { viewUrl } from './vault/serve-views.ts';
import type { VaultRecord, VaultStore } from './vault/vault-store.ts';
import type { Vault } from './vault/vault.ts';
import { VIEW_MS, type ViewKeys } from './vault/view-keys.ts';

type Opened = AnswerOf<(typeof callsByFeature)['onboarding']['openVault']>;

/** Documents for staff who have given a reason: each with an address valid for a minute. */
export const makeShowDocuments =
  (deps: { readonly vault: Pick<Vault, 'openDetails'>; readonly keys: ViewKeys; readonly clock: Clock }) =>
  (records: readonly VaultRecord[], { account }: SiteCaller): Opened['documents'] => {
    const until = deps.clock.now() + VIEW_MS;
    return records
      .filter(({ kind }) => kind !== 'person' && kind !== 'signature')
      .map((record) => {
        const { contentType, expiresOn } = deps.vault.openDetails(record);
        return {
          id: record.id,
          kind: record.kind,
          is_picture: contentType === 'image/jpeg',
          expires_on: expiresOn,
          sent_at: toInstant(record.createdAt),
          url: viewUrl(deps.keys.seal(record.id, account!.id, until)),
        };
      });
  };

/** Shows staff what somebody has sent; the look and its reason are logged first. @throws common.not_found */
export const makeOpenVault =
  (deps: {
    readonly database: Pick<Database, 'kysely'>;
    readonly accounts: Pick<AccountStore, 'findByUsername'>;
    readonly records: Pick<VaultStore, 'listKept'>;
    readonly vault: Pick<Vault, 'openPerson'>;
    readonly showDocuments: ReturnType<typeof makeShowDocuments>;
    readonly auditLog: Pick<AuditLog, 'note'>;
  }) =>
  async (username: string, reason: string, caller: SiteCaller): Promise<Opened> => {
    const owner = await deps.accounts.findByUsername(username);
    const found = owner ? await deps.records.listKept(owner.id) : [];
    if (!owner || found.length === 0) throw new AppError('common.not_found');
    await deps.database.kysely.transaction().execute((within) =>
      deps.auditLog.note(within, caller, {
        action: 'vault.opened',
        target: `account:${owner.id}`,
        detail: { reason, records: found.map(({ id }) => id).join(' ') },
      }),
    );
    const person = found.find(({ kind }) => kind === 'person');
    return {
      person: person ? deps.vault.openPerson(person) : null,
      documents: deps.showDocuments(found, caller),
    };
  };
