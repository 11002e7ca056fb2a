import type { callsByFeature } from '@klieg/contract';
import { AppError, toInstant } from '@klieg/kernel';
import type { Caller, Handlers } from '../../platform/http/index.ts';
import type { CaseStore } from './case-store.ts';
import { digestOfReceipt, type makeFileComplaint } from './file-complaint.ts';
import type { makeOpenSupportThread, Sender } from './open-support-thread.ts';
import type { ContentTexts } from './present-texts.ts';

type Calls =
  | 'listFaq'
  | 'getFaqArticle'
  | 'getContent'
  | 'openSupportThread'
  | 'fileComplaint'
  | 'getComplaint';

/** The calls of the pages of text and of the forms on them. */
export function makeContentPagesHandlers<C extends Caller & Sender>(deps: {
  readonly texts: ContentTexts;
  readonly cases: CaseStore;
  readonly openSupportThread: ReturnType<typeof makeOpenSupportThread>;
  readonly fileComplaint: ReturnType<typeof makeFileComplaint>;
}): Pick<Handlers<(typeof callsByFeature)['content-pages'], C>, Calls> {
  return {
    listFaq: ({ query }) => deps.texts.listFaq(query),
    getFaqArticle: ({ params }) => deps.texts.getFaqArticle(params.article),
    getContent: ({ params }) => deps.texts.getContent(params.slug),
    openSupportThread: ({ body }, { caller }) => deps.openSupportThread(body, caller),
    fileComplaint: ({ body }, { caller }) => deps.fileComplaint(body, caller.site.publicUrl),
    async getComplaint({ params }) {
      const found = await deps.cases.findComplaint(digestOfReceipt(params.receipt));
      if (!found) throw new AppError('common.not_found');
      const { number, state, due_at: dueAt, outcome } = found;
      return { number, state, due_at: toInstant(dueAt.getTime()), outcome };
    },
  };
}
