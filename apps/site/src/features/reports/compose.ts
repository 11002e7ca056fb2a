import { makeRemakeImage } from '../../platform/images/index.ts';
import type { RateStore } from '../../platform/http/index.ts';
import type { Kit } from '../../platform/kit.ts';
import type { DirectMessagesFeature } from '../direct-messages/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import type { MediaLibraryFeature } from '../media-library/index.ts';
import type { RoomsFeature } from '../rooms/index.ts';
import { makeFindEvidence } from './find-evidence.ts';
import { makeCountGuestReport } from './guest-reports.ts';
import { makeReportStore } from './report-store.ts';
import { makeReportsHandlers } from './reports.http.ts';

export type ReportsFeature = ReturnType<typeof composeReports>;

/** What people report, kept as it was then. */
export const composeReports = (
  { database, clock }: Pick<Kit, 'database' | 'clock'>,
  uses: {
    readonly identity: IdentityFeature;
    readonly rooms: RoomsFeature;
    readonly directMessages: DirectMessagesFeature;
    readonly mediaLibrary: MediaLibraryFeature;
    readonly rates: RateStore;
    readonly isGenerousToLoopback: boolean;
  },
) => {
  const reports = makeReportStore(database);
  return {
    /** Stores a report about something said in another feature. */
    keep: reports.add,
    handlers: makeReportsHandlers({
      reports,
      countGuest: makeCountGuestReport({ ...uses, now: () => clock.now() }),
      remakeImage: makeRemakeImage(),
      findEvidence: makeFindEvidence({
        accounts: uses.identity.accounts,
        findMessage: uses.directMessages.messages.find,
        findMedia: uses.mediaLibrary.read.view,
        historyOf: (username) => uses.rooms.hub.find(username)?.history ?? [],
        clock,
      }),
    }),
  };
};
