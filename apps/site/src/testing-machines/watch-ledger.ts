import type { AccountId, Uuid } from '@klieg/kernel';
import type { Outcome } from '../features/ledger/commands.ts';
import type { LedgerRequest } from '../features/ledger/requests.ts';
import type { MachineLedger } from './memory-ledger.ts';

/** What was done with a hold, as it was answered by the ledger. */
export interface SeenHold {
  readonly machine: string;
  readonly payer: AccountId;
  readonly receiver: AccountId;
  /** All that was ever held. */
  heldTokens: number;
  readonly captures: number[];
  isOpen: boolean;
  /** Something that was asked of it was refused. */
  wasRefused: boolean;
}

/** Everything that has moved tokens, in order of its coming. */
export interface SeenMoney {
  readonly holds: Map<Uuid, SeenHold>;
  readonly byMachine: Map<string, SeenHold>;
}

type Wanted = Extract<LedgerRequest, { type: 'hold' | 'capture' | 'raise' | 'void' }>;

function see(seen: SeenMoney, request: Wanted, outcome: Outcome): void {
  const hold = seen.holds.get(request.type === 'hold' ? request.id : request.holdId);
  if (outcome.status === 'refused' && hold) hold.wasRefused = true;
  if (outcome.status !== 'applied') return;
  if (request.type === 'hold') {
    const { machine, from: payer, to, amountTokens: heldTokens } = request;
    const fresh = {
      machine,
      payer,
      receiver: to!,
      heldTokens,
      captures: [],
      isOpen: true,
      wasRefused: false,
    };
    seen.holds.set(request.id, fresh);
    // One that is only tried out is freed at once, and another takes its place.
    seen.byMachine.set(machine, fresh);
  }
  if (!hold) return;
  if (request.type === 'raise') hold.heldTokens = request.raiseToTokens;
  if (request.type === 'capture') hold.captures.push(request.amountTokens);
  if (request.type === 'void' || (request.type === 'capture' && request.isLast)) hold.isOpen = false;
}

/** The same ledger, and what it has done. */
export function watchLedger(ledger: MachineLedger): {
  readonly ledger: MachineLedger;
  readonly seen: SeenMoney;
} {
  const seen: SeenMoney = { holds: new Map(), byMachine: new Map() };
  const watch =
    <Request extends object>(
      type: Wanted['type'],
      call: (request: Request) => Promise<Outcome>,
    ): ((request: Request) => Promise<Outcome>) =>
    async (request) => {
      const outcome = await call(request);
      see(seen, { type, ...request } as unknown as Wanted, outcome);
      return outcome;
    };
  return {
    seen,
    ledger: {
      ...ledger,
      hold: watch('hold', ledger.hold),
      capture: watch('capture', ledger.capture),
      raise: watch('raise', ledger.raise),
      void: watch('void', ledger.void),
      async together(requests) {
        const outcomes = await ledger.together(requests);
        requests.forEach((request, at) => {
          if (request.type === 'void') see(seen, request, outcomes[at]!);
        });
        return outcomes;
      },
    },
  };
}
