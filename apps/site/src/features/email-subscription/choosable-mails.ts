import { createHmac } from 'node:crypto';
import type { EmailKind } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import type { ChoiceStore } from './choice-store.ts';
import { isWanted } from './kind-rules.ts';

/** What to add to a mail of a kind that people can switch off. */
export interface ChoosableMail {
  readonly headers: Readonly<Record<string, string>>;
  /** The page for choosing, without logging in. */
  readonly chooseUrl: string;
}

export interface ChoosableMails {
  /** The headers for its reader's mail program (RFC 2369, RFC 8058); undefined: the person does not want it. */
  prepare(
    to: { readonly id: AccountId; readonly email: string },
    kind: EmailKind,
    publicUrl: string,
  ): Promise<ChoosableMail | undefined>;
}

export function makeChoosableMails(deps: {
  readonly store: ChoiceStore;
  readonly secret: Uint8Array;
}): ChoosableMails {
  const { store, secret } = deps;
  return {
    async prepare({ id, email }, kind, publicUrl) {
      if (!isWanted(kind, await store.list(id))) return undefined;
      // The same for each mail to this address, so that a year of mails keeps one row.
      const token = createHmac('sha256', secret).update(`${id} ${email.toLowerCase()}`).digest('base64url');
      await store.keepLink(token, { id, email });
      return {
        headers: {
          'List-Unsubscribe': `<${publicUrl}/api/v1/email/subscription?token=${token}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
        chooseUrl: `${publicUrl}/email/subscription?token=${token}`,
      };
    },
  };
}
