import type { Payload, TipSplitState } from '@klieg/contract';
import { type AccountId, toInstant } from '@klieg/kernel';
import type { AccountStore } from '../identity/index.ts';
import { remainingOf, seatedOf, type Split } from './split-rules.ts';

/** A split with the names of people with a seat, the proposer first. */
export interface ShownSplit {
  readonly split: Split;
  readonly names: ReadonlyMap<AccountId, string>;
}

type Told = Omit<Payload<'v3.tip_split.update'>, 'seq'>;

const modes = {
  opening: 'available',
  proposed: 'proposed',
  // The ledger is about to pay, or to say why not.
  settling: 'proposed',
  success: 'success',
  canceled: 'canceled',
} as const;

const modeOfSplit = ({ state, isClosed }: Split): TipSplitState['mode'] =>
  isClosed ? 'available' : modes[state];

const seatedNames = ({ split, names }: ShownSplit): string[] =>
  seatedOf(split).flatMap(({ accountId }) => names.get(accountId) ?? []);

const isIn = (split: Split, accountId: AccountId | undefined): boolean =>
  seatedOf(split).some((part) => part.accountId === accountId);

const nothing: TipSplitState = {
  mode: 'available',
  splitters: [],
  target_splitters: 0,
  remaining: 0,
  split_amount: 0,
  expires_at: null,
  split_id: null,
  joined: false,
  comment: null,
};

/** What a call answers one person. */
export function presentSplit(shown: ShownSplit | undefined, accountId: AccountId | undefined): TipSplitState {
  const mode = shown ? modeOfSplit(shown.split) : 'available';
  if (!shown || mode === 'available') return nothing;
  const { split } = shown;
  return {
    mode,
    splitters: seatedNames(shown).map((username) => ({ username, paid: mode === 'success' })),
    target_splitters: split.targetSplitters,
    remaining: remainingOf(split),
    split_amount: split.splitAmount,
    expires_at: toInstant(new Date(split.expiresAt)),
    split_id: split.id,
    joined: isIn(split, accountId),
    comment: split.comment,
  };
}

/** What the room's socket tells everybody. */
export function tellSplit(shown: ShownSplit | undefined): Told {
  const mode = shown ? modeOfSplit(shown.split) : 'available';
  if (!shown || mode === 'available') return { mode: 'available' };
  const { split } = shown;
  return {
    mode,
    splitters: seatedNames(shown),
    target_splitters: split.targetSplitters,
    remaining: remainingOf(split),
    split_amount: split.splitAmount,
    split_id: split.id,
    expires_at: split.expiresAt,
    ...(split.comment !== null && { comment: split.comment }),
  };
}

/** The same in a snapshot, where each learns of their own seat. */
export const tellSplitTo = (shown: ShownSplit, accountId: AccountId | undefined): Told => ({
  ...tellSplit(shown),
  joined: isIn(shown.split, accountId),
});

/** Adds the names to splits, with one question for all. */
export async function nameSplitters(
  accounts: Pick<AccountStore, 'listByIds'>,
  splits: readonly Split[],
): Promise<ShownSplit[]> {
  const ids = [...new Set(splits.flatMap((split) => seatedOf(split).map(({ accountId }) => accountId)))];
  const people = ids.length > 0 ? await accounts.listByIds(ids) : [];
  const names = new Map(people.map(({ id, username }) => [id, username]));
  return splits.map((split) => ({ split, names }));
}
