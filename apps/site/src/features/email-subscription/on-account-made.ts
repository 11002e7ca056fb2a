import type { EmailKind } from '@klieg/contract';
import { type FactHandler, when } from '../../platform/events/index.ts';
import { accountMade } from '../identity/index.ts';
import type { ChoiceStore } from './choice-store.ts';

const ADVERTISING: readonly EmailKind[] = ['offers', 'news'];

/** Whoever has asked for news when they joined gets them, unless they have chosen about them since. */
export const makeOnAccountMade = ({
  store,
}: {
  readonly store: Pick<ChoiceStore, 'saveFirst'>;
}): FactHandler =>
  when(accountMade, async ({ accountId, wantsNews }, transaction) => {
    if (wantsNews)
      await store.saveFirst(accountId, new Map(ADVERTISING.map((kind) => [kind, true])), transaction);
  });
