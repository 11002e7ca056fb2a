import type { Biller } from '@klieg/contract';
import type { Log } from '@klieg/kernel';
import type { BillerEvent, BillerPort, LookedUp } from '../billers/port/biller-port.ts';
import { chargeNotMade, chargePaid } from '../orders/charge-events.ts';
import { decideLost, nextLookMs } from './lost-charge-rules.ts';
import type { LostCharge, LostChargeStore } from './lost-charge-store.ts';

interface Deps {
  readonly store: LostChargeStore;
  readonly billers: ReadonlyMap<Biller, Pick<BillerPort, 'lostCharges'>>;
  /** Takes what a biller answered as if it had posted it. */
  readonly takeAnswer: (biller: Biller, event: BillerEvent, bytes: Buffer) => Promise<void>;
  readonly log: Log;
}

/** Charges that are asked for at once. */
const AT_ONCE = 100;
/** A biller that cannot be asked never tells that there was no charge. */
const NEVER = Number.POSITIVE_INFINITY;

/**
 * Asks billers what came of charges whose answers were lost, until each is decided. Safe on several nodes: one asks a
 * biller at a time, and what it decides is a fact of the order that counts once.
 */
export function makeSeekCharges({ store, billers, takeAnswer, log }: Deps) {
  const decide = async (charge: LostCharge, looked: LookedUp, knownAfterMs: number): Promise<void> => {
    const { order, ageMs, looks } = charge;
    const unnamed = looked.kind === 'told' ? [] : await store.listUnnamed(order);
    // What its own posts tell says more than that a biller cannot be asked.
    const found: LookedUp =
      unnamed.length > 0 && looked.kind !== 'listed' ? { kind: 'listed', sales: unnamed } : looked;
    const ids = found.kind === 'listed' ? found.sales.map(({ transactionId }) => transactionId) : [];
    const isByCard = found !== looked;
    const verdict = decideLost(found, {
      ageMs,
      knownAfterMs,
      claimed: await store.listClaimed(order.biller, ids, order.id),
      // A sale of the buyer's own card is nobody else's.
      rivals: found.kind === 'listed' && !isByCard ? await store.countRivals(order) : 0,
    });
    if (verdict.kind === 'wait') {
      await store.noteLook(order.id, { ...verdict, nextMs: nextLookMs(looks) });
      if (verdict.isForDesk)
        log.warn({ order: order.id, biller: order.biller, found: verdict.found }, 'a charge is not decided');
      return;
    }
    const event =
      verdict.kind === 'told'
        ? verdict.looked.event
        : verdict.kind === 'paid'
          ? chargePaid(order, verdict.sale)
          : chargeNotMade(order);
    const bytes = verdict.kind === 'told' ? verdict.looked.bytes : Buffer.from(JSON.stringify(verdict));
    await takeAnswer(order.biller, event, bytes);
    await store.markDecided(order.id);
  };

  const seekAt = async (biller: Biller): Promise<void> => {
    const asks = billers.get(biller)?.lostCharges;
    if (asks && !(await store.claimBiller(biller, asks.everyMs))) return;
    const lost = await store.listLost(biller, AT_ONCE);
    if (lost.length === 0) return;
    const answers = (await asks?.ask(lost.map(({ order }) => order))) ?? [];
    for (const [at, charge] of lost.entries())
      await decide(charge, answers[at] ?? { kind: 'no_answer' }, asks?.knownAfterMs ?? NEVER);
  };

  /** Makes decisions of people facts, also those that a crash has left. */
  const takeDecisions = async (): Promise<void> => {
    for (const { order, event } of await store.listDecisions()) {
      await takeAnswer(order.biller, event, Buffer.from(JSON.stringify({ decided: event.kind })));
      await store.markDecided(order.id);
    }
  };

  /** Looks for what is due. */
  const seek = async (): Promise<void> => {
    await takeDecisions();
    const failures: unknown[] = [];
    // One biller that fails holds up no other.
    for (const biller of await store.listDue())
      await seekAt(biller).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, 'lost charges could not be looked for');
  };
  return { seek, takeDecisions };
}
