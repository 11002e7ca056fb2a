import { Readable } from 'node:stream';
import type { AnswerOf, callsByFeature, InputOf } from '@klieg/contract';
import { type AccountId, AppError } from '@klieg/kernel';
import type { RemakeImage } from '../../platform/images/index.ts';
import type { Handlers } from '../../platform/http/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { ReportStore } from './report-store.ts';

type Call = (typeof callsByFeature)['reports']['createReport'];
type Asked = InputOf<Call>['body'];

/** What is reported, as the reporter could see it. */
export interface Evidence {
  readonly subjectId: AccountId | null;
  readonly content: Readonly<Record<string, unknown>>;
  /** False: nobody has it any more, and nobody can say that it was there. */
  readonly isKept?: false;
}

/** Finds the reported thing; undefined if the caller never saw it, or it does not exist. */
export type FindEvidence = (caller: SiteCaller, asked: Asked) => Promise<Evidence | undefined>;

/** As wide as a still that a page sends, and what staff can see things in. */
const STILL_SIDE_MAX = 1_280;
const URGENT = new Set(['underage', 'non_consensual']);

export function makeReportsHandlers(deps: {
  readonly reports: ReportStore;
  readonly findEvidence: FindEvidence;
  /** @throws common.rate_limited */
  readonly countGuest: (caller: SiteCaller) => Promise<void>;
  readonly remakeImage: RemakeImage;
}): Handlers<(typeof callsByFeature)['reports'], SiteCaller> {
  /**
   * Redrawn, like all pictures that people send, because staff opens it. @throws common.file_not_image,
   * common.file_format
   */
  const drawStill = async (still: string): Promise<Buffer> => {
    const { jpeg } = await deps.remakeImage(Readable.from([Buffer.from(still, 'base64')]), STILL_SIDE_MAX);
    return Buffer.from(jpeg);
  };

  return {
    async createReport({ body }, { caller }): Promise<AnswerOf<Call>> {
      const evidence = await deps.findEvidence(caller, body);
      if (!evidence) throw new AppError('common.not_found');
      await deps.countGuest(caller);
      // What only a stranger's word stands for does not go before what is known to have been said.
      const isVouched = caller.account !== null || evidence.isKept !== false;
      const id = await deps.reports.add({
        kind: body.kind,
        target: body.target.toLowerCase(),
        subjectId: evidence.subjectId,
        reporterId: caller.account?.id ?? null,
        reason: body.reason,
        text: body.text ?? '',
        evidence: evidence.content,
        still: body.still === undefined ? null : await drawStill(body.still),
        isUrgent: isVouched && URGENT.has(body.reason),
      });
      return { status: 1, report_id: id };
    },
  };
}
