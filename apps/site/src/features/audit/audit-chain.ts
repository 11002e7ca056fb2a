import { createHash } from 'node:crypto';

/** Something that staff did, as it is kept. */
export interface AuditEntry {
  /** Its place in the chain, from 1. */
  readonly number: number;
  readonly at: Date;
  /** Account of the actor; null: the site itself. */
  readonly actorId: number | null;
  /** Username at that time. */
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly ip: string;
  /** JSON. */
  readonly detail: string;
}

/** The hash before the first entry. */
export const CHAIN_START: Buffer = Buffer.alloc(32);

/** The hash of an entry over all that it says and the hash before it. */
export function hashEntry(before: Uint8Array, entry: AuditEntry): Buffer {
  const { number, at, actorId, actor, action, target, ip, detail } = entry;
  const said = JSON.stringify([number, at.toISOString(), actorId, actor, action, target, ip, detail]);
  return createHash('sha256').update(before).update(said).digest();
}

/** Where a chain has been read to. */
export interface ChainPlace {
  readonly number: number;
  readonly hash: Buffer;
}

/**
 * Goes on with a chain.
 * @param entries in order of their numbers
 * @returns the place after them, or the number of the first that does not fit
 */
export function followChain(
  from: ChainPlace,
  entries: readonly (AuditEntry & { readonly hash: Buffer })[],
): ChainPlace | { readonly brokenAt: number } {
  let place = from;
  for (const entry of entries) {
    const isNext = entry.number === place.number + 1;
    if (!isNext || !hashEntry(place.hash, entry).equals(entry.hash)) return { brokenAt: place.number + 1 };
    place = { number: entry.number, hash: entry.hash };
  }
  return place;
}
