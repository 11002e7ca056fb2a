/* Small faults in the machines' own code, each of which the random runs have to find. */

/** What is written instead of something that stands exactly once in a file. */
interface Edit {
  /** Below features. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export interface PlantedFault {
  readonly name: string;
  readonly edits: readonly Edit[];
}

const fault = (name: string, file: string, from: string, to: string): PlantedFault => ({
  name,
  edits: [{ file, from, to }],
});

const METER_RULES = 'shows/meters/meter-rules.ts';
const METERS = 'shows/meters/run-meters.ts';
const RULES = 'shows/privates/private-rules.ts';
const RUNS = 'shows/privates/run-privates.ts';
const ACCEPT = 'shows/privates/accept-private.ts';
const ASK = 'shows/privates/ask-private.ts';
const END = 'shows/privates/end-private.ts';
const END_SPIES = 'shows/spies/end-spies.ts';
const START_SPY = 'shows/spies/start-spy.ts';
const TICKET_RULES = 'ticket-shows/ticket-rules.ts';
const SETTLE = 'ticket-shows/settle-tickets.ts';
const RUN_TICKETS = 'ticket-shows/run-show.ts';
const BUY = 'ticket-shows/buy-ticket.ts';
const RECORDINGS = 'ticket-shows/sell-recording.ts';

const ofCounting: readonly PlantedFault[] = [
  fault(
    'a part of a token is a whole one',
    METER_RULES,
    'Math.floor((price * seconds) / 60)',
    'Math.ceil((price * seconds) / 60)',
  ),
  fault(
    'an interval counts when it begins',
    METER_RULES,
    'Math.floor(deliveredMs / INTERVAL_MS)',
    'Math.ceil(deliveredMs / INTERVAL_MS)',
  ),
  fault(
    'each step charges the one before it, too',
    METER_RULES,
    'chargedAfter(meter, step - 1)',
    'chargedAfter(meter, step - 2)',
  ),
  fault(
    'a second that has begun is paid',
    METER_RULES,
    'Math.floor(deliveredMs / 1_000)) : 0',
    'Math.ceil(deliveredMs / 1_000)) : 0',
  ),
  fault(
    'who has seen nothing pays to begin',
    METER_RULES,
    'deliveredMs > 0 ? costOf(meter, Math.floor(deliveredMs / 1_000)) : 0',
    'costOf(meter, Math.floor(deliveredMs / 1_000))',
  ),
  fault(
    'a hold is taken for more seconds than it covers',
    METER_RULES,
    '((tokens + 1) * 60) / price) - 1',
    '((tokens + 1) * 60) / price) + 19',
  ),
  fault(
    'a step has another name each time it is asked for',
    METERS,
    'id: deriveTransferId(`meter:${name}`, meter.id)',
    'id: uuidv7()',
  ),
  fault(
    'whoever takes over forgets what was paid of the hold',
    METERS,
    'const heldTokens = hold ? hold.amountTokens + hold.capturedTokens : 0;\n    const fresh',
    'const heldTokens = hold ? hold.amountTokens : 0;\n    const fresh',
  ),
  fault(
    'what could not be paid counts as paid',
    METERS,
    'if (captured === undefined) state.isLost = true;\n      else state.paidSteps = step;',
    'state.paidSteps = step;',
  ),
  fault('a step is skipped', METERS, 'let step = state.paidSteps + 1;', 'let step = state.paidSteps + 2;'),
  fault('twice as much is held in advance', METERS, '+ row.aheadSeconds;', '+ 2 * row.aheadSeconds;'),
  fault(
    'what is not held is charged',
    METERS,
    'Math.min(countedMs, Math.max(0, state.heldSeconds) * 1_000)',
    'countedMs',
  ),
  fault(
    'after a crash what was counted is counted again',
    METERS,
    'const countedMs = Math.max(deliveredMs, deps.deliveries.countedOf(id, row.deliveredMs));\n      for',
    'const countedMs = row.deliveredMs + deliveredMs;\n      for',
  ),
  fault(
    'an extension holds more than was asked for',
    METERS,
    'await raiseTo(row, state, seconds);',
    'await raiseTo(row, state, seconds + 60);',
  ),
  fault(
    'the rest of a hold is never freed',
    METERS,
    'if (!last && row.price > 0) await wallet.release({ holdId: holdIdOf(row.id), payer: row.payerId });',
    '',
  ),
  fault('a rest that could not be paid is said to be', METERS, 'paid + (last ? rest : 0)', 'paid + rest'),
  fault(
    'what two pages got counts twice',
    'shows/meters/deliveries.ts',
    'addSpan(heard.byClock.get(clock) ?? [], { fromMs, untilMs })',
    '[...(heard.byClock.get(clock) ?? []), { fromMs, untilMs }]',
  ),
];

const ofPrivates: readonly PlantedFault[] = [
  fault(
    'the clock of a node says when a picture is late',
    RUNS,
    '? await store.now() : 0',
    '? (await store.now()) + 3_600_000 : 0',
  ),
  fault('nobody ends a show whose room has closed', RULES, 'if (!sight.isInRoom)', 'if (sight.now < 0)'),
  fault('a show goes on when nothing is held', RULES, 'if (sight.isUsedUp)', 'if (sight.now < 0)'),
  fault('a show goes on without a picture', RULES, '|| sight.silentMs >= SILENT_MS', ''),
  fault('a request waits for ever', RULES, 'now >= request.expiresAt', 'now >= request.expiresAt + 900_000'),
  fault(
    'who is blocked stays in the show',
    RUNS,
    'if (isForbidden || pair.owner.suspendedAt !== null)',
    'if (pair.owner.suspendedAt !== null)',
  ),
  fault(
    'nobody finishes what was left half done',
    RUNS,
    'for (const show of await store.listUnsettled()) await deps.ends.finish(show);',
    '',
  ),
  fault('a private begins beside a ticket show', ACCEPT, '|| isBarred) throw', ') throw'),
  fault(
    'a request can be accepted again after its hold was freed',
    ACCEPT,
    'const begun = await giveUp(pair);\n      if (begun) return begun;',
    'await meters.free(meter);',
  ),
  fault('nothing is held at the accept', ACCEPT, 'await meters.hold(meter, request.prepaidSeconds);', ''),
  fault(
    'a request that was cancelled begins all the same',
    ASK,
    "if (show?.state !== 'requested') return undefined;",
    'if (!show) return undefined;',
  ),
  fault('somebody is in two shows', ASK, 'if (taken) {', "if (taken && request.id === ('' as string)) {"),
  fault('seats outlive the show', END, 'await deps.seats.clear(transaction, show.roomId);', 'void 0;'),
  fault(
    'spies outlive the show',
    END,
    "await deps.spies.endAll(transaction, show, 'private_ended')",
    '{ ids: [], ends: [] }',
  ),
  fault('a show without a picture keeps its hold', END, 'if (failed) await meters.settle(failed.id);', ''),
];

const ofSpies: readonly PlantedFault[] = [
  fault(
    'a spy that has left keeps the seat',
    END_SPIES,
    'await deps.seats.take(transaction, spy.roomId, accountKey(spy.accountId));',
    '',
  ),
  {
    name: 'a repeat looks in again for nothing',
    edits: [
      {
        file: START_SPY,
        from: "if (known && known.state !== 'preview') return answerOf(known, cost);",
        to: '',
      },
      {
        file: START_SPY,
        from: "if (!(await store.begin(transaction, spy))) throw new AppError('shows.spy_unavailable');",
        to: 'await store.begin(transaction, spy);',
      },
      { file: 'wallet/wallet.ts', from: '!(await ledger.isHeld(request.id))', to: 'false' },
    ],
  },
  fault(
    'the hold of a spy that was refused stays',
    START_SPY,
    'if (!(await store.find(id))) await meters.free(meter);',
    '',
  ),
  fault(
    'the first picture is paid each time',
    START_SPY,
    'hasPaidStartup: isFree || hasPaidStartup',
    'hasPaidStartup: isFree',
  ),
  fault('a spy looks into an exclusive', 'shows/spies/spy-rules.ts', "show.type !== 'exclusive' &&", ''),
  fault(
    'a spy pays for what the payer has seen',
    'shows/spies/spies.ts',
    'meters.advance(spy.id, deliveredMs)',
    'meters.advance(spy.id, deliveries.deliveredOf(pair.show.id))',
  ),
];

const ofTickets: readonly PlantedFault[] = [
  fault(
    'a show of a minute is paid',
    TICKET_RULES,
    "show.reason === 'removed' || show.deliveredMs < DELIVERED_MIN_MS",
    "show.reason === 'removed' || show.deliveredMs < 60_000",
  ),
  fault(
    'who came late pays by when they bought',
    TICKET_RULES,
    'ticket.joinedAt ?? ticket.boughtAt',
    'ticket.boughtAt',
  ),
  fault(
    'a ticket that goes back stays held',
    SETTLE,
    'if (!isPaid) await wallet.release({ holdId: ticket.id, payer: ticket.accountId });',
    '',
  ),
  {
    name: 'a ticket is paid under another name each time',
    edits: [
      { file: SETTLE, from: 'import type { AccountId } from', to: 'import { type AccountId, uuidv7 } from' },
      { file: SETTLE, from: "deriveTransferId('ticket:paid', id)", to: 'uuidv7()' },
    ],
  },
  fault('a ticket that was not paid is said to be', SETTLE, 'return captured !== undefined;', 'return true;'),
  fault('a ticket is counted back twice', SETTLE, 'if (decided > 0) await', 'await'),
  fault('a cancel ends what has begun', RUN_TICKETS, 'now?.state !== seen.state || !isStill(now)', '!now'),
  fault(
    'holders keep their seats',
    RUN_TICKETS,
    'if (isRunning) await deps.seats.clear(transaction, seen.roomId);',
    '',
  ),
  fault(
    'a ticket gives a seat before the show',
    BUY,
    "if (show.state === 'running')\n        await",
    'await',
  ),
  fault(
    'the hold of a ticket that was refused stays',
    BUY,
    'if (!(await tickets.find(id))) await wallet.release({ holdId: id, payer: account.id });',
    '',
  ),
  fault(
    'a recording is paid without its ticket',
    RECORDINGS,
    "isThere && ticket.state === 'paid' && ",
    'isThere && ',
  ),
  fault(
    'a recording is paid that never came',
    RECORDINGS,
    "isThere && ticket.state === 'paid'",
    "ticket.state === 'paid'",
  ),
];

export const plantedFaults: readonly PlantedFault[] = [
  ...ofCounting,
  ...ofPrivates,
  ...ofSpies,
  ...ofTickets,
];
