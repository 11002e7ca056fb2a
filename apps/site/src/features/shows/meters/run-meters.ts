import { AppError, type Uuid, uuidv7 } from '@klieg/kernel';
import type { Transaction } from '#site/platform/postgres/index.ts';
import { deriveTransferId, type Ledger } from '../../ledger/index.ts';
import type { HoldRequest, Wallet } from '../../wallet/index.ts';
import {
  chargedAfter,
  costOfStep,
  finalCharge,
  INTERVAL_SECONDS,
  type Meter,
  remainingSeconds,
  secondsCovered,
  stepsDue,
  tokensToHold,
} from './meter-rules.ts';
import type { Deliveries } from './deliveries.ts';
import type { MeterRow, MeterStore } from './meter-store.ts';

/** The performer's share of a show's cost, in percent; the platform keeps the rest (S8). */
export const SHOW_SHARE_PERCENT = 60;

/** A show that runs keeps its hold beyond this; one that never began has it back after this. */
export const HOLD_MS = 2 * 60_000;

/** State of a meter on the node that runs it. */
export interface MeterStand {
  readonly row: MeterRow;
  /** Held from the start, in whole intervals. */
  readonly heldSeconds: number;
  readonly remainingSeconds: number;
  /** Charged so far. */
  readonly chargedTokens: number;
  /** Nothing is held for the interval that runs: it is over. */
  readonly isUsedUp: boolean;
}

/** Charges for delivered time. Any node may stop any meter; a repeated ledger request is paid once. */
export interface Meters {
  /** Whether the first seconds could be held now. @throws spend errors */
  check(meter: Meter, seconds: number): Promise<void>;
  /**
   * Holds the first seconds. A repeat holds nothing more. @throws spend errors, common.unavailable where it was freed
   * since
   */
  hold(meter: Meter, seconds: number): Promise<void>;
  /** Releases what was held for a show that did not begin. */
  free(meter: Pick<Meter, 'id' | 'payerId'>): Promise<void>;
  /**
   * Charges for delivery until now, and holds for the coming time.
   * @returns undefined where the meter has stopped or another node counts it
   */
  advance(id: Uuid, deliveredMs: number): Promise<MeterStand | undefined>;
  /**
   * Holds up to this many seconds from the start, all or none. A repeat holds nothing more. @throws spend errors,
   * shows.not_running
   */
  holdUntil(id: Uuid, seconds: number): Promise<void>;
  /** How many seconds from the start are held now, also by other nodes. @throws shows.not_running */
  heldSecondsOf(transaction: Transaction, id: Uuid): Promise<number>;
  /** Stops counting; the first to stop it fixes the charge. @returns the meter afterwards */
  stop(transaction: Transaction, id: Uuid, deliveredMs: number): Promise<MeterRow>;
  /** Pays the rest of a stopped meter and releases what is left. @returns the total charge */
  settle(id: Uuid): Promise<number>;
  /**
   * Forgets meters that do not run: another node may have ended them. One that begins only now is read again when it
   * is needed. @returns how many
   */
  forgetStopped(): Promise<number>;
}

const holdIdOf = (meterId: Uuid): Uuid => deriveTransferId('meter:hold', meterId);
/** How holds name the show that answers for them. */
export const machineOf = ({ kind, id }: Pick<Meter, 'kind' | 'id'>): string => `${kind}:${id}`;

/** The ledger's kind: people in a group pay as in a private; the reference tells them apart. */
const ledgerKindOf = ({ kind }: Pick<Meter, 'kind'>): Exclude<Meter['kind'], 'group'> =>
  kind === 'group' ? 'private' : kind;

const INITIAL_HELD = -1;

interface Live {
  paidSteps: number;
  heldSeconds: number;
  spendable: number;
  /** The hold was taken from outside. */
  isLost: boolean;
}

