import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { TIP_MENU } from '@klieg/contract/features/acts/limits';
import { uuidv7 } from '@klieg/kernel';
import type { Random } from '@klieg/testing/random';
import { BILLER_SECRET, type KillableSite, NODES } from './killable-site.ts';
import { insist, type Person } from './people.ts';

/* What people and their billers do to the economy of a site, each of it until it is decided, and what must be true then. */

/** Everything that was acknowledged, so that it must be there at the end. */
export interface Acknowledged {
  /** Tips by their id in the ledger. */
  readonly tips: Map<string, { readonly payer: number; readonly receiver: number; readonly tokens: number }>;
  /** What billers have told of orders that were paid at their page. */
  readonly orders: Map<string, { readonly payer: number; refundedCents: number; isChargedBack: boolean }>;
  /** Orders that were paid by a press, and memberships among them. */
  readonly presses: Set<string>;
  /** Who has joined whose fan club. */
  readonly fans: Map<string, { readonly member: number; readonly model: number }>;
  /** Who has bought which media. */
  readonly media: Map<string, { readonly buyer: number; readonly media: number }>;
  /** What was bought of a performer's menu, by the tips that have paid it. */
  readonly acts: Set<string>;
  /** How often each operation was carried out, and how often it was refused. */
  readonly counts: Record<string, { done: number; refused: number }>;
}

export interface Economy {
  readonly site: KillableSite;
  readonly people: readonly Person[];
  /** Those among them who have a card on file. */
  readonly carded: readonly Person[];
  readonly models: readonly Person[];
  /** Media that are sold. */
  readonly media: readonly number[];
  readonly random: Random;
}

/** Tokens and cents of the package that is bought at the biller's page. */
const PACKAGE = { id: 'tokens_200', cents: 2_000 };
const POST_TRIES_MS = 100;
/** What the levels of every performer's fan club cost. */
export const CLUB_PRICES = { supporter: 50, insider: 60, legend: 70 };
export const MEDIA_PRICE = 15;
/** The one thing on every performer's menu. */
export const MENU_ITEM = { item_id: 'song', label: 'A song', price: 7 };

/** Posts as the biller does: the same again until it is acknowledged. */
async function postUntilTaken(site: KillableSite, body: string, at: number): Promise<void> {
  for (let look = at; ; look++) {
    const time = Date.now();
    const signature = createHmac('sha256', BILLER_SECRET).update(`${time}.${body}`).digest('hex');
    const headers = {
      'content-type': 'application/json',
      'x-sandbox-signature': `t=${time},v1=${signature}`,
    };
    const url = `${site.urlOf(NODES[look % NODES.length]!)}/api/v1/postback/sandbox`;
    const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined);
    if (answer?.status === 200) return;
    if (answer && answer.status < 500) throw new Error(`a post was refused: ${await answer.text()}`);
    await wait(POST_TRIES_MS);
  }
}

