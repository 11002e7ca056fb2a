import type { WheelDraw } from '@klieg/contract';
import { commitOf, drawSlot } from '@klieg/kernel';

/** What this browser finds when it draws again. */
export interface DrawCheck {
  /** The revealed seed matches the lock published before. */
  readonly fitsLock: boolean;
  /** The draw gives the slot that the site announced. */
  readonly fitsSlot: boolean;
  /** Where on the scale of the odds it fell, from 0 to 1. */
  readonly place: number;
}

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

/** Repeats the draw from published data; undefined while the seed is not revealed. */
export async function checkDraw(draw: WheelDraw): Promise<DrawCheck | undefined> {
  if (draw.seed === null) return undefined;
  const seed = bytesOf(draw.seed);
  const { instance, n, client_seed: clientSeed, weights } = draw;
  const { slot, fell } = await drawSlot({ seed, instance, n, clientSeed, weights });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return {
    fitsLock: (await commitOf(seed)) === draw.commit,
    fitsSlot: slot === draw.slot && draw.prizes[slot] === draw.tokens,
    place: fell / sum,
  };
}
