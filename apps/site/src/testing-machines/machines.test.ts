import { howMany } from '@klieg/testing/run-length';
import { expect, test } from 'vitest';
import { playRun } from './play.ts';

/*
 * Privates, spies and ticket shows as machines: random things happen to two rooms on two nodes that die, lose answers
 * and disagree about the time, and after each of them everything that has to be true is looked at (oracle.ts). A run
 * that breaks it is played again by its seed: SEED=7 npx vitest run apps/site/src/testing-machines/machines.test.ts
 */

/** Parts of the whole, so that a long run says how far it is. */
const PARTS = howMany(1, 10);
const RUNS_OF_PART = howMany(180, 1_000);
const COMMANDS = 50;
const FIRST_SEED = Number(process.env['SEED'] ?? 1);

/** What has to have happened, so that the runs say something of it. */
const MET = [
  'accept: done',
  'accept: shows.request_gone',
  'ask: shows.already_requested',
  'extend: done',
  'spy: done',
  'ticket: shows.ticket_owned',
  'kill soon: done',
  'an hour is gone: done',
  'private declined declined',
  'private expired taken',
  'private expired timeout',
  'private failed media_failed',
  'private ended model_ended and paid',
  'private ended out_of_tokens and paid',
  'private ended unpublish and paid',
  'private ended user_ended and paid',
  'private ended user_left and paid',
  'spy private_ended and paid',
  'spy user_ended and paid',
  'ticket paid',
  'ticket returned',
  'recording paid',
  'recording returned',
  'ticket show canceled canceled',
  'ticket show settled model_ended',
  'ticket show settled unpublish',
];

const seeds = Array.from({ length: PARTS }, (_, part) => FIRST_SEED + part * RUNS_OF_PART);
test.each(seeds)(
  `${RUNS_OF_PART} runs from seed %i of ${COMMANDS} random commands to privates, spies and ticket shows charge what was delivered, once, and leave nothing held (S18) (S19) (S313) (S404) (S507)`,
  async (firstSeed) => {
    const figures = new Map<string, number>();
    for (let seed = firstSeed; seed < firstSeed + RUNS_OF_PART; seed++) {
      const { violations, story } = await playRun({ seed, commands: COMMANDS, figures });
      expect({ seed, violations, story: violations.length > 0 ? story : [] }).toEqual({
        seed,
        violations: [],
        story: [],
      });
    }
    expect(MET.filter((word) => !figures.has(word))).toEqual([]);
  },
);
