import { createHash, randomInt } from 'node:crypto';
import { inverseOf, power, readBlindKey } from '@klieg/contract/features/age-check/blind-signature';
import { proofToken } from '@klieg/contract/features/age-check/proof-token';
import type { Visitor } from '@klieg/testing';
import { howMany, isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { BEHIND_PROXY, useTestSite } from '../../app/testing-site.ts';
import { attack, type Known } from './testing-linking.ts';
import { openTestProofs } from './testing-proofs.ts';

const site = await useTestSite({ env: BEHIND_PROXY });
const { kysely } = site.database;
const proofs = openTestProofs(site);
const PEOPLE = howMany(80, 1_000);
/** Of people who are matched at random one is right on average; more than this happens once in a hundred million times. */
const CHANCE_MOST = 10;

type Proof = Awaited<ReturnType<typeof proofs.makeProof>>;
interface Person extends Proof {
  readonly visitor: Visitor;
}

/** Does it for everybody, some at a time, beginning in their order. */
async function forAll<T, R>(
  all: readonly T[],
  act: (one: T, index: number) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < all.length; index = next++)
      results[index] = await act(all[index]!, index);
  };
  await Promise.all(Array.from({ length: 6 }, work));
  return results;
}

function shuffle<T>(all: readonly T[]): readonly T[] {
  const left = [...all];
  return all.map(() => left.splice(randomInt(left.length), 1)[0]!);
}

const openProof = async (visitor: Visitor) =>
  (await visitor.call('openAgeProof', { body: { method: 'id_check' } })).challenge;

let addresses = 0;

/** So many people get a proof one after the other, and show it later in any order. @param isOpen nothing is blinded */
async function letProve(count: number, isOpen: boolean): Promise<readonly Person[]> {
  const [key] = await proofs.listKeys();
  const people = await forAll(Array.from({ length: count }), async () => {
    // Each at an address of their own, since one address may not ask for as much.
    const visitor = await site.visit({
      country: 'FR',
      address: `198.18.${addresses >> 8}.${addresses++ & 255}`,
    });
    const proof = await proofs.makeProof(await openProof(visitor), { isOpen, key: key! });
    return { ...proof, visitor };
  });
  await forAll(shuffle(people), ({ visitor, body }) => visitor.call('checkAgeByProof', { body }));
  return people;
}

const bytes = (text: string) => Buffer.from(text, 'base64url');
/** A value in each way in which somebody might write it down. */
const spellings = (value: Buffer): readonly string[] => [
  value.toString('base64url'),
  value.toString('hex'),
  createHash('sha256').update(value).digest('hex'),
];

/** All that the issuer has: persons and codes, what it has signed, what it has answered, and every header. */
async function issuerKnows(people: readonly Person[]): Promise<readonly Known[]> {
  const byCode = new Map(people.map(({ code }, index) => [code, index]));
  return (await proofs.readTranscript()).flatMap((line) => {
    const truth = byCode.get(line.code);
    if (truth === undefined) return [];
    const numbers = [bytes(line.blinded), bytes(line.answer)];
    const headers = [line.pageHeaders, line.signHeaders].flatMap((all) => Object.values(all));
    return [{ truth, numbers, values: [line.person, line.code, ...headers, ...numbers.flatMap(spellings)] }];
  });
}

