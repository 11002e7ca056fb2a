import type { Clock, Log } from '@klieg/kernel';
import type { BillerPort } from './biller-port.ts';
import type { PostbackStore, StoredPostback } from './postback-store.ts';
import type { makeSettleOrder } from './settle-order.ts';

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
  receive(
    biller: string,
    rawBody: string,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): Promise<string | undefined>;
  /** Works off what was kept but not finished. */
  resume(): Promise<number>;
}

export function makePostbackReceiver(deps: Deps): PostbackReceiver {
  const workOff = async (
    biller: BillerPort,
    kept: StoredPostback,
    event: ReturnType<BillerPort['readPostback']>,
  ) => {
    if (!event) return;
    const outcome = await deps.settle(event);
    await deps.postbacks.finish(kept.id, outcome);
    if (outcome === 'mismatch' || outcome === 'unknown_order')
      deps.log.warn({ biller: biller.name, event: event.eventId, outcome }, 'a post had no effect');
  };

  return {
    async receive(name, rawBody, headers) {
      const biller = deps.billers.get(name);
      const event = biller?.readPostback(rawBody, headers, deps.clock.now());
      if (!biller || !event) return undefined;
      const kept = await deps.postbacks.keep(biller.name, event.eventId, JSON.stringify(event));
      if (kept) await workOff(biller, kept, event);
      return biller.acknowledgement;
    },
    async resume() {
      const open = await deps.postbacks.listOpen();
      for (const kept of open) {
        const biller = deps.billers.get(kept.biller);
        // It was verified before it was kept; what is kept is the event itself.
        if (biller)
          await workOff(biller, kept, JSON.parse(kept.body) as ReturnType<BillerPort['readPostback']>);
      }
      return open.length;
    },
  };
}
