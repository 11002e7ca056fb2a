import { createHmac } from 'node:crypto';

/** What is known of whoever uses a code. */
export interface KnownPerson {
  readonly accountId: number;
  readonly email: string;
  /** Undefined where a network says nothing of a person. */
  readonly network: string | undefined;
  /** Billers' names of the cards on file. */
  readonly cards: readonly string[];
  /** Accounts to which the same browser has logged in before. */
  readonly otherAccounts: readonly number[];
}

/** How keys of networks begin. */
export const NETWORK_KEYS = 'network:';

/**
 * By what one person is known again (device, card and address checks): keys that are kept, and those that are only
 * looked for. They tell nothing by themselves.
 */
export function personKeysOf(
  secret: Uint8Array,
  person: KnownPerson,
): { readonly keys: readonly string[]; readonly others: readonly string[] } {
  const keyOf = (kind: string, text: string): string =>
    `${kind}:${createHmac('sha256', secret).update(`${kind}:${text}`).digest('base64url')}`;
  const accountKey = (id: number): string => keyOf('account', String(id));
  const email = person.email.trim().toLowerCase();
  return {
    keys: [
      accountKey(person.accountId),
      ...(email ? [keyOf('email', email)] : []),
      ...(person.network === undefined ? [] : [keyOf('network', person.network)]),
      ...new Set(person.cards.map((card) => keyOf('card', card))),
    ],
    others: person.otherAccounts.filter((id) => id !== person.accountId).map(accountKey),
  };
}
