import { cleanText } from '@klieg/contract';
import { type AccountId, AppError, type Uuid } from '@klieg/kernel';
import type { JobQueue } from '../../platform/jobs/index.ts';
import { type Account, type AccountStore, isSuspended } from '../identity/index.ts';
import type { BroadcastStore } from './broadcast-store.ts';
import { partnerOf } from './partner.ts';
import type { Messenger } from './send-message.ts';

interface Deps {
  readonly accounts: AccountStore;
  readonly broadcasts: BroadcastStore;
  readonly messenger: Messenger;
  readonly jobs: JobQueue;
  /** As for messages to one. */
  readonly isSilenced: (model: AccountId) => Promise<boolean>;
  readonly refuseText: (text: string) => boolean;
  /** Everybody who ever paid the model. */
  readonly payersOf: (model: AccountId) => Promise<AccountId[]>;
  /** Members of the model's fan club, of one level or of all. */
  readonly listFans: (model: AccountId, level: Wanted['level']) => Promise<readonly AccountId[]>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

interface Wanted {
  readonly audience: 'fans' | 'followers_tippers';
  readonly level?: 'supporter' | 'insider' | 'legend' | undefined;
  readonly text: string;
}

/**
 * Sends one text to many. @returns how many get it @throws compliance.text_refused, direct_messages.silenced,
 * direct_messages.broadcast_limit
 */
export type SendBroadcast = (model: Account, wanted: Wanted) => Promise<number>;

export interface Broadcaster {
  readonly send: SendBroadcast;
  /** Does the waiting work; for nodes with the role. */
  work(): Promise<void>;
}

const JOB = 'message-broadcast';
const BATCH = 100;

export function makeBroadcaster(deps: Deps): Broadcaster {
  const { accounts, broadcasts, jobs } = deps;

  const candidatesOf = async (model: Account, { audience, level }: Wanted) =>
    audience === 'fans'
      ? deps.listFans(model.id, level)
      : broadcasts.listFollowers(model.id, await deps.payersOf(model.id));

  /** One batch, and a job for the next: receivers are removed from the list. */
  const handle = async ({ id }: { readonly id: Uuid }): Promise<void> => {
    const found = await broadcasts.find(id);
    const model = found && (await accounts.findById(found.modelId));
    if (!model) return;
    // What has forbidden them to write since holds for the rest of it.
    if (isSuspended(model, deps.now()) || (await deps.isSilenced(model.id))) return broadcasts.stop(id);
    const waiting = await broadcasts.listWaiting(id, BATCH);
    for (const { accountId, clientId, isWanted } of waiting) {
      const receiver = isWanted && (await accounts.findById(accountId));
      const isForFans = found.audience === 'fans';
      if (receiver)
        await deps.messenger.deliver(model, partnerOf(receiver), { clientId, text: found.text, isForFans });
      await broadcasts.markSent(id, accountId);
    }
    if (waiting.length === BATCH) await jobs.enqueue(JOB, { id });
  };

  return {
    async send(model, wanted) {
      const text = cleanText(wanted.text).trim();
      if (deps.refuseText(text)) throw new AppError('compliance.text_refused');
      if (await deps.isSilenced(model.id)) throw new AppError('direct_messages.silenced');
      const kept = await broadcasts.add({
        modelId: model.id,
        audience: wanted.audience,
        level: wanted.level,
        text,
        candidates: await candidatesOf(model, wanted),
      });
      if (!kept)
        throw new AppError('direct_messages.broadcast_limit', { params: { retry_after_seconds: 3_600 } });
      if (kept.queued > 0) await jobs.enqueue(JOB, { id: kept.id }, { key: kept.id });
      return kept.queued;
    },
    work: () => jobs.work<{ id: Uuid }>(JOB, handle),
  };
}
