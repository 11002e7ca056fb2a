import type { Upload, ViewerDocument } from '@klieg/contract';
import { VIEWER_DOCUMENTS } from '@klieg/contract/features/onboarding/limits';
import { AppError } from '@klieg/kernel';
import { type Account, isModel } from '../identity/index.ts';
import type { VerifyReason } from './case-store.ts';
import { lockOpen, type makeKeepDocument, type SendDeps } from './send-application.ts';
import { CORRECTIONS_MAX } from './step-rules.ts';

/**
 * Accepts a viewer's document; the last one starts the review.
 * @returns what is still missing
 * @throws compliance.document_refused, compliance.under_review, compliance.already_approved, compliance.tries_used
 */
export const makeVerifyViewer =
  (deps: SendDeps & { readonly keepDocument: ReturnType<typeof makeKeepDocument> }) =>
  async (
    account: Account,
    given: { readonly kind: ViewerDocument; readonly reason: VerifyReason; readonly file: Upload },
  ): Promise<ViewerDocument[]> => {
    const { cases, records, clock } = deps;
    // Models show who they are by their application.
    if (isModel(account))
      throw new AppError('compliance.document_refused', { params: { reason: 'onboarding' } });
    let missing: ViewerDocument[] = [];
    let isOpened = false;
    await deps.keepDocument(account, { ...given, expiresOn: null }, async (within) => {
      const there = new Set((await records.listKept(account.id, within)).map(({ kind }) => kind));
      missing = VIEWER_DOCUMENTS[given.reason].filter((kind) => !there.has(kind));
      if (missing.length > 0) return;
      await lockOpen(cases, within, account);
      const attempt = ((await cases.findLast(account.id, within))?.attempt ?? 0) + 1;
      if (attempt > CORRECTIONS_MAX + 1) throw new AppError('compliance.tries_used');
      await records.markSubmitted(within, account.id);
      await cases.open(within, {
        kind: 'identity',
        accountId: account.id,
        attempt,
        at: new Date(clock.now()),
        reason: given.reason,
      });
      await cases.setStanding(within, account.id, 'pending');
      isOpened = true;
    });
    if (isOpened) deps.sendStanding(account.id, 'identity', 'pending');
    return missing;
  };
