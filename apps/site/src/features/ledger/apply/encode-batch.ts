import type { Uuid } from '@klieg/kernel';
import { isSystemAccount, type LedgerAccount } from '../accounts.ts';
import { accountsOf, type Command, creditOf, debitOf, legsOf, type TransferNote } from '../commands.ts';
import { codeOfKind, countsForDailyLimit } from '../kinds.ts';

/** The parameters of `ledger.apply` after p_now, as array literals. */
export interface EncodedBatch {
  /** Persons' accounts that the commands name, ascending. */
  readonly accounts: readonly LedgerAccount[];
  readonly values: readonly unknown[];
}

const opCodes: Readonly<Record<Command['op'], number>> = {
  transfer: 1,
  hold: 2,
  post: 3,
  void: 4,
  refund: 5,
  capture: 6,
  raise: 7,
};
const COUNTS_FOR_NO_LIMIT = -1;
const NO_ID = '00000000-0000-0000-0000-000000000000' as Uuid;

/** Groups apply together or not at all; no id may occur twice among all commands. */
export function encodeBatch(groups: readonly (readonly Command[])[]): EncodedBatch {
  const commands = groups.flat();
  const named = new Set<LedgerAccount>(commands.flatMap(accountsOf));
  const accounts = [...named].sort((a, b) => a - b);
  const place = new Map(accounts.map((account, index) => [account, index + 1]));
  const placeOf = (account: LedgerAccount | undefined) => (account && place.get(account)) ?? 0;
  const groupOf = groups.flatMap((group, index) => group.map(() => (group.length > 1 ? index + 1 : 0)));

  const ids = commands.map((command) => ('id' in command ? command.id : command.holdId));
  const links = commands.map(linkOf);
  const legs = commands.flatMap((command, index) =>
    legsOf(command).map((leg) => ({ at: index + 1, ...leg })),
  );
  const lots = commands.flatMap((command, index) =>
    command.op === 'transfer' && command.paidCents !== undefined
      ? [{ at: index + 1, cents: command.paidCents }]
      : [],
  );

  const noted = commands.flatMap((command, index) => {
    const note = 'note' in command && command.note;
    return note && !isEmpty(note) ? [{ at: index + 1, note }] : [];
  });
  const holds = commands.flatMap((command, index) =>
    command.op === 'hold' ? [{ at: index + 1, command }] : [],
  );

  const values = [
    list(accounts),
    list(commands.map((command) => opCodes[command.op])),
    list(ids),
    list(links.map((link) => link ?? 'NULL')),
    list(commands.map(kindCodeOf)),
    list(commands.map((command) => debitOf(command) ?? 0)),
    list(commands.map((command) => creditOf(command) ?? 0)),
    list(commands.map((command) => placeOf(debitOf(command)))),
    list(commands.map((command) => placeOf(creditOf(command)))),
    list(commands.map((command) => ('amountTokens' in command ? command.amountTokens : 0))),
    list(commands.map((command) => ('feeTokens' in command ? command.feeTokens : 0))),
    list(commands.map(limitOf)),
    list(groupOf),
    list(noted.map(({ at }) => at)),
    noted.map(({ note }) => note.ref?.type ?? null),
    noted.map(({ note }) => note.ref?.id ?? null),
    noted.map(({ note }) => note.comment ?? null),
    noted.map(({ note }) => note.counterpart ?? null),
    list(holds.map(({ at }) => at)),
    holds.map(({ command }) => command.machine),
    list(holds.map(({ command }) => new Date(command.expiresAt).toISOString())),
    noted.map(({ note }) => (note.detail ? JSON.stringify(note.detail) : null)),
    list(commands.map(useOf)),
    list(commands.map(raiseOf)),
    list(holds.map(({ command }) => command.share ?? 0)),
    list(legs.map(({ at }) => at)),
    list(legs.map(({ account }) => account)),
    list(legs.map(({ part }) => part)),
    list(lots.map(({ at }) => at)),
    list(lots.map(({ cents }) => cents)),
    ...boundsOf(ids),
    ...boundsOf(links.filter((link) => link !== undefined)),
  ];
  return { accounts, values };
}

/** Values that need no quotes, as PostgreSQL's array text. */
const list = (items: readonly (number | string)[]): string => `{${items.join(',')}}`;

/** The least and the greatest of ids, so that only the months between them are searched. */
function boundsOf(ids: readonly Uuid[]): readonly [Uuid, Uuid] {
  let [least, greatest] = [ids[0] ?? NO_ID, ids[0] ?? NO_ID];
  for (const id of ids) {
    if (id < least) least = id;
    if (id > greatest) greatest = id;
  }
  return [least, greatest];
}

/** 0 promotional tokens go first, 1 credits promotional ones, 2 takes bought ones only. */
function useOf(command: Command): number {
  if (!('purse' in command) || !command.purse) return 0;
  return command.purse === 'promotional' ? 1 : 2;
}

/** What a hold is to hold in all; 0 for no change, -1 to close it. */
function raiseOf(command: Command): number {
  if (command.op === 'capture' && command.isLast) return -1;
  return command.op === 'capture' || command.op === 'raise' ? (command.raiseToTokens ?? 0) : 0;
}

function linkOf(command: Command): Uuid | undefined {
  switch (command.op) {
    case 'transfer':
      return undefined;
    case 'hold':
      return command.id;
    case 'post':
    case 'void':
    case 'capture':
    case 'raise':
      return command.holdId;
    case 'refund':
      return command.transferId;
  }
}

const kindCodeOf = (command: Command): number =>
  'kind' in command && command.kind ? codeOfKind(command.kind) : 0;

function limitOf(command: Command): number {
  // Raises and captures count like their hold, which is always for spending.
  if (command.op === 'capture' || command.op === 'raise') return command.siteDailyLimitTokens ?? 0;
  if (command.op !== 'transfer' && command.op !== 'hold') return COUNTS_FOR_NO_LIMIT;
  const account = command.op === 'hold' ? command.account : command.debit;
  const isSpending = account % 8 === 1 && !isSystemAccount(account);
  if (!isSpending || !countsForDailyLimit(command.kind)) return COUNTS_FOR_NO_LIMIT;
  return command.siteDailyLimitTokens ?? 0;
}

const isEmpty = (note: TransferNote): boolean =>
  !note.ref && !note.comment && !note.counterpart && !note.detail;
