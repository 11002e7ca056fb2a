import type { Biller } from '@klieg/contract';
import { AppError, type Clock, type Log } from '@klieg/kernel';
import { isConflict, isOutage } from '#site/platform/postgres/index.ts';
import {
  type Acknowledgement,
  type BillerEvent,
  type BillerPort,
  type RawPost,
  readKeptEvent,
} from '../billers/port/biller-port.ts';
import type { PostbackStore, StoredPostback } from './postback-store.ts';
import type { makeSettleOrder } from '../orders/settle-order.ts';

interface Deps {
  readonly billers: ReadonlyMap<string, BillerPort>;
  readonly postbacks: PostbackStore;
  readonly settle: ReturnType<typeof makeSettleOrder>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Takes posts of billers: verified, kept raw, answered, worked off; what a crash left is worked off later. */
export interface PostbackReceiver {
  /** @returns the biller's acknowledgement, or undefined: refuse with 403 and an empty body */
  receive(biller: string, post: RawPost): Promise<Acknowledgement | undefined>;
  /** Takes what a biller has answered to a call of our own server, as if it had posted it. */
  take(biller: Biller, event: BillerEvent, bytes: Buffer): Promise<void>;
  /**
   * Processes stored unfinished posts, one by one: a failing one does not block the others.
   * @returns how many it looked at
   */
  resume(): Promise<number>;
}

/** Whether a post failed because of its circumstances, such as a database that is away, and not its content. */
const isOfMoment = (error: unknown): boolean =>
  isOutage(error) || (error instanceof AppError && error.code === 'common.unavailable') || isConflict(error);

export function makePostbackReceiver(deps: Deps): PostbackReceiver {
  const { log, postbacks } = deps;

  const workOff = async (kept: StoredPostback): Promise<void> => {
    const event = readKeptEvent(kept.body);
    if (!event) throw new Error('what was kept of the post cannot be read');
    const outcome = await deps.settle(kept.biller, event);
    // The payment for an order may come after its reversal; it is looked for again, at growing intervals.
    if (outcome === 'unknown_transaction')
      throw new Error(`no order is known that the transaction ${event.transactionId} has paid`);
    await postbacks.finish(kept.id, outcome);
    if (outcome !== 'settled')
      log.warn({ biller: kept.biller, event: event.eventId, outcome }, 'a post had no effect');
  };

  const workOffAlone = async (kept: StoredPostback): Promise<void> => {
    try {
      await workOff(kept);
    } catch (error) {
      log.error({ err: error, biller: kept.biller, post: kept.id }, 'a post could not be worked off');
      if (isOfMoment(error)) return postbacks.postpone(kept.id);
      if (await postbacks.noteFailure(kept.id, String(error)))
        log.error({ biller: kept.biller, post: kept.id }, 'a post was put aside after its last try');
    }
  };

  const keepAndWorkOff = async (biller: Biller, event: BillerEvent, post: RawPost): Promise<void> => {
    const kept = await postbacks.keep(biller, event, post);
    // A stored post is acknowledged, whatever happens to it: retries come from here, not from the biller.
    if (kept)
      await workOffAlone(kept).catch((err: unknown) =>
        log.error({ err, post: kept.id }, 'a failed post could not be noted'),
      );
  };

  return {
    async receive(name, post) {
      const biller = deps.billers.get(name);
      const reading = await biller?.readPost(post, deps.clock.now());
      if (!biller || !reading) return undefined;
      for (const event of reading.events) await keepAndWorkOff(biller.name, event, post);
      return reading.acknowledgement;
    },
    take: (biller, event, bytes) =>
      keepAndWorkOff(biller, event, { bytes, headers: {}, query: '', address: '' }),
    async resume() {
      let count = 0;
      for (;;) {
        const open = await postbacks.listOpen();
        for (const kept of open) await workOffAlone(kept);
        count += open.length;
        // Each was finished, put aside or put off, so the next look finds others.
        if (open.length === 0) return count;
      }
    },
  };
}
