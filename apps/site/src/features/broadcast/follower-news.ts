import type { Locale } from '@klieg/contract';
import type { AccountId, Log } from '@klieg/kernel';
import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Mailer } from '../../platform/mail/index.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { Sites } from '../brand/index.ts';
import type { ChoosableMails } from '../email-subscription/index.ts';
import type { Account } from '../identity/index.ts';
import { writeLiveMail } from './live-mail.ts';

/** A follower with the ways that it wants news by (setting featured_show_notification). */
export interface Follower {
  readonly id: AccountId;
  readonly email: string;
  readonly isEmailConfirmed: boolean;
  readonly channels: string;
  /** Name of the site that the account belongs to, and the account's language. */
  readonly site: string;
  readonly locale: Locale;
}

/** A way to reach people outside of the site, for example texts or push. */
export type NewsChannel = (follower: Follower, title: string, url: string) => Promise<void>;

/** Tells followers that a model is live (S202), at most once in four hours. */
export interface FollowerNews {
  /** Within the transaction that says that the model is live. */
  onLive(modelId: AccountId, within: Transaction): Promise<void>;
  /** Does the waiting work; for nodes with the role. */
  work(): Promise<void>;
}

interface Deps {
  /** True for the one who may notify now; counts from then on. */
  readonly claimTelling: (model: AccountId, within: Transaction) => Promise<boolean>;
  readonly findModel: (id: AccountId) => Promise<Account | undefined>;
  /** Followers with an id above the given one, ordered by id, who want to be notified. */
  readonly listFollowers: (model: AccountId, above: AccountId, limit: number) => Promise<readonly Follower[]>;
  readonly jobs: JobQueue;
  readonly mailer: Mailer;
  readonly choosableMails: ChoosableMails;
  readonly notify: (id: AccountId, model: Account) => Promise<void>;
  /** Texts; absent: they cannot be sent. */
  readonly sms?: NewsChannel;
  readonly siteOfAccount: Sites['siteOfAccount'];
  readonly log: Log;
}

const JOB = 'follower-news';
const BATCH = 200;

interface Job {
  readonly modelId: AccountId;
  /** Followers up to this one have been notified. */
  readonly above: AccountId;
}

export function makeFollowerNews(deps: Deps): FollowerNews {
  const tell = async (follower: Follower, model: Account): Promise<void> => {
    const site = deps.siteOfAccount({ site: follower.site, settings: { locale: follower.locale } });
    const url = `${site.publicUrl}/${model.username}`;
    const textOf = (settingsUrl: string) =>
      writeLiveMail({ name: model.displayName, url, settingsUrl }, site.locale);
    const wants = (channel: string): boolean => follower.channels.split(',').includes(channel);
    if (wants('web')) await deps.notify(follower.id, model);
    if (wants('sms')) await deps.sms?.(follower, textOf('').subject, url);
    if (!wants('email') || !follower.isEmailConfirmed) return;
    const choosable = await deps.choosableMails.prepare(follower, 'models_online', site.publicUrl);
    if (!choosable) return;
    const { headers, chooseUrl } = choosable;
    await deps.mailer.send({ to: follower.email, headers, ...textOf(chooseUrl) });
  };

  /** One batch, and a job for the next: a process that ends repeats a batch at most, never the whole list. */
  const handle = async ({ modelId, above }: Job): Promise<void> => {
    const model = await deps.findModel(modelId);
    if (!model) return;
    const followers = await deps.listFollowers(modelId, above, BATCH);
    for (const follower of followers)
      try {
        await tell(follower, model);
      } catch (err) {
        // No retry: the others would hear it a second time, and by then it is no longer news.
        deps.log.warn({ err, follower: follower.id }, 'a follower could not be told');
      }
    const last = followers.at(-1);
    if (last && followers.length === BATCH) await deps.jobs.enqueue(JOB, { modelId, above: last.id });
  };

  deps.jobs.expect(JOB);
  return {
    async onLive(modelId, within) {
      if (!(await deps.claimTelling(modelId, within))) return;
      await deps.jobs.enqueue(JOB, { modelId, above: 0 }, { key: `model-${modelId}`, within });
    },
    work: () => deps.jobs.work<Job>(JOB, handle),
  };
}
