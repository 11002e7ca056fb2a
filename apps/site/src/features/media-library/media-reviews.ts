import type { MediaEdit, Review, ReviewKind } from '@klieg/contract';
import { AppError, toInstant, type Uuid } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { ConsentsFeature } from '../consents/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import type { NotifyWithin } from '../notifications/index.ts';
import type { FurtherReviews } from '../profile/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { KeptMedia, MediaStore } from './media-store.ts';
import type { OrderStore } from './order-store.ts';

interface Deps {
  readonly database: Pick<Database, 'kysely'>;
  readonly accounts: Pick<AccountStore, 'findById' | 'listByIds'>;
  readonly media: MediaStore;
  readonly orders: Pick<OrderStore, 'owe'>;
  readonly coPerformers: Pick<ConsentsFeature['coPerformers'], 'check'>;
  readonly auditLog: Pick<AuditLog, 'note'>;
  readonly notifyWithin: NotifyWithin;
  readonly onChanged: (owner: Account, mediaId: number) => void;
  /** What staff sees of it. */
  readonly presentFor: (media: readonly KeptMedia[], caller: SiteCaller) => Promise<MediaEdit[]>;
  readonly now: () => number;
}

const noticeOf = ({ name }: KeptMedia, note: string | null) => ({
  kind: 'review_result' as const,
  url: '/account/media/own',
  ...(note === null
    ? ({ code: 'media_approved', params: { name } } as const)
    : ({ code: 'media_rejected', params: { name, note } } as const)),
});

/** Removes a media for good, with refunds. For moderators, and when somebody in it has withdrawn. */
export type RemoveMedia = (within: Transaction, mediaId: number, reason: string) => Promise<void>;

export const makeRemoveMedia =
  ({
    media,
    orders,
    takeOffRecordings,
    now,
  }: Pick<Deps, 'media' | 'orders' | 'now'> & {
    /** What a media was made of goes off with it. */
    readonly takeOffRecordings: (within: Transaction, mediaId: number) => Promise<void>;
  }): RemoveMedia =>
  async (within, mediaId, reason) => {
    const kept = await media.lock(within, mediaId);
    if (!kept || kept.status === 'removed') return;
    await media.remove(within, mediaId, reason);
    await orders.owe(within, mediaId, new Date(now()));
    await takeOffRecordings(within, mediaId);
  };

/** Media that wait for staff, as the review desk shows and decides them. */
export function makeMediaReviews(deps: Deps): FurtherReviews {
  const { media } = deps;

  return {
    kinds: ['media'],
    async list(
      _kind: ReviewKind,
      after: Uuid | undefined,
      limit: number,
      caller: SiteCaller,
    ): Promise<Review[]> {
      const found = await media.listWaiting(after, limit);
      const owners = await deps.accounts.listByIds(found.map(({ modelId }) => modelId));
      const edits = new Map((await deps.presentFor(found, caller)).map((edit) => [edit.id, edit]));
      return found.flatMap((one): Review[] => {
        const owner = owners.find(({ id }) => id === one.modelId);
        const edit = edits.get(one.id);
        if (!owner || !edit) return [];
        return [
          {
            id: one.reviewId,
            kind: 'media',
            user: { username: owner.username, displayName: owner.displayName },
            submitted_at: toInstant(one.submittedAt),
            payload: {
              picture_url: edit.thumbnail_url,
              current_url: null,
              fields: [],
              case: null,
              media: edit,
            },
            first_decision: null,
            due_at: toInstant(one.submittedAt.getTime() + DAY_MS),
          },
        ];
      });
    },
    countOwn: media.countOwnReviews,
    /** @throws common.not_self, moderation.stale, compliance.consent_missing */
    async decide(id, { decision, reason_code: reason, note }, caller) {
      const known = await media.findByReview(id);
      if (!known) return undefined;
      if (known.modelId === caller.account!.id) throw new AppError('common.not_self');
      const isApproved = decision === 'approve';
      const tell = await deps.database.kysely.transaction().execute(async (within) => {
        const one = await media.lock(within, known.id);
        // It was changed meanwhile, and waits as another one.
        if (one?.status !== 'review' || one.reviewId !== id || one.deletedAt !== null || one.isPreparing)
          throw new AppError('moderation.stale');
        if (isApproved) {
          const consents = await media.consentsOf([one.id], within);
          await deps.coPerformers.check(
            within,
            one.modelId,
            consents.map((consent) => consent.id as Uuid),
          );
          await media.approve(within, one.id, new Date(deps.now()));
        } else await media.reject(within, one.id, note ?? '');
        await deps.auditLog.note(within, caller, {
          action: `media.${isApproved ? 'approved' : 'rejected'}`,
          target: `media:${one.id}`,
          detail: { reason: reason ?? '–', note: note ?? '–' },
        });
        return deps.notifyWithin(within, one.modelId, noticeOf(one, isApproved ? null : (note ?? '')));
      });
      tell();
      const owner = await deps.accounts.findById(known.modelId);
      if (owner) deps.onChanged(owner, known.id);
      return isApproved ? 'approved' : 'rejected';
    },
  };
}