export function makeOperations(economy: Economy) {
  const { site, people, carded, media, models, random } = economy;
  const acknowledged: Acknowledged = {
    tips: new Map(),
    orders: new Map(),
    presses: new Set(),
    fans: new Map(),
    media: new Map(),
    acts: new Set(),
    counts: {},
  };
  const oneOf = <T>(list: readonly T[]): T => list[random(list.length)]!;
  const count = (name: string, isDone: boolean): void => {
    const counted = (acknowledged.counts[name] ??= { done: 0, refused: 0 });
    counted[isDone ? 'done' : 'refused'] += 1;
  };
  const tell = async (order: string, type: string, amount: number): Promise<void> => {
    const body = JSON.stringify({
      event_id: uuidv7(),
      type,
      order_id: order,
      transaction_id: `of ${order}`,
      amount,
      currency: 'USD',
      decline_code: null,
      card: null,
    });
    // Some come twice, at both nodes at the same time.
    const copies = random(3) === 0 ? [0, 1] : [random(2)];
    await Promise.all(copies.map((at) => postUntilTaken(site, body, at)));
  };

  const operations = {
    async tip(person: Person): Promise<void> {
      const [model, amount, key] = [oneOf(models), 1 + random(20), uuidv7()];
      const decided = await insist(person, (page) =>
        page.call('sendTip', { params: { id: String(model.id) }, body: { amount }, idempotencyKey: key }),
      );
      count('tip', 'answer' in decided);
      if ('answer' in decided)
        acknowledged.tips.set(decided.answer.tip_id, {
          payer: person.id,
          receiver: model.id,
          tokens: amount,
        });
      else if (decided.refusedBy === 'ledger.not_enough_tokens') await operations.buy(person);
    },
    async buy(person: Person): Promise<void> {
      const decided = await insist(person, (page) =>
        page.call('getPurchaseLink', { params: { internal_id: PACKAGE.id }, query: { biller: 'sandbox' } }),
      );
      count('buy', 'answer' in decided);
      if (!('answer' in decided)) return;
      const order = decided.answer.order_id;
      // An open order is given again to whoever asks at the same time: one of them pays it.
      if (acknowledged.orders.has(order)) return;
      acknowledged.orders.set(order, { payer: person.id, refundedCents: 0, isChargedBack: false });
      await tell(order, 'approved', PACKAGE.cents);
    },
    /** A part of a purchase is given back, in as many steps as it has. */
    async refund(): Promise<void> {
      const [order, known] = oneOf([...acknowledged.orders.entries()].slice(-200)) ?? [];
      if (!order || !known || known.isChargedBack) return;
      const cents = Math.min(PACKAGE.cents - known.refundedCents, 1 + random(700));
      if (cents <= 0) return;
      known.refundedCents += cents;
      await tell(order, 'refunded', cents);
      count('refund', true);
    },
    async chargeBack(): Promise<void> {
      const [order, known] = oneOf([...acknowledged.orders.entries()].slice(-200)) ?? [];
      if (!order || !known || known.isChargedBack || known.refundedCents > 0) return;
      known.isChargedBack = true;
      await tell(order, 'charged_back', PACKAGE.cents);
      count('chargeback', true);
    },
    async press(): Promise<void> {
      const [person, key] = [oneOf(carded), uuidv7()];
      const decided = await insist(person, (page) =>
        page.call('purchase', {
          params: { biller: 'sandbox', internal_id: 'tokens_50' },
          body: {},
          idempotencyKey: key,
        }),
      );
      const isDone = 'answer' in decided && decided.answer.status === 1;
      count('press', isDone);
      if (isDone) acknowledged.presses.add(decided.answer.order_id);
    },
    async membership(): Promise<void> {
      const [person, key] = [oneOf(carded), uuidv7()];
      const decided = await insist(person, (page) =>
        page.call('purchase', {
          params: { biller: 'sandbox', internal_id: 'membership_vip' },
          body: {},
          idempotencyKey: key,
        }),
      );
      const isDone = 'answer' in decided && decided.answer.status === 1;
      count('membership', isDone);
      if (isDone) acknowledged.presses.add(decided.answer.order_id);
    },
    /** Joins a fan club, or goes to another level of it. */
    async joinClub(person: Person): Promise<void> {
      const [model, level, key] = [
        oneOf(models),
        oneOf(['supporter', 'insider', 'legend'] as const),
        uuidv7(),
      ];
      const decided = await insist(person, (page) =>
        page.call('joinFanClub', {
          params: { username: model.username },
          body: { level, price: CLUB_PRICES[level] },
          idempotencyKey: key,
        }),
      );
      count('fan club', 'answer' in decided);
      if ('answer' in decided)
        acknowledged.fans.set(`${person.id}.${model.id}`, { member: person.id, model: model.id });
    },
    /** Buys a media; one that is bought already, or included, costs nothing. */
    async buyMedia(person: Person): Promise<void> {
      const [id, key] = [oneOf(media), uuidv7()];
      const decided = await insist(person, (page) =>
        page.call('purchaseMedia', { params: { id: String(id) }, body: {}, idempotencyKey: key }),
      );
      count('media', 'answer' in decided);
      if ('answer' in decided && decided.answer.price > 0)
        acknowledged.media.set(`${person.id}.${id}`, { buyer: person.id, media: id });
    },
    /** Buys what a performer does for tokens. */
    async buyItem(person: Person): Promise<void> {
      const [model, key, amount] = [oneOf(models), uuidv7(), MENU_ITEM.price];
      const app_data = { app_id: TIP_MENU, item_id: MENU_ITEM.item_id };
      const decided = await insist(person, (page) =>
        page.call('sendTip', {
          params: { id: String(model.id) },
          body: { amount, type: 'tip_menu', app_data },
          idempotencyKey: key,
        }),
      );
      count('menu', 'answer' in decided);
      if (!('answer' in decided)) return;
      const { tip_id: id } = decided.answer;
      acknowledged.acts.add(id);
      acknowledged.tips.set(id, { payer: person.id, receiver: model.id, tokens: amount });
    },
    async spin(): Promise<void> {
      const [person, key] = [oneOf(carded), uuidv7()];
      const decided = await insist(person, (page) =>
        page.call('spinPromoWheel', { body: {}, idempotencyKey: key }),
      );
      count('spin', 'answer' in decided);
    },
    async settle(): Promise<void> {
      const [person, key] = [oneOf(carded), uuidv7()];
      const decided = await insist(person, (page) =>
        page.call('settlePostpay', { body: {}, idempotencyKey: key }),
      );
      count('post-pay', 'answer' in decided);
    },
    /** Tips beyond what is there: paid later, or bought by itself. */
    async spendOnCredit(): Promise<void> {
      return operations.tip(oneOf(carded));
    },
    async split(person: Person): Promise<void> {
      const [room, other] = [oneOf(models), oneOf(people)];
      const [key, its] = [uuidv7(), uuidv7()];
      const params = { username: room.username };
      const proposed = await insist(person, (page) =>
        page.call('proposeTipSplit', {
          params,
          body: { amount: 20, target_splitters: 2 },
          idempotencyKey: key,
        }),
      );
      if (!('answer' in proposed)) return count('split', false);
      const joined = await insist(other, (page) =>
        page.call('joinTipSplit', { params, body: { split_amount: 10 }, idempotencyKey: its }),
      );
      count('split', 'answer' in joined);
      if (!('answer' in joined))
        await insist(person, (page) => page.call('cancelTipSplit', { params, body: {} }));
    },
  };

  /** How often each comes, in a hundred. */
  const SHARES: readonly (readonly [keyof typeof operations, number])[] = [
    ['tip', 45],
    ['buyMedia', 4],
    ['buyItem', 4],
    ['joinClub', 5],
    ['buy', 8],
    ['refund', 8],
    ['chargeBack', 2],
    ['press', 5],
    ['membership', 1],
    ['spin', 3],
    ['settle', 3],
    ['spendOnCredit', 8],
    ['split', 4],
  ];
  const pick = (): keyof typeof operations => {
    let dice = random(100);
    for (const [name, share] of SHARES) {
      if (dice < share) return name;
      dice -= share;
    }
    return 'tip';
  };
  return { acknowledged, act: () => operations[pick()](oneOf(people)) };
}
