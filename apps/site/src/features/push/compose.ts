import type { AccountId, Uuid } from '@klieg/kernel';
import type { FastifyInstance } from 'fastify';
import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Kit } from '../../platform/kit.ts';
import type { BrandFeature } from '../brand/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import { type NewNotice, noticeKept, writeNotice } from '../notifications/index.ts';
import { makePushHandlers } from './push.http.ts';
import { makePushStore } from './push-store.ts';
import { makeSendPush, type PushMessage } from './send-push.ts';
import { serveWorkerFiles } from './serve-worker.ts';
import { makeVapid } from './vapid.ts';

const JOB = 'push';

interface Job {
  readonly id: Uuid;
  readonly message: PushMessage;
}

/** Push messages to browsers whose people have asked for them: that somebody whom they follow is live. */
export function composePush(
  {
    database,
    clock,
    log,
    notices,
    logged,
    secretOf,
  }: Pick<Kit, 'database' | 'clock' | 'log' | 'notices' | 'logged' | 'secretOf'>,
  uses: {
    readonly identity: Pick<IdentityFeature, 'accounts'>;
    readonly brand: Pick<BrandFeature, 'offerPushAt'>;
    readonly jobs: JobQueue;
    readonly supportEmail: string;
    readonly pushHosts: readonly string[];
    readonly pushServices: readonly string[];
  },
) {
  const { jobs, pushServices: services } = uses;
  const isPushHost = (host: string) =>
    uses.pushHosts.includes(host) || uses.pushHosts.includes(host.replace(/:\d+$/, ''));
  const store = makePushStore(database);
  const vapid = makeVapid(secretOf('push'), `mailto:${uses.supportEmail}`);
  const send = makeSendPush({ store, vapid, services, clock, log });
  jobs.expect(JOB);
  uses.brand.offerPushAt(isPushHost);

  /** One job per browser, so that one busy service does not cause repeats at the others. */
  const tell = async (accountId: AccountId, { code, params, url }: NewNotice): Promise<void> => {
    const subscriptions = await store.listOf(accountId);
    const account = subscriptions.length > 0 ? await uses.identity.accounts.findById(accountId) : undefined;
    const words = account && writeNotice(code, params, account.settings.locale);
    if (!words) return;
    const message = { ...words, url: url ?? '/' };
    for (const { id } of subscriptions) await jobs.enqueue(JOB, { id, message } satisfies Job);
  };
  const stop = notices.on(noticeKept, ({ accountId, notice }) => {
    if (notice.kind !== 'model_online') return;
    tell(accountId, notice).catch(logged('a push message could not be prepared'));
  });
  return {
    work: () => jobs.work<Job>(JOB, ({ id, message }) => send(id, message)),
    stop: () => stop(),
    routes: (app: FastifyInstance) => serveWorkerFiles(app),
    handlers: makePushHandlers({ store, publicKey: vapid.publicKey, services, isPushHost, clock }),
  };
}
