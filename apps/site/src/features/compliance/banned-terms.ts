import type { TermAction, TermScope } from '@klieg/contract';
import { notice } from '../../platform/events/index.ts';
import { makeRefuseText } from './refuse-text.ts';
import type { TermStore } from './term-store.ts';

/** Staff has changed the terms; each node reads them again. */
export const termsChanged = notice<Readonly<Record<string, never>>>('compliance.terms_changed');

type Place = Exclude<TermScope, 'all'>;

/** What no text may contain, in this node's memory: every message and search asks. */
export interface BannedTerms {
  reload(): Promise<void>;
  /** Makes the test for texts of a place that are not taken. */
  refuserOf(place: Place): (text: string) => boolean;
  /** Whether staff reads a text of a profile before others do. */
  isReviewed(text: string): boolean;
}

/** @param configured terms of the configuration: reviewed in profiles, refused elsewhere */
export function makeBannedTerms(store: Pick<TermStore, 'list'>, configured: readonly string[]): BannedTerms {
  const testsOf = (
    terms: readonly { readonly term: string; readonly action: TermAction; readonly scope: TermScope }[],
  ) => {
    const at = (action: TermAction, place: Place, further: readonly string[] = []) =>
      makeRefuseText([
        ...further,
        ...terms
          .filter((one) => one.action === action && (one.scope === 'all' || one.scope === place))
          .map(({ term }) => term),
      ]);
    return {
      refused: {
        profile: at('refuse', 'profile'),
        messages: at('refuse', 'messages', configured),
        search: at('refuse', 'search', configured),
      },
      reviewed: at('review', 'profile', configured),
    };
  };
  let tests = testsOf([]);
  let newest = 0;
  return {
    async reload() {
      const turn = ++newest;
      const terms = await store.list();
      // A slower answer to an older question undoes nothing.
      if (turn === newest) tests = testsOf(terms);
    },
    refuserOf: (place) => (text) => tests.refused[place](text),
    isReviewed: (text) => tests.reviewed(text),
  };
}
