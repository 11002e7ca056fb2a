import type { OnboardingStep } from '@klieg/contract';
import { AppError, type Uuid } from '@klieg/kernel';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { AccountStore } from '../identity/index.ts';
import type { NewNotice, NotifyWithin } from '../notifications/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { avatarUrl, type AvatarStore } from './avatar-store.ts';
import type { ProfileStore } from './profile-store.ts';
import type { KeptReview, ReviewStore } from './review-store.ts';

export interface Decision {
  readonly decision: 'approve' | 'reject';
  readonly reason_code?: string | undefined;
  readonly note?: string | undefined;
  /** For an application: what must be redone, and why. */
  readonly steps?: readonly { readonly step: OnboardingStep; readonly reason: string }[] | undefined;
}

interface Deps {
  readonly database: Pick<Database, 'kysely'>;
  readonly reviews: ReviewStore;
  readonly avatars: AvatarStore;
  readonly store: ProfileStore;
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly auditLog: Pick<AuditLog, 'note'>;
  readonly notifyWithin: NotifyWithin;
  /** Picture files that nothing refers to any more. */
  readonly onDropped: (ids: readonly Uuid[]) => void;
}

const noticeOf = ({ kind }: KeptReview, { decision, note = '' }: Decision): NewNotice => {
  const told = { kind: 'review_result', url: '/account/settings/profile' } as const;
  if (decision === 'approve') return { ...told, code: `${kind}_approved`, params: {} };
  return { ...told, code: `${kind}_rejected`, params: { note } };
};

/** Decides a pending review, and tells its person. @throws common.not_found, moderation.stale */
export const makeDecideReview =
  (deps: Deps) =>
  async (id: Uuid, decision: Decision, caller: SiteCaller): Promise<'approved' | 'rejected'> => {
    const { reviews, avatars, store } = deps;
    const state = decision.decision === 'approve' ? 'approved' : 'rejected';

    const act = async (review: KeptReview, within: Transaction): Promise<Uuid[]> => {
      const { accountId } = review;
      const isApproved = state === 'approved';
      if (review.kind === 'profile') {
        if (isApproved) await store.saveAccount(within, accountId, review.payload);
        return [];
      }
      const picture = review.payload['picture'] as Uuid;
      if (isApproved) {
        await avatars.show(within, accountId, avatarUrl(picture));
        return avatars.dropOthers(within, accountId, [picture]);
      }
      return avatars.drop(within, picture);
    };

    const { dropped, tell } = await deps.database.kysely.transaction().execute(async (within) => {
      const found = await reviews.find(id, within);
      if (!found) throw new AppError('common.not_found');
      // In the same lock order as for a new picture; what that has changed meanwhile is read again.
      await avatars.lockAccount(within, found.accountId);
      const review = (await reviews.find(id, within))!;
      if (review.state !== 'open') throw new AppError('moderation.stale');
      await reviews.decide(within, id, {
        state,
        by: caller.account!.id,
        reasonCode: decision.reason_code ?? null,
        note: decision.note ?? null,
      });
      const pictures = await act(review, within);
      await deps.auditLog.note(within, caller, {
        action: `${review.kind}.${state}`,
        target: `account:${review.accountId}`,
        detail: { reason: decision.reason_code ?? '–', note: decision.note ?? '–' },
      });
      const told = await deps.notifyWithin(within, review.accountId, noticeOf(review, decision));
      return { dropped: pictures, tell: told };
    });
    deps.onDropped(dropped);
    tell();
    return state;
  };
