import type { EmailKind } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import type { Kit } from '../../platform/kit.ts';
import { makeChoiceStore } from './choice-store.ts';
import { makeChoosableMails } from './choosable-mails.ts';
import { makeEmailSubscriptionHandlers } from './email-subscription.http.ts';

export type EmailSubscriptionFeature = ReturnType<typeof composeEmailSubscription>;

const ADVERTISING: readonly EmailKind[] = ['offers', 'news'];

/** Which kinds of mails people get. */
export function composeEmailSubscription({ database, secretOf }: Pick<Kit, 'database' | 'secretOf'>) {
  const store = makeChoiceStore(database);
  return {
    choosableMails: makeChoosableMails({ store, secret: secretOf('email-subscription') }),
    /** For a new account that has asked for news. */
    wantNews: (id: AccountId) => store.save(id, new Map(ADVERTISING.map((kind) => [kind, true]))),
    handlers: makeEmailSubscriptionHandlers({ store }),
  };
}
