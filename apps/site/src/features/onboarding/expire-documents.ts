import type { AccountId, Clock, Uuid } from '@klieg/kernel';
import { utcDayOf } from '@klieg/kernel/time';
import type { Outbox } from '../../platform/events/index.ts';
import type { Database } from '../../platform/postgres/index.ts';
import type { AuditLog } from '../audit/index.ts';
import { approvalLost } from './approval-lost.ts';
import type { CaseStore } from './case-store.ts';
import type { TellStanding } from './tell-standing.ts';
import type { VaultRecord, VaultStore } from './vault/vault-store.ts';
import type { Vault } from './vault/vault.ts';

const BATCH = 200;

/** Models whose documents have expired may not go live until a new one is checked. */
export function makeExpireDocuments(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly cases: CaseStore;
  readonly records: VaultStore;
  readonly vault: Pick<Vault, 'openDetails'>;
  readonly auditLog: Pick<AuditLog, 'note'>;
  readonly outbox: Outbox;
  readonly tellStanding: TellStanding;
  readonly clock: Clock;
}) {
  const { cases, records } = deps;
  /** A document is still valid on its last day. */
  const hasExpired = (record: VaultRecord): boolean => {
    const { expiresOn } = deps.vault.openDetails(record);
    return expiresOn !== null && expiresOn < utcDayOf(deps.clock.now());
  };
  const expire = async (accountId: AccountId, ids: readonly Uuid[]): Promise<void> => {
    const tell = await deps.database.kysely.transaction().execute(async (within) => {
      // Another node was first.
      if ((await cases.lockStanding(within, accountId)) !== 'approved') return undefined;
      await records.retire(within, ids);
      await cases.setStanding(within, accountId, 'expired');
      await deps.outbox.add(within, approvalLost, { accountId });
      await deps.auditLog.note(
        within,
        { account: null, address: '–' },
        { action: 'application.expired', target: `account:${accountId}` },
      );
      return deps.tellStanding(within, { accountId, kind: 'application', standing: 'expired', note: '' });
    });
    deps.outbox.nudge();
    tell?.();
  };
  return async (): Promise<void> => {
    const ended = new Map<AccountId, Uuid[]>();
    let after: Uuid | undefined;
    for (;;) {
      const found = await records.listShown(after, BATCH);
      for (const record of found.filter(hasExpired))
        ended.set(record.owner, [...(ended.get(record.owner) ?? []), record.id]);
      if (found.length < BATCH) break;
      after = found.at(-1)!.id;
    }
    for (const [accountId, ids] of ended) await expire(accountId, ids);
  };
}
