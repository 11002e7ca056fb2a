import { DAY_MS } from '@klieg/kernel/time';
import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { Sites } from '../brand/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import { makeConfirmPhone, makeSendPhoneCode } from './confirm-phone.ts';
import { makePhoneCodeStore } from './phone-code-store.ts';
import { makePhonesHandlers } from './phones.http.ts';
import type { TextGateway } from './text-gateway.ts';
import { makeTextJobs } from './text-jobs.ts';

export type PhonesFeature = ReturnType<typeof composePhones>;

/** Phone numbers that are confirmed by a code, and text messages to those that are. */
export function composePhones(
  { database, clock, secretOf }: Pick<Kit, 'database' | 'clock' | 'secretOf'>,
  uses: {
    readonly identity: Pick<IdentityFeature, 'accounts' | 'phones'>;
    readonly sites: Sites;
    readonly jobs: JobQueue;
    readonly textGateway: TextGateway | undefined;
  },
) {
  const { accounts, phones } = uses.identity;
  const codes = makePhoneCodeStore(database);
  const codeKey = secretOf('phone-codes');
  const send = uses.textGateway?.send;
  const texts = makeTextJobs({ ...uses, send, codes, phones, accounts, codeKey, clock });
  const deps = { codes, phones, texts, codeKey, clock };
  const chores: readonly Chore[] = [
    {
      failure: 'old codes for phone numbers could not be dropped',
      everyMs: DAY_MS,
      on: 'one',
      // Those of the last day are counted.
      run: () => codes.prune(new Date(clock.now() - DAY_MS)),
    },
  ];
  return {
    /** Texts news to somebody, where their number is confirmed; undefined: no text messages are sent. */
    sendNews: send && texts.sendNews,
    work: texts.work,
    chores,
    handlers: makePhonesHandlers({
      phones,
      isOpen: send !== undefined,
      sendPhoneCode: makeSendPhoneCode(deps),
      confirmPhone: makeConfirmPhone(deps),
    }),
  };
}
