import type { ReactNode } from 'react';

export interface FactListProps {
  readonly facts: readonly { readonly label: ReactNode; readonly value: ReactNode }[];
}

/** Label left, value right; every price dialog ends with what is paid and what is left. */
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
