import { MINUTE_MS } from '@klieg/kernel/time';
import type { FastifyInstance } from 'fastify';
import type { BlobRegister, BlobStore } from '../../platform/blobs/index.ts';
import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { Mailer } from '../../platform/mail/index.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { BroadcastFeature } from '../broadcast/index.ts';
import type { DirectMessagesFeature } from '../direct-messages/index.ts';
import type { FanClubFeature } from '../fan-club/index.ts';
import type { MediaLibraryFeature } from '../media-library/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import type { ProfileFeature } from '../profile/index.ts';
import type { SessionsFeature } from '../sessions/index.ts';
import { makeClockStore } from './clock-store.ts';
import { makeComplaintAppeals } from './complaint-appeals.ts';
import { makeComplaintDeskHandlers } from './complaint-desk.http.ts';
import { makeComplaintMailer } from './complaint-mails.ts';
import { makeComplaintStore } from './complaint-store.ts';
import { makeCounterStore } from './counter-store.ts';
import { makeDecideComplaint } from './decide-complaint.ts';
import { makeItemStore } from './item-store.ts';
import { makeComplaintReaders } from './on-complaint-filed.ts';
import { serveEvidence } from './serve-evidence.ts';
import { makeSpeakUp } from './speak-up.ts';
import { makeStaffQueue } from './staff-queue.ts';
import { makeTellPeople } from './tell-people.ts';
import { makeTransparencyStore } from './transparency-store.ts';
import { makeWatchClocks } from './watch-clocks.ts';
import { makeWithholdItems } from './withhold-items.ts';

export type ComplaintDeskFeature = ReturnType<typeof composeComplaintDesk>;

/** Existing pictures whose digests are computed in one round. */
const DIGEST_BATCH = 50;
const LOOK_MS = 3_000;

interface Uses {
  readonly audit: Pick<AuditFeature, 'auditLog'>;
  readonly broadcast: Pick<BroadcastFeature, 'showRecordings'>;
  readonly directMessages: Pick<DirectMessagesFeature, 'storedFiles'>;
  readonly fanClub: Pick<FanClubFeature, 'storedFiles'>;
  readonly mediaLibrary: Pick<MediaLibraryFeature, 'storedFiles'>;
  readonly profile: Pick<ProfileFeature, 'storedFiles'>;
  readonly notifications: Pick<NotificationsFeature, 'notifyWithin'>;
  readonly sessions: Pick<SessionsFeature, 'resolveCaller'>;
  readonly jobs: JobQueue;
  readonly mailer: Mailer;
  readonly supportEmail: string;
  readonly allBlobs: BlobStore;
  readonly blobRegister: BlobRegister;
}

/** Complaints of strangers as moderators work through them, and the consequences for their subjects. */
export function composeComplaintDesk(
  kit: Pick<Kit, 'bus' | 'clock' | 'database' | 'feed' | 'log' | 'logged'>,
  uses: Uses,
) {
  const { database, clock, log } = kit;
  const { allBlobs, supportEmail } = uses;
  const { auditLog } = uses.audit;
  const kinds = [
    uses.profile.storedFiles,
    uses.directMessages.storedFiles,
    uses.mediaLibrary.storedFiles,
    uses.fanClub.storedFiles,
    uses.broadcast.showRecordings.storedFiles,
  ];
  const complaints = makeComplaintStore(database);
  const items = makeItemStore(database);
  const counters = makeCounterStore(database);
  const withholding = makeWithholdItems({ items, register: uses.blobRegister, allBlobs, kinds });
  const mails = makeComplaintMailer({ jobs: uses.jobs, mailer: uses.mailer, complaints, supportEmail });
  const people = makeTellPeople({ ...kit, notifyWithin: uses.notifications.notifyWithin });
  const failure = 'the count of what waits could not be told';
  const queue = makeStaffQueue({ ...kit, onFailure: kit.logged(failure) });
  queue.add({
    who: 'moderate_site',
    async read(now) {
      const { illegal, other } = await complaints.count(now);
      return [
        { queue: 'illegal', ...illegal },
        { queue: 'complaint', ...other },
      ];
    },
  });
  const common = { database, complaints, items, counters, withholding, people, mails, auditLog, clock };
  const deciding = { ...common, tellQueue: queue.tell };
  const appeals = makeComplaintAppeals(deciding);
  const chores: readonly Chore[] = [
    // Some queues change without anybody telling it.
    { failure, everyMs: LOOK_MS, on: 'each', run: queue.look },
    {
      failure: 'clocks of complaints could not be looked at',
      everyMs: MINUTE_MS,
      on: 'one',
      run: makeWatchClocks({ ...deciding, clocks: makeClockStore(database), log }),
    },
    {
      failure: 'older pictures could not be digested',
      everyMs: MINUTE_MS,
      on: 'one',
      run: async () => withholding.digest(await items.listUndigested(DIGEST_BATCH)),
    },
  ];
  return {
    /** For the appeals desk, which also has those of suspensions. */
    appeals,
    chores,
    lobbyPart: queue.lobbyPart,
    /** The same pages also report other waiting work. */
    addQueues: queue.add,
    /** What is waiting for a member of staff now. */
    readQueues: queue.readOf,
    work: mails.work,
    stop: () => queue.stop(),
    factReaders: makeComplaintReaders({ ...deciding, kinds }),
    routes: (app: FastifyInstance) =>
      serveEvidence(app, {
        items,
        allBlobs,
        database,
        auditLog,
        resolveCaller: uses.sessions.resolveCaller,
      }),
    handlers: makeComplaintDeskHandlers({
      ...common,
      appeals,
      speakUp: makeSpeakUp(deciding),
      decide: makeDecideComplaint(deciding),
      transparency: makeTransparencyStore(database),
    }),
  };
}
