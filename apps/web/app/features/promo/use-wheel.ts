import type { Spun, WheelName } from '@klieg/contract';
import { uuidv7 } from '@klieg/kernel';
import { useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { codeOf } from '../../shared/errors/explain-error.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { readCurrentUser } from '../../shared/session/start-session.ts';
import { type Loaded, useLoaded } from '../../shared/use-loaded.ts';
import { fieldsOf, turnTo } from './wheel-turn.ts';

/** What a page shows of a wheel before it turns. */
export interface WheelOffer {
  readonly spins: number;
  readonly fields: readonly { readonly id: string; readonly tokens: number; readonly odds: number }[];
  /** The commitment for the next spin, and the number of its odds; undefined if nothing is to be drawn. */
  readonly lock: { readonly commit: string; readonly plan: number } | undefined;
  /** When the next free spin comes; undefined if none is due. */
  readonly nextSpinAt: string | undefined;
}

async function loadWheel(wheel: WheelName, signal: AbortSignal): Promise<WheelOffer> {
  if (wheel === 'promo') {
    const { spins, prizes, lock } = await lateApi.getPromoWheel({ signal });
    return {
      spins,
      fields: prizes.map(({ id, tokens, odds_percent: odds }) => ({ id, tokens, odds })),
      lock: lock ? { commit: lock.commit, plan: lock.plan } : undefined,
      nextSpinAt: undefined,
    };
  }
  const { spins, prizes, lock, next_spin_at: nextSpinAt } = await lateApi.getVaultWheel({ signal });
  return {
    spins,
    fields: prizes.map(({ id, value, odds_percent: odds }) => ({ id, tokens: value, odds })),
    lock: lock ? { commit: lock.commit, plan: lock.plan } : undefined,
    nextSpinAt: nextSpinAt ?? undefined,
  };
}

export type SpinState =
  | { readonly kind: 'ready' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'turning'; readonly spun: Spun }
  | { readonly kind: 'done'; readonly spun: Spun };

export interface WheelControl {
  readonly offer: Loaded<WheelOffer>;
  readonly reload: () => void;
  readonly state: SpinState;
  readonly turn: number;
  readonly failure: unknown;
  /** Requests a spin and turns the wheel to the server's result. */
  readonly spin: () => Promise<void>;
  /** The wheel has stopped. */
  readonly rest: () => void;
}

/** One wheel of this person: its prizes, the spin and its rotation. */
export function useWheel(wheel: WheelName): WheelControl {
  const { state: offer, reload } = useLoaded(wheel, (signal) => loadWheel(wheel, signal));
  const [state, setState] = useState<SpinState>({ kind: 'ready' });
  const [turn, setTurn] = useState(0);
  const [failure, setFailure] = useState<unknown>();
  // A retry after a failure requests the same spin, so that none is lost or made twice. Its key is also this page's
  // contribution to the draw.
  const [asked, setAsked] = useState<{ readonly key: string; readonly lock: WheelOffer['lock'] }>();

  const spin = async () => {
    if (offer.kind !== 'ready' || state.kind === 'asking' || state.kind === 'turning') return;
    const ask = asked ?? { key: uuidv7(), lock: offer.value.lock };
    setAsked(ask);
    setState({ kind: 'asking' });
    setFailure(undefined);
    try {
      const call = wheel === 'promo' ? lateApi.spinPromoWheel : lateApi.spinVaultWheel;
      const spun = await call({ body: ask.lock ? { lock: ask.lock } : {}, idempotencyKey: ask.key });
      setAsked(undefined);
      setTurn(turnTo(turn, fieldsOf(offer.value.fields.map(({ odds }) => odds))[spun.slot]!));
      setState({ kind: 'turning', spun });
    } catch (error) {
      if (codeOf(error) === 'promo.lock_changed') {
        setAsked(undefined);
        reload();
      }
      setFailure(error);
      setState({ kind: 'ready' });
    }
  };

  const rest = () => {
    if (state.kind !== 'turning') return;
    const { spun } = state;
    setState({ kind: 'done', spun });
    if (!spun.on_hold) meStore.dispatch({ type: 'balance', tokens: spun.tokens });
    void readCurrentUser().catch(() => undefined);
    reload();
  };

  return { offer, reload, state, turn, failure, spin, rest };
}
