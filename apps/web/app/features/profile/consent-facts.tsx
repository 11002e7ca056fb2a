import type { Review } from '@klieg/contract';
import { FactList } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useScopeWords } from '../consents/index.ts';
import type { deskApi } from '../money-desk/index.ts';

export interface Fact {
  readonly label: ReactNode;
  readonly value: ReactNode;
}
type Performer = NonNullable<Awaited<ReturnType<typeof deskApi.openConsent>>['person']>;
type Consent = NonNullable<NonNullable<Review['payload']['case']>['consent']>;

/** A co-performer's own statements. */
export const performerFacts = (person: Performer): Fact[] => [
  { label: <Trans>Legal name</Trans>, value: person.legal_name },
  { label: <Trans>Born</Trans>, value: person.birth_date },
  { label: <Trans>Other names</Trans>, value: person.alias || '–' },
];

/** Whom the model has named, and for what. */
export function ConsentFacts({ consent }: { readonly consent: Consent }) {
  const words = useScopeWords();
  return (
    <FactList
      facts={[
        { label: <Trans>Co-performer</Trans>, value: consent.name },
        { label: <Trans>What</Trans>, value: consent.scopes.map((scope) => words[scope]).join(' · ') },
        { label: <Trans>From</Trans>, value: consent.valid_from ?? '–' },
        { label: <Trans>Until</Trans>, value: consent.valid_until ?? '–' },
      ]}
    />
  );
}
