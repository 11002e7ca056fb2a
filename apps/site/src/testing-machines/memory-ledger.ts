import type { AccountId, Tokens, Uuid } from '@klieg/kernel';
import { accountOf, holderOf, type LedgerAccount } from '../features/ledger/accounts.ts';
import type { Command, Outcome } from '../features/ledger/commands.ts';
import { makeExpireHolds } from '../features/ledger/holds/expire-holds.ts';
import type { HoldStore, OpenHold } from '../features/ledger/holds/hold-store.ts';
import type { Ledger } from '../features/ledger/index.ts';
import type { LedgerRequest } from '../features/ledger/requests.ts';
import { makeLedgerModel } from '../features/ledger/testing-model/testing-ledger-model.ts';
import { toCommand } from '../features/ledger/to-command.ts';
import { silentLog } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';

/* The ledger's own model of its rules, behind the calls of the ledger. */

/** What machines use of the ledger. */
export type MachineLedger = Pick<
  Ledger,
  | 'hold'
  | 'isHeld'
  | 'void'
  | 'capture'
  | 'raise'
  | 'credit'
  | 'refund'
  | 'together'
  | 'balanceOf'
  | 'earningsOf'
  | 'openHoldsOf'
  | 'openHoldsOfMachine'
  | 'machinesWithHolds'
  | 'extendHolds'
  | 'expireHolds'
  | 'findTransfer'
>;

interface Held {
  readonly id: Uuid;
  readonly account: LedgerAccount;
  readonly kind: OpenHold['kind'];
  readonly machine: string;
  amountTokens: Tokens;
  expiresAt: number;
}

export function makeMemoryLedger(now: () => number): MachineLedger {
  const model = makeLedgerModel();
  const holds = new Map<Uuid, Held>();

  const note = (command: Command, outcome: Outcome): void => {
    if (outcome.status !== 'applied') return;
    if (command.op === 'hold') {
      const { id, account, kind, machine, amountTokens, expiresAt } = command;
      holds.set(id, { id, account, kind, machine, amountTokens, expiresAt });
    }
    if (command.op === 'raise') holds.get(command.holdId)!.amountTokens = command.raiseToTokens;
  };
  const together = async (requests: readonly LedgerRequest[]): Promise<Outcome[]> => {
    const commands = requests.map(toCommand);
    const [outcomes = []] = model.apply([commands], Math.floor(now() / DAY_MS));
    commands.forEach((command, at) => note(command, outcomes[at]!));
    return outcomes;
  };
  const single = async (request: LedgerRequest): Promise<Outcome> => (await together([request]))[0]!;

  const listOpen = (wanted: (held: Held) => boolean): OpenHold[] =>
    model.openHolds().flatMap((id) => {
      const held = holds.get(id)!;
      if (!wanted(held)) return [];
      const capturedTokens = model.postedOf(id);
      const amountTokens = held.amountTokens - capturedTokens;
      return [{ ...held, holder: holderOf(held.account), amountTokens, capturedTokens }];
    });

  const balance = async (person: AccountId, purse: 'spending' | 'earning') => {
    const { posted, held, floor, version, promo } = model.account(accountOf(person, purse));
    return {
      posted,
      held,
      floor,
      version,
      promotional: promo,
      spendable: Math.max(0, posted - held - floor),
    };
  };

  const store: Pick<HoldStore, 'listExpired'> = {
    listExpired: async (_limit, after) =>
      after
        ? []
        : listOpen(({ expiresAt }) => expiresAt < now()).toSorted((a, b) => a.expiresAt - b.expiresAt),
  };
  return {
    together,
    hold: (request) => single({ type: 'hold', ...request }),
    isHeld: async (id) => model.openHolds().includes(id),
    void: (request) => single({ type: 'void', ...request }),
    capture: (request) => single({ type: 'capture', ...request }),
    raise: (request) => single({ type: 'raise', ...request }),
    credit: (request) => single({ type: 'credit', ...request }),
    refund: (request) => single({ type: 'refund', ...request }),
    balanceOf: (person) => balance(person, 'spending') as ReturnType<Ledger['balanceOf']>,
    earningsOf: (person) => balance(person, 'earning') as ReturnType<Ledger['earningsOf']>,
    openHoldsOf: async (person) => listOpen(({ account }) => account === accountOf(person, 'spending')),
    openHoldsOfMachine: async (machine) => listOpen((held) => held.machine === machine),
    machinesWithHolds: async (machines) =>
      new Set(listOpen(({ machine }) => machines.includes(machine)).map(({ machine }) => machine)),
    async extendHolds(machine, expiresAt) {
      const its = [...holds.values()].filter(
        (held) => held.machine === machine && held.expiresAt < expiresAt,
      );
      for (const held of its) held.expiresAt = expiresAt;
      return its.length;
    },
    expireHolds: makeExpireHolds({
      holds: store as HoldStore,
      log: silentLog,
      now,
      submit: ({ holdId }) => single({ type: 'void', holdId }),
    }),
    findTransfer: async (id) =>
      (model.transferIds().includes(id) ? { id } : undefined) as Awaited<ReturnType<Ledger['findTransfer']>>,
  };
}
