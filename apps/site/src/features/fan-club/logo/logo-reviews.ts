import type { Review } from '@klieg/contract';
import { AppError, toInstant, type Uuid } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import type { Database } from '#site/platform/postgres/index.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { AccountStore } from '../../identity/index.ts';
import type { NotifyWithin } from '../../notifications/index.ts';
import type { FurtherReviews } from '../../profile/index.ts';
import type { LogoNews } from './logo-news.ts';
import { type KeptLogo, type LogoStore, logoUrl } from './logo-store.ts';

interface Deps {
  readonly database: Pick<Database, 'kysely'>;
  readonly store: LogoStore;
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  readonly auditLog: Pick<AuditLog, 'note'>;
  readonly notifyWithin: NotifyWithin;
  readonly news: LogoNews;
  /** Files that nothing refers to any more. */
  readonly onDropped: (ids: readonly Uuid[]) => void;
}

const noticeOf = (note: string | null) => ({
  kind: 'review_result' as const,
  url: '/model-desk/fan-club',
  ...(note === null
    ? ({ code: 'fan_logo_approved', params: {} } as const)
    : ({ code: 'fan_logo_rejected', params: { note } } as const)),
});

/** Logos that wait for staff, as the review desk shows and decides them. */
export function makeLogoReviews(deps: Deps): FurtherReviews {
  const { store } = deps;

  const present = (
    { id, submittedAt }: KeptLogo,
    user: Review['user'],
    currentUrl: string | undefined,
  ): Review => ({
    id,
    kind: 'fan_logo',
    user,
    submitted_at: toInstant(submittedAt),
    payload: { picture_url: logoUrl(id), current_url: currentUrl ?? null, fields: [], case: null },
    first_decision: null,
    due_at: toInstant(submittedAt.getTime() + DAY_MS),
  });

  return {
    kinds: ['fan_logo'],
    async list(_kind, after, limit) {
      const found = await store.listWaiting(after, limit);
      const ids = found.map(({ modelId }) => modelId);
      const [owners, shown] = await Promise.all([deps.accounts.listByIds(ids), store.shownOf(ids)]);
      return found.flatMap((one) => {
        const owner = owners.find(({ id }) => id === one.modelId);
        if (!owner) return [];
        const { username, displayName } = owner;
        return present(one, { username, displayName }, shown.get(owner.id));
      });
    },
    countOwn: async (owner) => ({
      waiting: (await store.ownOf(owner)).waiting === null ? 0 : 1,
      rejected: 0,
    }),
    /** @throws common.not_self, moderation.stale */
    async decide(id, { decision, reason_code: reason, note }, caller) {
      if (!(await store.has(id))) return undefined;
      const isApproved = decision === 'approve';
      const { dropped, tell } = await deps.database.kysely.transaction().execute(async (within) => {
        const logo = await store.findLocked(within, id);
        if (logo?.state !== 'waiting') throw new AppError('moderation.stale');
        const { modelId } = logo;
        if (modelId === caller.account!.id) throw new AppError('common.not_self');
        const gone = await store.drop(within, modelId, isApproved ? ['shown'] : ['waiting']);
        if (isApproved) {
          await store.setState(within, id, 'shown');
          await deps.news.note(within, modelId);
        }
        await deps.auditLog.note(within, caller, {
          action: `fan_logo.${isApproved ? 'approved' : 'rejected'}`,
          target: `account:${modelId}`,
          detail: { reason: reason ?? '–', note: note ?? '–' },
        });
        return {
          dropped: gone,
          tell: await deps.notifyWithin(within, modelId, noticeOf(isApproved ? null : (note ?? ''))),
        };
      });
      deps.news.hurry();
      deps.onDropped(dropped.map((one) => one.id));
      tell();
      return isApproved ? 'approved' : 'rejected';
    },
  };
}