export function makeMeters(deps: {
  readonly store: MeterStore;
  readonly wallet: Pick<Wallet, 'checkHold' | 'hold' | 'capture' | 'raise' | 'release' | 'spendableOf'>;
  readonly ledger: Pick<Ledger, 'openHoldsOfMachine' | 'findTransfer'>;
  /** Delivered media compared with the stored amount, see `Deliveries`. */
  readonly deliveries: Pick<Deliveries, 'countedOf'>;
  /** Unix milliseconds. */
  readonly now: () => number;
}): Meters {
  const { store, wallet, ledger } = deps;
  const live = new Map<Uuid, Live>();

  const holdOf = (meter: Meter, seconds: number): HoldRequest => ({
    id: holdIdOf(meter.id),
    kind: ledgerKindOf(meter),
    payer: meter.payerId,
    receiver: meter.receiverId,
    amountTokens: tokensToHold(meter, seconds),
    sharePercent: SHOW_SHARE_PERCENT,
    machine: machineOf(meter),
    expiresAt: deps.now() + HOLD_MS,
  });

  const captureOf = (meter: Meter, name: string, amountTokens: number) => ({
    id: deriveTransferId(`meter:${name}`, meter.id),
    holdId: holdIdOf(meter.id),
    kind: ledgerKindOf(meter),
    payer: meter.payerId,
    receiver: meter.receiverId,
    sharePercent: SHOW_SHARE_PERCENT,
    amountTokens,
    note: { ref: { type: meter.kind, id: meter.showId } },
  });

  /** Takes over a meter that this node has not counted before. */
  const takeUp = async (row: MeterRow): Promise<Live> => {
    const known = live.get(row.id);
    if (known) return known;
    const [[hold], spendable] = await Promise.all([
      ledger.openHoldsOfMachine(machineOf(row)),
      wallet.spendableOf(row.payerId),
    ]);
    const heldTokens = hold ? hold.amountTokens + hold.capturedTokens : 0;
    const fresh: Live = {
      paidSteps: row.paidSteps,
      heldSeconds: hold || row.price === 0 ? secondsCovered(row, heldTokens) : INITIAL_HELD,
      spendable,
      isLost: !hold && row.price > 0,
    };
    live.set(row.id, fresh);
    return fresh;
  };

  /** @throws shows.not_running */
  const takeRunning = async (id: Uuid) => {
    const row = await store.find(id);
    if (!row || row.finalTokens !== null) throw new AppError('shows.not_running');
    const state = await takeUp(row);
    if (state.isLost) throw new AppError('shows.not_running');
    return { row, state };
  };

  /** Pays the steps up to this one, each under its own id. */
  const payUntil = async (row: MeterRow, state: Live, dueSteps: number): Promise<void> => {
    for (let step = state.paidSteps + 1; step <= dueSteps && !state.isLost; step++) {
      const cost = costOfStep(row, step);
      const captured = cost > 0 ? await wallet.capture(captureOf(row, `step:${step}`, cost)) : 'free';
      if (captured === undefined) state.isLost = true;
      else state.paidSteps = step;
      if (typeof captured === 'object') state.spendable = captured.spendable;
    }
  };

  const raiseTo = async (row: MeterRow, state: Live, seconds: number): Promise<void> => {
    const raiseToTokens = tokensToHold(row, seconds);
    // Small prices make intervals that cost nothing.
    if (raiseToTokens > tokensToHold(row, state.heldSeconds)) {
      const raised = await wallet.raise({ holdId: holdIdOf(row.id), payer: row.payerId, raiseToTokens });
      if (!raised) return void (state.isLost = true);
      state.spendable = raised.spendable;
    }
    state.heldSeconds = seconds;
  };

  /** Holds interval by interval at the end; a refused hold is tried again with the next tick. */
  const refill = async (row: MeterRow, state: Live, dueSteps: number): Promise<void> => {
    const wanted = Math.max(0, dueSteps) * INTERVAL_SECONDS + row.aheadSeconds;
    try {
      while (state.heldSeconds < wanted && !state.isLost)
        await raiseTo(row, state, state.heldSeconds + INTERVAL_SECONDS);
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'common.unavailable') throw error;
      state.spendable = await wallet.spendableOf(row.payerId);
    }
  };

  /** As far as it is held; a node that was away may have several intervals to make up for. */
  const advanceOnce = async (
    row: MeterRow,
    state: Live,
    countedMs: number,
  ): Promise<MeterRow | undefined> => {
    // Time without cover is not charged.
    const coveredMs = Math.min(countedMs, Math.max(0, state.heldSeconds) * 1_000);
    const dueSteps = Math.max(row.dueSteps, stepsDue(coveredMs));
    const next = { deliveredMs: countedMs, dueSteps, paidSteps: state.paidSteps };
    const isNews = dueSteps > row.dueSteps || state.paidSteps > row.paidSteps;
    if (isNews && !(await store.note(row, next))) return undefined;
    await payUntil(row, state, dueSteps);
    await refill(row, state, dueSteps);
    return { ...row, ...next, version: row.version + (isNews ? 1 : 0) };
  };

  const standOf = (row: MeterRow, state: Live): MeterStand => ({
    row,
    heldSeconds: state.heldSeconds,
    remainingSeconds: row.price === 0 ? 0 : remainingSeconds(row, { ...state, steps: row.dueSteps }),
    chargedTokens: chargedAfter(row, state.paidSteps),
    isUsedUp:
      row.price > 0 && (state.isLost || state.heldSeconds <= Math.max(0, row.dueSteps) * INTERVAL_SECONDS),
  });

  return {
    check: (meter, seconds) =>
      meter.price === 0 ? Promise.resolve() : wallet.checkHold({ ...holdOf(meter, seconds), id: uuidv7() }),
    async hold(meter, seconds) {
      if (meter.price === 0) return;
      const { spendable } = await wallet.hold(holdOf(meter, seconds));
      live.set(meter.id, { paidSteps: -1, heldSeconds: seconds, spendable, isLost: false });
    },
    async free({ id, payerId }) {
      live.delete(id);
      await wallet.release({ holdId: holdIdOf(id), payer: payerId });
    },
    async advance(id, deliveredMs) {
      const row = await store.find(id);
      if (!row || row.finalTokens !== null) return void live.delete(id);
      const known = live.get(id);
      // Another node may have held more since: asked again before anybody is told that nothing is left.
      if (known && known.heldSeconds * 1_000 <= deliveredMs) live.delete(id);
      const state = await takeUp(row);
      const countedMs = Math.max(deliveredMs, deps.deliveries.countedOf(id, row.deliveredMs));
      for (let now = row; ;) {
        const next = await advanceOnce(now, state, countedMs);
        if (!next) return void live.delete(id);
        const isBehind = next.dueSteps < stepsDue(countedMs) && next.dueSteps > now.dueSteps;
        if (!isBehind) return standOf(next, state);
        now = next;
      }
    },
    async holdUntil(id, seconds) {
      // Another node may have held more since.
      live.delete(id);
      const { row, state } = await takeRunning(id);
      if (seconds > state.heldSeconds) await raiseTo(row, state, seconds);
      if (state.isLost) throw new AppError('shows.not_running');
    },
    async heldSecondsOf(transaction, id) {
      const row = await store.find(id, transaction);
      const [hold] = row ? await ledger.openHoldsOfMachine(machineOf(row), transaction) : [];
      if (!row || row.finalTokens !== null || !hold) throw new AppError('shows.not_running');
      return secondsCovered(row, hold.amountTokens + hold.capturedTokens);
    },
    async stop(transaction, id, deliveredMs) {
      const row = (await store.lock(transaction, id))!;
      if (row.finalTokens !== null) return row;
      const [hold] = row.price === 0 ? [] : await ledger.openHoldsOfMachine(machineOf(row), transaction);
      const heldTokens = hold ? hold.amountTokens + hold.capturedTokens : 0;
      const countedMs = Math.max(deliveredMs, deps.deliveries.countedOf(id, row.deliveredMs));
      const charged = chargedAfter(row, row.dueSteps);
      // What is no longer held cannot be taken; what was requested before stays.
      const finalTokens = Math.max(charged, Math.min(finalCharge(row, countedMs), heldTokens));
      const end = { deliveredMs: countedMs, dueSteps: row.dueSteps, finalTokens };
      await store.stop(transaction, id, end);
      return { ...row, ...end };
    },
    async settle(id) {
      const row = (await store.find(id))!;
      live.delete(id);
      if (row.isClosed) return row.finalTokens ?? 0;
      const state: Live = { paidSteps: row.paidSteps, heldSeconds: 0, spendable: 0, isLost: false };
      await payUntil(row, state, row.dueSteps);
      const paid = chargedAfter(row, state.paidSteps);
      const rest = state.isLost ? 0 : (row.finalTokens ?? 0) - paid;
      const last =
        rest > 0 ? await wallet.capture({ ...captureOf(row, 'last', rest), isLast: true }) : undefined;
      if (!last && row.price > 0) await wallet.release({ holdId: holdIdOf(row.id), payer: row.payerId });
      const charged = paid + (last ? rest : 0);
      await store.close(id, charged);
      return charged;
    },
    async forgetStopped() {
      if (live.size === 0) return 0;
      const ids = [...live.keys()];
      const running = await store.listRunning(ids);
      return ids.filter((id) => !running.has(id) && live.delete(id)).length;
    },
  };
}
