import type { FactReader } from '../../platform/events/index.ts';
import type { Kit } from '../../platform/kit.ts';
import { makeChoiceStore } from './choice-store.ts';
import { makeChoosableMails } from './choosable-mails.ts';
import { makeEmailSubscriptionHandlers } from './email-subscription.http.ts';
import { makeOnAccountMade } from './on-account-made.ts';

export type EmailSubscriptionFeature = ReturnType<typeof composeEmailSubscription>;

/** Which kinds of mails people get. */
export function composeEmailSubscription({ database, secretOf }: Pick<Kit, 'database' | 'secretOf'>) {
  const store = makeChoiceStore(database);
  const factReaders: readonly FactReader[] = [
    { name: 'email_subscription', on: [makeOnAccountMade({ store })] },
  ];
  return {
    choosableMails: makeChoosableMails({ store, secret: secretOf('email-subscription') }),
    factReaders,
    handlers: makeEmailSubscriptionHandlers({ store }),
  };
}
