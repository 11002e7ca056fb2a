import type { Review } from '@klieg/contract';
import { toInstant, type Uuid } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import type { AccountStore } from '../identity/index.ts';
import type { CaseKind, CaseStore } from './case-store.ts';
import type { DocumentKind, RecordKind, VaultStore } from './vault/vault-store.ts';

/** Somebody hears within two days. */
const DUE_MS = 2 * DAY_MS;
const OF_PERSON: ReadonlySet<RecordKind> = new Set(['person', 'signature']);

/** Cases that wait for staff, as the review desk shows them: nothing of the person. */
export const makeListCases =
  (deps: {
    readonly accounts: Pick<AccountStore, 'listByIds'>;
    readonly cases: Pick<CaseStore, 'listOpen'>;
    readonly records: Pick<VaultStore, 'listKept'>;
  }) =>
  async (kind: CaseKind, after: Uuid | undefined, limit: number): Promise<Review[]> => {
    const found = await deps.cases.listOpen(kind, after, limit);
    const ids = found.flatMap(({ accountId, firstBy }) => [
      accountId,
      ...(firstBy === null ? [] : [firstBy]),
    ]);
    const people = new Map((await deps.accounts.listByIds(ids)).map((person) => [person.id, person]));
    return Promise.all(
      found.map(async (one): Promise<Review> => {
        const owner = people.get(one.accountId)!;
        const first = one.firstBy === null ? undefined : people.get(one.firstBy);
        const records = await deps.records.listKept(one.accountId);
        return {
          id: one.id,
          kind,
          user: { username: owner.username, displayName: owner.displayName },
          submitted_at: toInstant(one.submittedAt),
          payload: {
            picture_url: null,
            current_url: null,
            fields: [],
            case: {
              attempt: one.attempt,
              documents: records
                .filter((record) => !OF_PERSON.has(record.kind))
                .map((record) => ({
                  id: record.id,
                  kind: record.kind as DocumentKind,
                  sent_at: toInstant(record.createdAt),
                })),
              agreement_version: one.agreementVersion,
              reason: one.reason,
            },
          },
          first_decision:
            first && one.firstAt ? { username: first.username, at: toInstant(one.firstAt) } : null,
          due_at: toInstant(one.submittedAt.getTime() + DUE_MS),
        };
      }),
    );
  };
