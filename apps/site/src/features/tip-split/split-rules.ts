import type { AccountId, Uuid } from '@klieg/kernel';

/*
 * Tip splits (machine 8, S803 to S807): transitions of one. Pure: the ledger is asked before or after, by holds that a
 * split names first, so that after a crash it is clear what was meant to happen.
 */

/** How long a proposed split waits for its splitters. */
export const SPLIT_MS = 5 * 60_000;
/** How long its end is shown. */
export const END_SHOWN_MS = 10_000;
/** A part whose tokens were not set aside within this time is given up. */
export const ASKED_MS = 30_000;
/** What a process left half done is taken up by another after this. */
export const FORSAKEN_MS = 5_000;

/**
 * `opening`: the proposer's own part is not held yet, and nobody is told. `settling`: all seats are taken; from here on
 * only the ledger decides. `success` and `canceled` are its ends.
 */
export type SplitState = 'opening' | 'proposed' | 'settling' | 'success' | 'canceled';

/**
 * One person's part. `asked`: the hold is named and may not exist yet. `seated`: it is held and has a seat. `freed`: it
 * has none, and the hold must be released.
 */
export interface SplitPart {
  readonly accountId: AccountId;
  readonly holdId: Uuid;
  readonly state: 'asked' | 'seated' | 'freed';
  /** When it came into this state, Unix milliseconds. */
  readonly at: number;
}

export interface Split {
  readonly id: Uuid;
  readonly roomId: AccountId;
  readonly proposerId: AccountId;
  readonly state: SplitState;
  readonly targetSplitters: number;
  /** Tokens that each gives. */
  readonly splitAmount: number;
  readonly comment: string | null;
  /** In order of request; the proposer's is the first. */
  readonly parts: readonly SplitPart[];
  readonly expiresAt: number;
  readonly endedAt: number | null;
  /** Its end was shown long enough. */
  readonly isClosed: boolean;
  /** Counts changes announced to the room. */
  readonly news: number;
}

/** Why somebody cannot do what they ask for. */
export type SplitRefusal = 'tipping.split_gone' | 'tipping.split_changed';

export const seatedOf = ({ parts }: Split): readonly SplitPart[] =>
  parts.filter(({ state }) => state === 'seated');
export const remainingOf = (split: Split): number => split.targetSplitters - seatedOf(split).length;
export const isRunning = ({ state }: Split): boolean =>
  state === 'opening' || state === 'proposed' || state === 'settling';

/** The part that somebody has or is about to have. */
export const partOf = ({ parts }: Split, accountId: AccountId): SplitPart | undefined =>
  parts.find((part) => part.accountId === accountId && part.state !== 'freed');

const told = (split: Split, change: Partial<Split>): Split => ({ ...split, ...change, news: split.news + 1 });
const turnParts = (
  split: Split,
  isMeant: (part: SplitPart) => boolean,
  state: SplitPart['state'],
  at: number,
): readonly SplitPart[] => split.parts.map((part) => (isMeant(part) ? { ...part, state, at } : part));

/** Somebody wants a seat: their hold is named. Somebody with a part keeps it and its hold (S804). */
export function askForPart(
  split: Split,
  ask: { readonly accountId: AccountId; readonly holdId: Uuid; readonly splitAmount: number },
  now: number,
): Split | SplitRefusal {
  const { accountId, holdId, splitAmount } = ask;
  const isOwn = partOf(split, accountId) !== undefined;
  if (isOwn && isRunning(split)) return split;
  if (split.state !== 'proposed' || now >= split.expiresAt) return 'tipping.split_gone';
  if (splitAmount !== split.splitAmount) return 'tipping.split_changed';
  return { ...split, parts: [...split.parts, { accountId, holdId, state: 'asked', at: now }] };
}

/**
 * The tokens of a part are held: it takes a seat, or is freed if none is left or the split is over. The proposer's
 * opens the split (S803); the last one settles it (S805).
 */