/** All that the site has: what it was sent, its rows as they lie in the tables, and who the visitors are. */
async function siteKnows(people: readonly Person[]): Promise<readonly Known[]> {
  // Token and check were written by one transaction, whose number both rows have.
  const { rows: tokens } = await sql<{ digest: Buffer; token_row: string; check_row: string }>`
    select t.digest, row_to_json(t)::text as token_row, row_to_json(c)::text as check_row
    from age_proof_tokens t join age_checks c on c.xmin = t.xmin order by t.ctid`.execute(kysely);
  const byDigest = new Map(
    people.map((person, index) => {
      const token = Buffer.from(proofToken(person.body.challenge, bytes(person.body.prefix)));
      return [createHash('sha256').update(token).digest('hex'), { ...person, index, token }];
    }),
  );
  return tokens.flatMap(({ digest, token_row: tokenRow, check_row: checkRow }) => {
    const person = byDigest.get(digest.toString('hex'));
    if (!person) return [];
    const { body, token, visitor } = person;
    const cookies = [...visitor.cookies.values()].map((cookie) => decodeURIComponent(cookie));
    const stretched = Buffer.concat(
      Array.from({ length: 4 }, () => createHash('sha512').update(token).digest()),
    );
    return [
      {
        truth: person.index,
        numbers: [bytes(body.signature), stretched],
        values: [
          tokenRow,
          checkRow,
          ...cookies,
          ...Object.values(body),
          ...[token, digest, bytes(body.signature), bytes(body.prefix)].flatMap(spellings),
        ],
      },
    ];
  });
}

const numberOf = (value: Buffer): bigint => BigInt(`0x${value.toString('hex')}`);

test.runIf(isFullRun)(
  `${PEOPLE} proofs are given out and as many are shown: with all that issuer and site have stored and seen nobody can tell whose is whose, by equal values, order or likeness`,
  async () => {
    const people = await letProve(PEOPLE, false);
    const [issuer, shown] = [await issuerKnows(people), await siteKnows(people)];
    expect([issuer.length, shown.length]).toEqual([PEOPLE, PEOPLE]);
    const found = attack(issuer, shown);
    expect(Object.keys(found).length).toBeGreaterThan(5);
    expect(Object.entries(found).filter(([, hits]) => hits > CHANCE_MOST)).toEqual([]);
    // No piece of anything is the same at all, so that not even a guess can be made by it.
    expect(found['the same pieces']).toBe(0);

    // Times that are stored are those of days, the same for all.
    const { rows } = await sql<{ times: number }>`
    select count(distinct (begun_at, decided_at, ends_at))::int as times from age_checks`.execute(kysely);
    expect(rows[0]!.times).toBeLessThanOrEqual(2);

    // And why it is so: whatever was shown can be what was signed, by one blinding factor or another, all as likely.
    const { modulus, exponent } = await readBlindKey((await proofs.listKeys())[0]!.public_key);
    const factors = shuffle(issuer)
      .slice(0, 12)
      .flatMap(({ numbers: [blinded, answer] }) =>
        shuffle(shown)
          .slice(0, 12)
          .map(({ numbers: [signature] }) => {
            const factor = (numberOf(answer!) * inverseOf(numberOf(signature!), modulus)!) % modulus;
            const encoded = power(numberOf(signature!), exponent, modulus);
            expect((encoded * power(factor, exponent, modulus)) % modulus).toBe(numberOf(blinded!));
            return factor;
          }),
      );
    expect(new Set(factors).size).toBe(factors.length);
  },
  280_000,
);

test.runIf(isFullRun)(
  'the same attack finds nearly everybody where nothing was blinded',
  async () => {
    const people = await letProve(100, true);
    const [issuer, shown] = [await issuerKnows(people), await siteKnows(people)];
    const found = attack(issuer, shown);
    // Now and then two people have a short piece in common, and one is taken for the other.
    const nearlyAll = 95;
    expect(found['the same pieces']).toBeGreaterThanOrEqual(nearlyAll);
    expect(found['likeness of the answer and of the signature']).toBeGreaterThanOrEqual(nearlyAll);
    expect(found['rank of the answer and of the signature']).toBeGreaterThanOrEqual(nearlyAll);
  },
  120_000,
);

test('the same attack finds people by their order where proofs are shown as they were given out', () => {
  const known = Array.from({ length: 50 }, (_, truth) => ({
    truth,
    values: [],
    numbers: [Buffer.of(truth), Buffer.of(255 - truth)],
  }));
  expect(attack(known, known)['the same order']).toBe(50);
});
