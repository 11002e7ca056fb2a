import { MINUTE_MS } from '@klieg/kernel/time';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { AuditFeature } from '../audit/index.ts';
import { makeBannedTerms, termsChanged } from './banned-terms.ts';
import { makeTermStore } from './term-store.ts';
import { makeTermsHandlers } from './terms.http.ts';

export type ComplianceFeature = ReturnType<typeof composeCompliance>;

/** Terms that no text may hold: those of the configuration, and those that staff sets. */
export function composeCompliance(
  { database, clock, notices, logged }: Pick<Kit, 'database' | 'clock' | 'notices' | 'logged'>,
  uses: {
    readonly audit: Pick<AuditFeature, 'auditLog'>;
    readonly bannedTerms: readonly string[];
  },
) {
  const store = makeTermStore(database);
  const terms = makeBannedTerms(store, uses.bannedTerms);
  const failure = 'the terms could not be read';
  const stop = notices.on(termsChanged, () => {
    terms.reload().catch(logged(failure));
  });
  // News of other nodes may be lost.
  const chores: readonly Chore[] = [{ failure, everyMs: MINUTE_MS, on: 'each', run: terms.reload }];
  return {
    terms,
    /** Whether no call may bring others such a text, whatever it is for. */
    isRefusedText: terms.refuserOf('messages'),
    chores,
    start: terms.reload,
    stop: async () => stop(),
    handlers: makeTermsHandlers({
      database,
      store,
      terms,
      configured: uses.bannedTerms,
      auditLog: uses.audit.auditLog,
      notices,
      clock,
    }),
  };
}
