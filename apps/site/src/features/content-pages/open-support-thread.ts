import type { Api, AnswerOf, InputOf } from '@klieg/contract';
import { type AccountId, AppError, type Uuid } from '@klieg/kernel';
import type { CaseMailer } from './case-mailer.ts';
import { confirmThread, writeThreadMail } from './case-mails.ts';
import type { CaseStore } from './case-store.ts';

/** Somebody who asks for help, as far as needed here. */
export interface Sender {
  /** `g…` of a guest: whose cookie opens the conversation again. */
  readonly key: string;
  readonly site: { readonly publicUrl: string };
  readonly account: {
    readonly id: AccountId;
    readonly username: string;
    readonly email: string;
    readonly emailConfirmed: boolean;
  } | null;
}

type Call = Api['openSupportThread'];

/** Where the answer goes: the address that was typed, else the account's own. */
function addressFor(typed: string | undefined, { account }: Sender): string {
  const address = typed ?? account?.email;
  if (!address)
    throw new AppError('common.invalid_input', {
      params: {
        fields: [{ path: 'email', reason: 'required', message: 'We need an address to answer to.' }],
      },
    });
  return address;
}

/** Opens a conversation started by another part of the site for somebody, who may have no address. @returns its id */
export const makeOpenInnerThread =
  (deps: { readonly cases: CaseStore; readonly mails: CaseMailer; readonly supportEmail: string }) =>
  async ({ account, key }: Sender, text: string): Promise<Uuid> => {
    const owner = account ? { accountId: account.id, guestKey: null } : { accountId: null, guestKey: key };
    const email = account?.emailConfirmed ? account.email : null;
    const { id } = await deps.cases.addThread(
      { topic: 'account', text, ...owner, email, orderId: null },
      (kept, within) =>
        deps.mails.send(writeThreadMail(kept, account?.username ?? null, deps.supportEmail), within),
    );
    return id;
  };

/**
 * Keeps a request for help and mails it to the operator, both or neither. The sender gets a mail too where an
 * address was typed or the account's own is confirmed.
 */
export const makeOpenSupportThread =
  (deps: { readonly cases: CaseStore; readonly mails: CaseMailer; readonly supportEmail: string }) =>
  async (form: InputOf<Call>['body'], sender: Sender): Promise<AnswerOf<Call>> => {
    const { account, site } = sender;
    const email = addressFor(form.email, sender);
    const mayConfirm = form.email !== undefined || account?.emailConfirmed === true;
    const { id, number } = await deps.cases.addThread(
      {
        topic: form.topic,
        text: form.text,
        accountId: account?.id ?? null,
        guestKey: account ? null : sender.key,
        email,
        orderId: form.order_id || null,
      },
      async (kept, within) => {
        await deps.mails.send(writeThreadMail(kept, account?.username ?? null, deps.supportEmail), within);
        if (mayConfirm) await deps.mails.confirm(confirmThread(kept, email, site.publicUrl), within);
      },
    );
    return { status: 1, id, number };
  };
