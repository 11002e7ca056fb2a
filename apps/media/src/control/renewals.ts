import type { MediaFact } from '@klieg/contract/media';
import { type Access, isRenewal, type PlayClaims } from './access.ts';
import type { TellFact } from './facts.ts';

/** A renewal as media processes tell it to each other. */
export type RenewedFact = Extract<MediaFact, { kind: 'renewed' }>;

/**
 * Tokens in addresses of players that load by themselves. Such a token is not extended itself: it stands for the newest
 * one that its page has shown for it, and ends with that one.
 */
export interface Renewals {
  /** The claims with which a token of an address may play this stream now, else undefined. */
  play(token: string, streamName: string): PlayClaims | undefined;
  /** Lets a token stand for a fresh one of the same person and stream. @returns false if either has ended */
  renew(token: string, fresh: string, streamName: string): boolean;
  /** Another media process was shown a fresh token. */
  hear(fact: RenewedFact): void;
}

export interface RenewalsOptions {
  readonly access: Pick<Access, 'play'>;
  readonly tell: TellFact;
}

/** More addresses than this are not kept alive; the oldest must be made again. */
const RENEWALS_MAX = 50_000;

export function makeRenewals({ access, tell }: RenewalsOptions): Renewals {
  /** The newest token for each token in an address. */
  const newest = new Map<string, string>();

  const play = (token: string, streamName: string): PlayClaims | undefined => {
    const own = access.play(token, streamName);
    const fresh = own ? undefined : newest.get(token);
    return own ?? (fresh === undefined ? undefined : access.play(fresh, streamName));
  };

  /** True if the current token lasts as long anyway: a repeated renewal, or overtaken by another. */
  const isNoNews = (token: string, { streamName, expiresAt }: PlayClaims): boolean => {
    const known = newest.get(token);
    const claims = known === undefined ? undefined : access.play(known, streamName);
    return claims !== undefined && claims.expiresAt >= expiresAt;
  };

  const keep = (token: string, fresh: string, streamName: string): 'kept' | 'known' | 'refused' => {
    const before = play(token, streamName);
    const after = access.play(fresh, streamName);
    if (!before || !after || !isRenewal(before, after)) return 'refused';
    if (isNoNews(token, after)) return 'known';
    // Insertion order is order of time, so the oldest comes first.
    newest.delete(token);
    newest.set(token, fresh);
    if (newest.size > RENEWALS_MAX) newest.delete(newest.keys().next().value!);
    return 'kept';
  };

  return {
    play,
    renew(token, fresh, streamName) {
      const kept = keep(token, fresh, streamName);
      if (kept === 'kept') tell({ kind: 'renewed', streamName, token, fresh });
      return kept !== 'refused';
    },
    hear: ({ token, fresh, streamName }) => void keep(token, fresh, streamName),
  };
}
