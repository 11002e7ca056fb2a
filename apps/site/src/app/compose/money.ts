import type { IncomingMessage } from 'node:http';
import type { Biller, Payload } from '@klieg/contract';
import type { AccountId, Uuid } from '@klieg/kernel';
import type { FastifyInstance } from 'fastify';
import {
  type BillerPort,
  DAILY_PURCHASE_CENTS,
  makeBillingHandlers,
  makeOrderStore,
  makePostbackDesk,
  makePostbackStore,
  makeSandboxBiller,
  makeSettleOrder,
} from '../../features/billing/index.ts';
import {
  balancesOrRefuse,
  deriveTransferId,
  makeLedgerHandlers,
  type Outcome,
} from '../../features/ledger/index.ts';
import type { PersonMoney } from '../../features/rooms/index.ts';
import type { SiteCaller } from '../../features/sessions/index.ts';
import { countTips, makeSendTip, makeTippingHandlers, type Tip } from '../../features/tipping/index.ts';
import type { Foundation } from './foundation.ts';

const HOUR_MS = 3_600_000;

export type Money = ReturnType<typeof composeMoney>;

/** Ledger, purchases and tips. */
export function composeMoney(base: Foundation) {
  const { accounts, app, clock, config, database, feed, hub, isTipBlocked, ledger, log, metrics } = base;

  /** Tells a person's pages what can be spent now. */
  const announceBalance = (
    id: AccountId,
    balance: { readonly spendable: number; readonly held: number; readonly version: number },
    why: { readonly type: Payload<'v3.token.update'>['type']; readonly change: number; readonly id: string },
  ) => {
    for (const room of hub.rooms) {
      const person = room.presence.find(`a${id}`);
      if (person) Object.assign(person, { hasTokens: balance.spendable > 0, tokens: balance.spendable });
    }
    feed.send(id, 'v3.token.update', {
      seq: balance.version,
      tokens: balance.spendable,
      token_change: why.change,
      ...(why.type && { type: why.type }),
      held: balance.held,
      id: why.id,
      at: clock.now(),
    });
  };

  const recentTips = (payer: AccountId, receiver: AccountId) =>
    ledger.recentSpendTo(payer, receiver, clock.now() - HOUR_MS);
  const namesOf = async (ids: readonly AccountId[]) =>
    new Map((await accounts.listByIds([...new Set(ids)])).map((account) => [account.id, account.username]));

  // Conversations are wired later; they hear of tips that were sent out of them.
  let tellMessageTip: (tip: Tip, transferId: Uuid) => void = () => undefined;
  /** Shows payer and receiver what a payment for a model left them with; returns what the payer can spend. */
  const announcePayment = (
    id: Uuid,
    outcome: Outcome,
    tip: {
      readonly payer: AccountId;
      readonly receiver: AccountId;
      readonly amountTokens: number;
      readonly sharePercent: number;
    },
  ): number => {
    const { debit, credit } = balancesOrRefuse(outcome);
    announceBalance(tip.payer, debit, { type: 'tip', change: -tip.amountTokens, id });
    if (credit)
      announceBalance(tip.receiver, credit, {
        type: 'tip',
        change: Math.floor((tip.amountTokens * tip.sharePercent) / 100),
        id,
      });
    return debit.spendable;
  };
  const sendTip = makeSendTip({
    async spend(tip) {
      const id = deriveTransferId(`account:${tip.payer}:tip`, tip.key);
      const outcome = await ledger.spend({
        id,
        kind: 'tip',
        from: tip.payer,
        to: tip.receiver,
        amountTokens: tip.amountTokens,
        sharePercent: tip.sharePercent,
        note: {
          ...(tip.comment !== null && { comment: tip.comment }),
          ...(tip.ref && { ref: tip.ref }),
        },
      });
      return { transferId: id, spendable: announcePayment(id, outcome, tip) };
    },
    hub,
    feed,
    isBlockedCountry: isTipBlocked,
    onTip: countTips(metrics),
    onMessageTip: (tip, transferId) => tellMessageTip(tip, transferId),
    clock,
  });

  const orders = makeOrderStore(database);
  const postbacks = makePostbackStore(database);
  const billers = new Map<Biller, BillerPort>();
  if (base.sandbox)
    billers.set(
      'sandbox',
      makeSandboxBiller({
        ...base.sandbox,
        callbackUrl: `http://127.0.0.1:${config.port}/api/v1/postback/sandbox`,
      }),
    );
  const settle = makeSettleOrder({
    orders,
    postbacks,
    async credit({ key, account, tokens, orderId, biller }) {
      const id = deriveTransferId('purchase', key);
      const outcome = await ledger.credit({
        id,
        kind: 'purchase',
        source: 'billers',
        to: account,
        amountTokens: tokens,
        note: { ref: { type: 'order', id: orderId }, counterpart: biller },
      });
      if (outcome.status === 'refused') throw new Error(`a purchase was refused: ${outcome.reason}`);
      if (outcome.credit && outcome.status === 'applied')
        announceBalance(account, outcome.credit, { type: 'purchase', change: tokens, id });
      return { transferId: id };
    },
    async reverse({ key, account, tokens, kind }) {
      const outcome = await ledger.refund({
        id: deriveTransferId(kind, key),
        kind,
        transferId: deriveTransferId('purchase', key),
        amountTokens: tokens,
      });
      if (outcome.status === 'refused') throw new Error(`a ${kind} was refused: ${outcome.reason}`);
      const balance = await ledger.balanceOf(account);
      announceBalance(account, balance, { type: kind, change: -tokens, id: key });
    },
    sendUpdate: (id, update) => feed.send(id, 'v3.payment.update', update),
    clock,
    log,
  });
  const postbackDesk = makePostbackDesk({ billers, postbacks, settle, clock, log });

  base.serve(
    'tipping',
    makeTippingHandlers({
      accounts,
      door: base.door,
      sendTip,
      isBlockedCountry: isTipBlocked,
      lastTip: async (id) => {
        const { rows } = await ledger.historyOf(id, { limit: 1, kind: 'tip' });
        return rows[0] && -rows[0].tokens;
      },
    }),
  );
  base.serve(
    'ledger',
    makeLedgerHandlers<SiteCaller>({
      ledger,
      namesOf,
      purchaseLimitCents: DAILY_PURCHASE_CENTS,
      boughtTodayCents: orders.boughtToday,
      clock,
    }),
  );
  base.serve(
    'billing',
    makeBillingHandlers({
      orders,
      billers,
      defaultBiller: 'sandbox',
      publicUrl: config.publicUrl,
      balanceOf: async (id) => (await ledger.balanceOf(id)).spendable,
    }),
  );
  servePostbacks(app, postbackDesk.receive);

  /** What rooms and cards know of a person's money; tips are those to the owner of the room. */
  const readMoney = async (person: AccountId, owner: AccountId | null): Promise<PersonMoney> => {
    const [balance, paying, tips] = await Promise.all([
      ledger.balanceOf(person),
      orders.payingOf(person),
      owner === null ? 0 : recentTips(person, owner),
    ]);
    return {
      hasTokens: balance.spendable > 0,
      recentTips: tips,
      tokens: balance.spendable,
      ...paying,
    };
  };

  return {
    announcePayment,
    hasCard: async (id: AccountId) => (await orders.listCards(id)).length > 0,
    recentTips,
    readMoney,
    orders,
    postbackDesk,
    onMessageTip(handler: (tip: Tip, transferId: Uuid) => void) {
      tellMessageTip = handler;
    },
  };
}

/** Posts of billers: the raw body, the biller's own words, no cookie. */
function servePostbacks(
  app: FastifyInstance,
  receive: (biller: string, body: string, headers: IncomingMessage['headers']) => Promise<string | undefined>,
): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) => parsed(null, body));
    scope.post<{ Params: { biller: string } }>('/api/v1/postback/:biller', async (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : '';
      const acknowledgement = await receive(request.params.biller, body, request.headers);
      if (acknowledgement === undefined) return reply.status(403).send();
      return reply.type('text/plain').send(acknowledgement);
    });
    done();
  });
}
