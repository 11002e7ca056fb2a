import type { callsByFeature, EmailKind } from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import { maskAddress } from '../credentials/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { ChoiceStore, LinkedAddress } from './choice-store.ts';
import { allOff, type Choices, isChoosable, presentKinds } from './kind-rules.ts';

/** Which mails somebody gets, by the link of a mail or by the log-in. */
export function makeEmailSubscriptionHandlers({
  store,
}: {
  readonly store: ChoiceStore;
}): Handlers<(typeof callsByFeature)['email-subscription'], SiteCaller> {
  /** A link goes before the log-in: it was opened. @throws identity.token_invalid */
  const addressOf = async (token: string | undefined, caller: SiteCaller | null): Promise<LinkedAddress> => {
    const found = token === undefined ? (caller?.account ?? undefined) : await store.findLink(token);
    if (!found) throw new AppError('identity.token_invalid');
    return found;
  };
  return {
    async getEmailSubscription({ query }, { caller }) {
      const { id, email } = await addressOf(query.token, caller);
      const kinds = presentKinds(await store.list(id));
      return {
        email_masked: maskAddress(email),
        kinds,
        all_off: kinds.every(({ key, enabled }) => !enabled || !isChoosable(key)),
      };
    },
    async saveEmailSubscription({ query, body }, { caller }) {
      const isOneClick = 'List-Unsubscribe' in body;
      // A form of another site comes with the reader's cookies, so only its token counts.
      const { id } = isOneClick
        ? await addressOf(query.token ?? '', null)
        : await addressOf(body.token ?? query.token, caller);
      const given = isOneClick ? [] : (Object.entries(body.kinds) as [EmailKind, boolean][]);
      const isAllOff = isOneClick || body.all_off === true;
      const choices: Choices = isAllOff ? allOff() : new Map(given.filter(([kind]) => isChoosable(kind)));
      await store.save(id, choices);
      return { status: 1, kinds: presentKinds(await store.list(id)) };
    },
  };
}
