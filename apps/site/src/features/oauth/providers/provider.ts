import type { OauthProvider } from '@klieg/contract';

/** Somebody as a provider knows them. */
export interface ProviderPerson {
  /** Their number there, which never changes. */
  readonly subject: string;
  readonly email: string | undefined;
  /** The provider has seen that the address is theirs. */
  readonly isVerified: boolean;
  readonly name: string;
}

/** What one log-in is bound to: nobody can end a log-in that they did not begin, nor use its answer again. */
export interface Binding {
  /** Comes back with the answer. */
  readonly state: string;
  /** Stands in the signed token. */
  readonly nonce: string;
  /** Needed to exchange the code for a token (PKCE). */
  readonly verifier: string;
}

/** An outside party by whose account people log in. */
export interface Provider {
  readonly name: OauthProvider;
  /** The address of its page. */
  start(redirectUri: string, binding: Binding): Promise<string>;
  /**
   * Who it was. @param answer the address to which the provider sent the browser
   * @throws any error of the answer or the provider
   */
  finish(redirectUri: string, answer: URL, binding: Binding): Promise<ProviderPerson>;
}

/** What the operator has from a provider. */
export interface ProviderKeys {
  readonly id: string;
  readonly secret: string;
}

export const TIMEOUT_MS = 10_000;
