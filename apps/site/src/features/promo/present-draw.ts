import type { WheelDraw } from '@klieg/contract';
import { commitOf, toInstant } from '@klieg/kernel';
import { instanceOf, isRevealed } from './wheel-rules.ts';
import type { KnownSpin } from './wheel-store.ts';

const states = { held: 'on_hold', due: 'credited', credited: 'credited', void: 'void' } as const;

/** A draw with everything needed to check it; the seed only once nothing is drawn with it any more. */
export const presentDraw = async (spin: KnownSpin, nowMs: number): Promise<WheelDraw> => ({
  id: spin.id,
  wheel: spin.wheel,
  at: toInstant(spin.at),
  instance: instanceOf(spin.wheel, spin.accountId, spin.day),
  n: spin.n,
  client_seed: spin.clientSeed,
  commit: await commitOf(spin.seed),
  seed: isRevealed(spin.day, nowMs) ? spin.seed.toString('hex') : null,
  weights: [...spin.weights],
  prizes: [...spin.prizes],
  slot: spin.slot,
  tokens: spin.tokens,
  state: states[spin.state],
});
