import type { Biller, DeskTransfer } from '@klieg/contract';
import { toInstant } from '@klieg/kernel';
import { type Holder, holderOf } from '../ledger/index.ts';
import type { FoundTransfer } from './ledger-desk-store.ts';

/** Names that a movement's accounts are shown with. */
export interface AccountNames {
  readonly nameOf: (person: number) => string | undefined;
  readonly billerOf: (number: number) => Biller | undefined;
}

const nameOfHolder = (holder: Holder): string =>
  'person' in holder ? holder.purse : 'system' in holder ? holder.system : holder.money;

/** Persons of a movement. */
export const personsIn = ({ postings }: FoundTransfer): number[] =>
  postings.flatMap(({ account }) => {
    const holder = holderOf(account);
    return 'person' in holder ? [holder.person] : [];
  });

export function presentTransfer(transfer: FoundTransfer, names: AccountNames): DeskTransfer {
  return {
    id: transfer.id,
    kind: transfer.kind,
    at: toInstant(transfer.at),
    unit: transfer.postings.some(({ account }) => account < 0) ? 'cents' : 'tokens',
    ref: transfer.ref,
    comment: transfer.comment,
    postings: transfer.postings.map(({ account, amount, entry, balanceAfter }) => {
      const holder = holderOf(account);
      return {
        account,
        name: nameOfHolder(holder),
        username: 'person' in holder ? (names.nameOf(holder.person) ?? null) : null,
        biller: 'money' in holder && holder.of > 0 ? (names.billerOf(holder.of) ?? null) : null,
        amount,
        entry,
        balance_after: balanceAfter,
      };
    }),
  };
}
