import type { callsByFeature } from '@klieg/contract';
import type { Caller, Handlers } from '../../platform/http/index.ts';
import type { makeFileComplaint } from './file-complaint.ts';
import type { makeOpenSupportThread, Sender } from './open-support-thread.ts';
import type { ContentTexts } from './present-texts.ts';

type Calls = 'listFaq' | 'getFaqArticle' | 'getContent' | 'openSupportThread' | 'fileComplaint';

/** The calls of the pages of text and of the forms on them. */
export function makeContentPagesHandlers<C extends Caller & Sender>(deps: {
  readonly texts: ContentTexts;
  readonly openSupportThread: ReturnType<typeof makeOpenSupportThread>;
  readonly fileComplaint: ReturnType<typeof makeFileComplaint>;
}): Pick<Handlers<(typeof callsByFeature)['content-pages'], C>, Calls> {
  return {
    listFaq: ({ query }) => deps.texts.listFaq(query),
    getFaqArticle: ({ params }) => deps.texts.getFaqArticle(params.article),
    getContent: ({ params }) => deps.texts.getContent(params.slug),
    openSupportThread: ({ body }, { caller }) => deps.openSupportThread(body, caller),
    fileComplaint: ({ body }, { caller }) => deps.fileComplaint(body, caller.site.publicUrl),
  };
}
