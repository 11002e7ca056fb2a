import type { AgeMethod, callsByFeature } from '@klieg/contract';
import { AppError, toInstant, type Uuid } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { Database } from '../../platform/postgres/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { AgeCheckStore } from './age-check-store.ts';
import type { ReleaseStore } from './release-store.ts';
import type { SettleCheck } from './settle-check.ts';

const LIVE_MAX = 200;

/** What staff sees of the rules, and the live checks that it decides. */
export function makeAgeDeskHandlers(deps: {
  readonly releases: Pick<ReleaseStore, 'list'>;
  readonly store: Pick<AgeCheckStore, 'listLive' | 'findLive'>;
  readonly settle: Pick<SettleCheck, 'decideWithin'>;
  readonly served: ReadonlySet<AgeMethod>;
  readonly auditLog: Pick<AuditLog, 'note'>;
  readonly database: Pick<Database, 'kysely'>;
}): Pick<
  Handlers<(typeof callsByFeature)['age-check'], SiteCaller>,
  'listJurisdictions' | 'listLiveChecks' | 'decideLiveCheck'
> {
  return {
    async listJurisdictions() {
      return { items: [...(await deps.releases.list())], served: [...deps.served] };
    },
    async listLiveChecks() {
      const rows = await deps.store.listLive(LIVE_MAX);
      return {
        items: rows.map(({ id, threadId, username, jurisdiction, begunAt }) => ({
          id,
          thread_id: threadId,
          username,
          jurisdiction,
          begun_at: toInstant(begunAt),
        })),
      };
    },
    async decideLiveCheck({ params, body }, { caller }) {
      const check = await deps.store.findLive(params.id as Uuid);
      if (!check) throw new AppError('common.not_found');
      const tell = await deps.database.kysely.transaction().execute(async (transaction) => {
        const result = body.is_adult ? 'passed' : 'failed';
        const decided = await deps.settle.decideWithin(transaction, check.id, result);
        if (!decided) throw new AppError('common.not_found');
        await deps.auditLog.note(transaction, caller, {
          action: 'age_check.decided',
          target: `age_check:${check.id}`,
          detail: { result },
        });
        return decided;
      });
      tell();
      return { status: 1 };
    },
  };
}
