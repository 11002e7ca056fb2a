import type { ReactNode } from 'react';

export interface FactListProps {
  readonly facts: readonly { readonly label: ReactNode; readonly value: ReactNode }[];
}

/** Label left, value right; every price dialog ends with the price and the remaining balance. */
export function FactList({ facts }: FactListProps) {
  return (
    <dl className="facts">
      {facts.map((fact, position) => (
        <div key={position}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