export function seatPart(split: Split, holdId: Uuid, now: number): Split {
  const part = split.parts.find((one) => one.holdId === holdId);
  if (part?.state !== 'asked') return split;
  const isOpen =
    now < split.expiresAt &&
    (split.state === 'proposed' || (split.state === 'opening' && part.accountId === split.proposerId));
  if (!isOpen || remainingOf(split) === 0)
    return { ...split, parts: turnParts(split, (one) => one === part, 'freed', now) };
  const seated = told(split, {
    state: 'proposed',
    parts: turnParts(split, (one) => one === part, 'seated', now),
  });
  return remainingOf(seated) === 0 ? { ...seated, state: 'settling' } : seated;
}

/** The ledger refused to hold the tokens of a part: it is removed. */
export function dropPart(split: Split, holdId: Uuid): Split {
  return { ...split, parts: split.parts.filter((one) => one.holdId !== holdId || one.state !== 'asked') };
}

/** The end without a payment: everybody's tokens are given back (S806). A split that settles is past it. */
export function cancelSplit(split: Split, now: number): Split {
  if (split.state !== 'opening' && split.state !== 'proposed') return split;
  const parts = turnParts(split, ({ state }) => state !== 'freed', 'freed', now);
  const canceled = { ...split, state: 'canceled', endedAt: now, parts } as const;
  // A split that never opened was announced to nobody.
  return split.state === 'opening' ? canceled : told(canceled, {});
}

/** Somebody takes their part back; when the proposer does, it is over (S807, S806). */
export function leaveSplit(split: Split, accountId: AccountId, now: number): Split | SplitRefusal {
  const part = partOf(split, accountId);
  if (split.state !== 'proposed' || !part) return 'tipping.split_gone';
  if (accountId === split.proposerId) return cancelSplit(split, now);
  return told(split, { parts: turnParts(split, (one) => one === part, 'freed', now) });
}

/** Holds of a part were voided by somebody else: its seat is free again (S807). */
export function loseHold(split: Split, holdId: Uuid, now: number): Split {
  const part = split.parts.find((one) => one.holdId === holdId);
  if (split.state !== 'proposed' || part?.state !== 'seated') return split;
  if (part.accountId === split.proposerId) return cancelSplit(split, now);
  return told(split, { parts: turnParts(split, (one) => one === part, 'freed', now) });
}

/** The ledger paid everybody's part. */
export const succeed = (split: Split, now: number): Split =>
  split.state === 'settling' ? told(split, { state: 'success', endedAt: now }) : split;

/** The ledger paid nobody's part, since these could not be: their seats are free again (S805, S807). */
export function failToSettle(split: Split, lostHolds: ReadonlySet<Uuid>, now: number): Split {
  const lost = seatedOf(split).filter(({ holdId }) => lostHolds.has(holdId));
  if (split.state !== 'settling' || lost.length === 0) return split;
  const open: Split = { ...split, state: 'proposed' };
  if (lost.some(({ accountId }) => accountId === split.proposerId)) return cancelSplit(open, now);
  return told(open, { parts: turnParts(open, (one) => lost.includes(one), 'freed', now) });
}

/** These holds have been given back. */
export const forgetFreed = (split: Split, holdIds: ReadonlySet<Uuid>): Split => ({
  ...split,
  parts: split.parts.filter(({ holdId, state }) => state !== 'freed' || !holdIds.has(holdId)),
});

/** What a split must become because time has passed or its room has changed; the same split where nothing. */
export function passTime(split: Split, room: { readonly isPublicShow: boolean }, now: number): Split {
  const isOver = now >= split.expiresAt || !room.isPublicShow;
  const open = isOver ? cancelSplit(split, now) : split;
  const isLate = ({ state, at }: SplitPart) => state === 'asked' && now >= at + ASKED_MS;
  const isStuck = open.state === 'opening' && open.parts.some(isLate);
  const given = isStuck ? cancelSplit(open, now) : open;
  const parts = given.parts.some(isLate) ? turnParts(given, isLate, 'freed', now) : given.parts;
  const kept = parts === given.parts ? given : { ...given, parts };
  const isShown = kept.endedAt === null || now < kept.endedAt + END_SHOWN_MS;
  const hasHolds = kept.parts.some(({ state }) => state !== 'seated');
  if (isShown || hasHolds || kept.isClosed) return kept;
  return kept.news === 0 ? { ...kept, isClosed: true } : told(kept, { isClosed: true });
}
