import { tipTier } from '../../shared/tip-tier.ts';
import { lowerThirdMs } from './tip-effect.ts';

/** A tip as the picture's lower edge shows it. */
export interface ShownTip {
  readonly id: string;
  readonly amountTokens: number;
  readonly sender: string | undefined;
  readonly comment: string;
  /** Above 1: several tips in one, their sum in the amount. */
  readonly count: number;
  readonly stayMs: number;
}

/** Tips waiting for the lower third; more are merged into one. */
export const QUEUE_MAX = 5;

export interface LowerThirdState {
  readonly shown: ShownTip | null;
  readonly waiting: readonly ShownTip[];
  /** Ids already seen, the newest last: both sockets may bring the same tip. */
  readonly seen: readonly string[];
}

export const noLowerThird: LowerThirdState = { shown: null, waiting: [], seen: [] };

export interface Tip {
  readonly id: string;
  readonly amountTokens: number;
  readonly sender: string | undefined;
  readonly comment: string;
}

const merge = (tips: readonly ShownTip[]): ShownTip => ({
  id: tips.at(-1)?.id ?? '',
  amountTokens: tips.reduce((sum, tip) => sum + tip.amountTokens, 0),
  sender: undefined,
  comment: '',
  count: tips.reduce((sum, tip) => sum + tip.count, 0),
  stayMs: Math.max(...tips.map(({ stayMs }) => stayMs)),
});

/** Queues a tip: one is shown at a time, and beyond five waiting ones all are merged. Small tips are not shown. */
export function queueTip(state: LowerThirdState, tip: Tip): LowerThirdState {
  const stayMs = lowerThirdMs(tipTier(tip.amountTokens));
  if (stayMs === 0 || state.seen.includes(tip.id)) return state;
  const seen = [...state.seen, tip.id].slice(-50);
  const entry: ShownTip = { ...tip, count: 1, stayMs };
  if (!state.shown) return { shown: entry, waiting: state.waiting, seen };
  const waiting = [...state.waiting, entry];
  return { shown: state.shown, waiting: waiting.length > QUEUE_MAX ? [merge(waiting)] : waiting, seen };
}

/** Its time is over: the next one takes the place. */
export function nextTip(state: LowerThirdState): LowerThirdState {
  const [shown = null, ...waiting] = state.waiting;
  return { ...state, shown, waiting };
}
