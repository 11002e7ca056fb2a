import type { AnswerOf, Api, callsByFeature } from '@klieg/contract';
import { TERMS_MAX } from '@klieg/contract/features/compliance/limits';
import { AppError, type Clock, toInstant, type Uuid } from '@klieg/kernel';
import type { Notices } from '../../platform/events/index.ts';
import type { Handlers } from '../../platform/http/index.ts';
import type { Database } from '../../platform/postgres/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { type BannedTerms, termsChanged } from './banned-terms.ts';
import { wordsOf } from './refuse-text.ts';
import type { KeptTerm, TermStore } from './term-store.ts';

const said = (terms: readonly Pick<KeptTerm, 'term' | 'action' | 'scope'>[]): string =>
  terms.map(({ term, action, scope }) => `${term} (${action}, ${scope})`).join('; ') || '–';

export function makeTermsHandlers(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly store: TermStore;
  readonly terms: Pick<BannedTerms, 'reload'>;
  readonly configured: readonly string[];
  readonly auditLog: Pick<AuditLog, 'note'>;
  readonly notices: Notices;
  readonly clock: Clock;
}): Handlers<(typeof callsByFeature)['compliance'], SiteCaller> {
  const { store } = deps;
  const present = (kept: readonly KeptTerm[]): AnswerOf<Api['listTerms']> => ({
    items: kept.map(({ id, term, action, scope, by, addedAt }) => ({
      id,
      term,
      action,
      scope,
      by,
      added_at: toInstant(addedAt),
    })),
    configured: deps.configured.filter((term) => wordsOf(term).trim() !== ''),
  });
  return {
    listTerms: async () => present(await store.list()),
    async changeTerms({ body: { add, remove } }, { caller }) {
      const kept = await deps.database.kysely.transaction().execute(async (within) => {
        const addedAt = new Date(deps.clock.now());
        const removed = await store.remove(within, remove as Uuid[]);
        for (const term of add)
          await store.add(within, {
            ...term,
            words: wordsOf(term.term).trim(),
            byId: caller.account!.id,
            addedAt,
          });
        const now = await store.list(within);
        if (add.length > 0 && now.length > TERMS_MAX) throw new AppError('compliance.terms_full');
        if (add.length > 0 || removed.length > 0)
          await deps.auditLog.note(within, caller, {
            action: 'terms.changed',
            target: 'terms',
            detail: { added: said(add), removed: said(removed) },
          });
        return now;
      });
      // This node at once, others a moment later.
      await deps.terms.reload();
      deps.notices.tell(termsChanged, {});
      return present(kept);
    },
  };
}
