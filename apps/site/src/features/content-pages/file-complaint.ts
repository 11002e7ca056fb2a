import { randomBytes } from 'node:crypto';
import type { Api, AnswerOf, InputOf } from '@klieg/contract';
import { AppError, type Clock, toInstant } from '@klieg/kernel';
import { sha256 } from '@klieg/kernel/secrets';
import type { Outbox } from '../../platform/events/index.ts';
import type { CaseMailer } from './case-mailer.ts';
import { confirmComplaint, writeComplaintMail } from './case-mails.ts';
import type { CaseStore } from './case-store.ts';
import { complaintFiled } from './complaint-facts.ts';
import { complaintDueMs, faultOfComplaint } from './complaint-rules.ts';

type Call = Api['fileComplaint'];

/** A receipt holds 128 bits. */
const RECEIPT_BYTES = 16;

/**
 * Keeps a complaint and mails it to the operator, both or neither; the sender gets its number and receipt.
 * @throws common.invalid_input for addresses elsewhere, or a copyright complaint without its statement
 */
export const makeFileComplaint =
  (deps: {
    readonly cases: CaseStore;
    readonly mails: CaseMailer;
    readonly supportEmail: string;
    readonly ownOrigins: ReadonlySet<string>;
    readonly clock: Clock;
    readonly outbox: Pick<Outbox, 'add' | 'nudge'>;
  }) =>
  async (form: InputOf<Call>['body'], publicUrl: string): Promise<AnswerOf<Call>> => {
    const fault = faultOfComplaint(form, deps.ownOrigins);
    if (fault) throw new AppError('common.invalid_input', { params: { fields: [fault] } });
    const receipt = randomBytes(RECEIPT_BYTES).toString('base64url');
    const now = deps.clock.now();
    const dueMs = complaintDueMs(form.kind, now);
    const { number } = await deps.cases.addComplaint(
      { form, receiptDigest: sha256(receipt), at: new Date(now), dueAt: new Date(dueMs) },
      async (kept, within) => {
        await deps.outbox.add(within, complaintFiled, { id: kept.id });
        await deps.mails.send(writeComplaintMail(kept, deps.supportEmail), within);
        const stateUrl = `${publicUrl}/complaints/${receipt}`;
        await deps.mails.confirm(confirmComplaint(kept, form.email, stateUrl), within);
      },
    );
    deps.outbox.nudge();
    return { status: 1, receipt, number, due_at: toInstant(dueMs) };
  };
