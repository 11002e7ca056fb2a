import { type AccountId, type Clock, type Uuid, uuidv7 } from '@klieg/kernel';
import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { Sites } from '../brand/index.ts';
import type { AccountStore, PhoneStore } from '../identity/index.ts';
import { codeOf } from './code-rules.ts';
import { writeCodeText } from './code-text.ts';
import type { PhoneCodeStore } from './phone-code-store.ts';
import type { SendText } from './text-gateway.ts';

/** Text messages, each a job: the answer of a call waits for no gateway, and what fails is tried again. */
export interface TextJobs {
  sendCode(codeId: Uuid, within: Transaction): Promise<void>;
  /** News for somebody who asked for them; nothing if their number is unconfirmed when it is sent. */
  sendNews(accountId: AccountId, text: string): Promise<void>;
  /** Does the waiting jobs; for nodes with the role. */
  work(): Promise<void>;
}

/** Two queues, so that nobody's code waits behind the news of thousands. */
const CODE_JOB = 'phone-code';
const NEWS_JOB = 'news-text';

/** What waiting jobs hold: neither a number nor a code. */
interface CodeJob {
  readonly codeId: Uuid;
}
interface NewsJob {
  readonly id: Uuid;
  readonly accountId: AccountId;
  readonly text: string;
}

export function makeTextJobs(deps: {
  readonly jobs: JobQueue;
  /** Absent: nothing is sent. */
  readonly send: SendText | undefined;
  readonly codes: Pick<PhoneCodeStore, 'findOpen'>;
  readonly phones: Pick<PhoneStore, 'find'>;
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly sites: Pick<Sites, 'siteOfAccount' | 'brandOf'>;
  readonly codeKey: Uint8Array;
  readonly clock: Clock;
}): TextJobs {
  const { jobs, send, phones } = deps;

  const sendCode = async ({ codeId }: CodeJob): Promise<void> => {
    const code = await deps.codes.findOpen(codeId, new Date(deps.clock.now()));
    const account = code && (await deps.accounts.findById(code.accountId));
    if (!code || !account) return;
    // The number may have been changed since: the code would confirm nothing.
    if ((await phones.find(code.accountId))?.number !== code.number) return;
    const site = deps.sites.siteOfAccount(account);
    const words = {
      code: codeOf(deps.codeKey, code),
      site: deps.sites.brandOf(site).display_name,
      host: new URL(site.publicUrl).hostname,
    };
    await send?.({ id: codeId, to: code.number, text: writeCodeText(words, site.locale) });
  };

  const sendNews = async ({ id, accountId, text }: NewsJob): Promise<void> => {
    const phone = await phones.find(accountId);
    if (phone?.isConfirmed) await send?.({ id, to: phone.number, text });
  };

  for (const job of [CODE_JOB, NEWS_JOB]) jobs.expect(job);
  return {
    sendCode: (codeId, within) => jobs.enqueue(CODE_JOB, { codeId } satisfies CodeJob, { within }),
    sendNews: (accountId, text) =>
      jobs.enqueue(NEWS_JOB, { id: uuidv7(), accountId, text } satisfies NewsJob),
    async work() {
      await jobs.work(CODE_JOB, sendCode);
      await jobs.work(NEWS_JOB, sendNews);
    },
  };
}
