import type { Review, ReviewKind } from '@klieg/contract';
import { AppError, type Clock, toInstant, type Uuid } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { AccountStore } from '../identity/index.ts';
import type { OnboardingFeature } from '../onboarding/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { OPEN_MS } from './ask-consent.ts';
import type { ConsentMailer } from './consent-mailer.ts';
import type { ConsentStore, KeptConsent } from './consent-store.ts';
import type { TellModel } from './tell-model.ts';

type Decided = 'approved' | 'rejected' | 'waiting';
interface Decision {
  readonly decision: 'approve' | 'reject';
  readonly reason_code?: string | undefined;
  readonly note?: string | undefined;
}

interface Deps {
  readonly database: Pick<Database, 'kysely'>;
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  readonly consents: ConsentStore;
  readonly safe: OnboardingFeature['safe'];
  readonly auditLog: Pick<AuditLog, 'note'>;
  readonly mails: Pick<ConsentMailer, 'later'>;
  readonly tellModel: TellModel;
  /** How many of staff have to agree. */
  readonly reviewers: 1 | 2;
  readonly clock: Clock;
}

/** Somebody hears within two days. */
const DUE_MS = 2 * DAY_MS;
/** How often it may be corrected after the first time. */
const CORRECTIONS_MAX = 5;

/** Consents waiting for staff, as the review desk shows them: about the person only what the model also knows. */
export const makeListConsents =
  ({ accounts, consents, safe }: Pick<Deps, 'accounts' | 'consents' | 'safe'>) =>
  async (_kind: ReviewKind, after: Uuid | undefined, limit: number): Promise<Review[]> => {
    const found = await consents.listWaiting(after, limit);
    const ids = found.flatMap(({ modelId, firstBy }) => (firstBy === null ? [modelId] : [modelId, firstBy]));
    const people = new Map((await accounts.listByIds(ids)).map((person) => [person.id, person]));
    return Promise.all(
      found.map(async (one): Promise<Review> => {
        const model = people.get(one.modelId)!;
        const first = one.firstBy === null ? undefined : people.get(one.firstBy);
        const records = await safe.records.listKept(one.id);
        return {
          id: one.id,
          kind: 'consent',
          user: { username: model.username, displayName: model.displayName },
          submitted_at: toInstant(one.signedAt!),
          payload: {
            picture_url: null,
            current_url: null,
            fields: [],
            case: {
              attempt: one.attempt,
              documents: records.flatMap(({ id, kind, createdAt }) =>
                kind === 'id_front' || kind === 'selfie_with_id'
                  ? [{ id, kind, sent_at: toInstant(createdAt) }]
                  : [],
              ),
              agreement_version: one.textVersion,
              reason: null,
              consent: {
                name: one.name,
                alias: one.alias,
                scopes: [...one.scopes],
                valid_from: one.validFrom,
                valid_until: one.validUntil,
              },
            },
          },
          first_decision:
            first && one.firstAt ? { username: first.username, at: toInstant(one.firstAt) } : null,
          due_at: toInstant(one.signedAt!.getTime() + DUE_MS),
        };
      }),
    );
  };

/**
 * Decides a consent; where two have to agree, the first decision makes it wait for the second. What is sent back can be
 * corrected by a new link, a limited number of times.
 * @returns undefined where there is no such consent
 * @throws common.not_self, common.second_person_needed, moderation.stale
 */
export function makeDecideConsent(deps: Deps) {
  const { consents, clock } = deps;

  /** Whether enough have agreed, with this one. */
  const agree = async (within: Transaction, one: KeptConsent, { account }: SiteCaller): Promise<boolean> => {
    if (deps.reviewers === 1) return true;
    if (one.firstBy === account!.id) throw new AppError('common.second_person_needed');
    if (one.firstBy !== null) return true;
    await consents.noteFirst(within, one.id, account!.id, new Date(clock.now()));
    return false;
  };

  const settle = async (within: Transaction, one: KeptConsent, by: SiteCaller, note: string | null) => {
    const isApproved = note === null;
    const isLast = one.attempt > CORRECTIONS_MAX;
    const at = new Date(clock.now());
    await consents.decide(within, one.id, {
      state: isApproved ? 'approved' : isLast ? 'refused' : 'invited',
      by: by.account!.id,
      at,
      note,
      ...(!isApproved && { openUntil: new Date(at.getTime() + OPEN_MS) }),
    });
    const code = isApproved ? 'approved' : isLast ? 'declined' : 'again';
    await deps.mails.later({ code, consentId: one.id }, within);
    if (code === 'again') return undefined;
    return deps.tellModel(within, one, isApproved ? 'consent_given' : 'consent_refused');
  };

  return async (id: Uuid, given: Decision, caller: SiteCaller): Promise<Decided | undefined> => {
    const known = await consents.find(id);
    if (!known) return undefined;
    const { username } = caller.account!;
    if (known.modelId === caller.account!.id || known.username === username)
      throw new AppError('common.not_self');
    const { state, tell } = await deps.database.kysely.transaction().execute(async (within) => {
      const one = (await consents.lock(within, id))!;
      if (one.state !== 'pending') throw new AppError('moderation.stale');
      const isEnough = given.decision === 'reject' || (await agree(within, one, caller));
      const decided: Decided = given.decision === 'reject' ? 'rejected' : isEnough ? 'approved' : 'waiting';
      await deps.auditLog.note(within, caller, {
        action: `consent.${decided}`,
        target: `consent:${id}`,
        detail: { reason: given.reason_code ?? '–', note: given.note ?? '–' },
      });
      const note = decided === 'rejected' ? (given.note ?? '') : null;
      return {
        state: decided,
        tell: decided === 'waiting' ? undefined : await settle(within, one, caller, note),
      };
    });
    tell?.();
    return state;
  };
}

/** Shows staff what somebody has sent; the look and its reason are logged first. @throws common.not_found */
export const makeOpenConsent =
  ({ database, consents, safe, auditLog }: Pick<Deps, 'database' | 'consents' | 'safe' | 'auditLog'>) =>
  async (id: Uuid, reason: string, caller: SiteCaller) => {
    const found = (await consents.find(id)) ? await safe.records.listKept(id) : [];
    if (found.length === 0) throw new AppError('common.not_found');
    await database.kysely.transaction().execute((within) =>
      auditLog.note(within, caller, {
        action: 'vault.opened',
        target: `consent:${id}`,
        detail: { reason, records: found.map((record) => record.id).join(' ') },
      }),
    );
    const person = found.find(({ kind }) => kind === 'person');
    return {
      person: person ? safe.vault.openPerformer(person) : null,
      documents: safe.showDocuments(found, caller),
    };
  };
