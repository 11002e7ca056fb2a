import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { expect, test } from 'vitest';
import { buy, joinStaff, mediaMakers } from '../../app/testing-media-store.ts';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { deriveTransferId, type LedgerKind } from '../ledger/index.ts';

/*
 * A press whose hold has gone back, by a crash after it or because its time was over, and which is repeated: it must be
 * decided, for whoever is told to try again tries for ever.
 */

const site = await useTestSite();
const { ledger } = site.site;
const staff = await joinStaff(site);
const { publish } = mediaMakers(site);
const prices = { supporter: 120, insider: 240, legend: 480 };

interface Wanted {
  readonly press: (key: Uuid) => Promise<unknown>;
  readonly kind: LedgerKind;
  readonly tokens: number;
  /** How the ledger knows the press. */
  readonly name: string;
  readonly machine: string;
}

const ways: Record<string, (model: Member, buyer: Member) => Promise<Wanted>> = {
  'a membership': (model, buyer) =>
    Promise.resolve({
      press: (idempotencyKey) =>
        buyer.call('joinFanClub', {
          params: { username: model.username },
          body: { level: 'supporter', price: prices.supporter },
          idempotencyKey,
        }),
      kind: 'subscription',
      tokens: prices.supporter,
      name: 'fan_club',
      machine: 'fan_club',
    }),
  'a media': async (model, buyer) => {
    const { id } = await publish(model, staff);
    return {
      press: (key) => buy(buyer, id, {}, key),
      kind: 'media',
      tokens: 100,
      name: 'media',
      machine: 'media',
    };
  },
};

const setUp = async (name: string) => {
  const model = await site.join({
    type: 'model',
    settings: { fanclub_enabled: true, fanclub_prices: prices },
  });
  const buyer = await site.join({ tokens: 500 });
  const wanted = await ways[name]!(model, buyer);
  const key = uuidv7();
  const id = deriveTransferId(`account:${buyer.id}:${wanted.name}`, key);
  return { model, buyer, wanted, key, id };
};
const tokensOf = async (member: Member) => (await member.call('getCurrentUser')).tokens;

test.for(Object.keys(ways))(
  'what was held for %s and has gone back is bought by another press, and the repeat of the first is refused (common.idempotency_key_reused)',
  async (name) => {
    const { model, buyer, wanted, key, id } = await setUp(name);
    await ledger.hold({
      id,
      kind: wanted.kind,
      from: buyer.id as AccountId,
      to: model.id as AccountId,
      amountTokens: wanted.tokens,
      machine: `${wanted.machine}:${id}`,
      expiresAt: Date.now() + 600_000,
    });
    await ledger.void({ holdId: id });
    // The same answer to each repeat, and nothing is bought on the way.
    for (let press = 0; press < 3; press++)
      expect(await codeOf(wanted.press(key))).toBe('common.idempotency_key_reused');
    expect(await tokensOf(buyer)).toBe(500);
    await wanted.press(uuidv7());
    expect(await tokensOf(buyer)).toBe(500 - wanted.tokens);
    expect(await ledger.reconcile('all')).toMatchObject({ findings: [] });
  },
);

test.for(Object.keys(ways))(
  'what is to be held for %s is refused where it was released before it came (common.idempotency_key_reused)',
  async (name) => {
    const { buyer, wanted, key, id } = await setUp(name);
    await ledger.void({ holdId: id });
    expect(await codeOf(wanted.press(key))).toBe('common.idempotency_key_reused');
    expect(await tokensOf(buyer)).toBe(500);
  },
);
