import { eventually } from '@klieg/testing/eventually';
import { howMany } from '@klieg/testing/run-length';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeGroupSteps } from '../../app/testing-groups-store.ts';
import { type Member, useTestSite } from '../../app/testing-site.ts';

/* Generated shows with faults: whatever happens, each pays for the own delivered seconds, to the token. */

const site = await useTestSite();
const { kysely } = site.database;
const steps = makeGroupSteps(site);
afterAll(async () => expect((await site.site.ledger.reconcile('all')).findings).toEqual([]));

const TOKENS = 5_000;

const isCounted = (who: Member, seconds: number) =>
  eventually(async () => {
    const { meter_id: id } = await steps.memberRow(who);
    const { rows } = await sql<{ due: number }>`
      select due_steps due from show_meters where meter_id = ${id}`.execute(kysely);
    expect(rows[0]!.due).toBeGreaterThanOrEqual(Math.floor(seconds / 10));
  });

/** What happens to one of the people, by their number. */
const happening = fc.record({
  who: fc.nat({ max: 3 }),
  what: fc.constantFrom('watch', 'watch', 'watch', 'again', 'leave', 'kick', 'half_paid'),
  seconds: fc.integer({ min: 1, max: 47 }),
});

test('each pays floor(price × delivered seconds / 60), whatever comes twice, late, or ends in the middle (GS15) (GS7)', async () => {
  const play = fc.asyncProperty(
    fc.integer({ min: 6, max: 240 }),
    fc.array(happening, { minLength: 3, maxLength: 9 }),
    async (price, happenings) => {
      const model = await steps.model();
      const people: Member[] = [];
      for (let at = 0; at < 4; at++) people.push(await site.join({ tokens: TOKENS }));
      await steps.offer(model, { cost_per_minute: price, if_few: 'goes_on' });
      await Promise.all(people.map((person) => steps.enter(person, model)));
      for (const person of people) await steps.join(person, model, price);
      await steps.becomes(model, 'counting');
      await steps.countIsOver(model);
      await steps.becomes(model, 'running');
      const watched = [0, 0, 0, 0];
      const isInside = async (who: Member) => (await steps.memberRow(who)).state === 'seated';
      for (const { who, what, seconds } of happenings) {
        const person = people[who]!;
        if (!(await isInside(person))) continue;
        if (what === 'watch') {
          await steps.watches(person, seconds);
          watched[who]! += seconds;
          // What comes is held step by step, so nothing is delivered long before it is held.
          await isCounted(person, watched[who]!);
        } else if (what === 'again') await steps.watches(person, 0.0001);
        else if (what === 'leave') await steps.leave(person, model);
        else if (what === 'kick')
          await model.call('moderate', {
            params: { username: model.username },
            body: { username: person.username, action: 'kick' },
          } as never);
        // A process that paid, and ended before it said so.
        else
          await sql`update show_meters set paid_steps = -1, version = version + 1
            where meter_id = ${(await steps.memberRow(person)).meter_id} and final_tokens is null`.execute(
            kysely,
          );
        if (what === 'kick') await eventually(async () => expect(await isInside(person)).toBe(false));
      }
      await steps.endGroup(model);
      await steps.becomes(model, 'ended');
      for (const [at, person] of people.entries()) {
        const charged = Math.floor((price * watched[at]!) / 60);
        expect(await steps.memberRow(person)).toMatchObject({ state: 'left', tokens_charged: charged });
        expect(await steps.balanceOf(person)).toEqual({ spendable: TOKENS - charged, held: 0 });
      }
    },
  );
  await fc.assert(play, { numRuns: howMany(1, 200) });
});
