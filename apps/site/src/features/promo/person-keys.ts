import { createHmac } from 'node:crypto';

/** What is known of the user of a code. */
export interface KnownPerson {
  readonly accountId: number;
  readonly email: string;
  /** Undefined where a network says nothing of a person. */
  readonly network: string | undefined;
  /** Billers' names of the cards on file. */
  readonly cards: readonly string[];
  /** Accounts that the same browser has logged in to before. */
  readonly otherAccounts: readonly number[];
}

/** How keys of networks begin. */
export const NETWORK_KEYS = 'network:';

/**
 * How one person is recognised (device, card and address checks): keys that are stored, and those only searched. They
 * reveal nothing by themselves.
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
