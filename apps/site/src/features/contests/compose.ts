import type { Kit } from '../../platform/kit.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { DiscoveryFeature } from '../discovery/index.ts';
import { makeContestStore } from './contest-store.ts';
import { makeContestsHandlers } from './contests.http.ts';
import { makeReadContests } from './read-contests.ts';

/** Contests of performers for the most likes of some days. */
export function composeContests(
  { clock, database }: Pick<Kit, 'clock' | 'database'>,
  uses: {
    readonly audit: Pick<AuditFeature, 'auditLog'>;
    readonly discovery: Pick<DiscoveryFeature, 'cardFor'>;
  },
) {
  const store = makeContestStore(database);
  const readContests = makeReadContests({ store, cardFor: uses.discovery.cardFor, clock });
  return {
    readContests,
    handlers: makeContestsHandlers({
      store,
      readContests,
      database,
      auditLog: uses.audit.auditLog,
      clock,
    }),
  };
}
