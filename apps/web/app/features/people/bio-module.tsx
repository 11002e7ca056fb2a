import type { ReactNode } from 'react';

interface BioModuleProps {
  readonly title: ReactNode;
  /** Target of links to it. */
  readonly id?: string;
  readonly children: ReactNode;
}

/** A module of the bio under its label. */
export function BioModule({ title, id, children }: BioModuleProps) {
  return (
    <section className="module" id={id}>
      <div className="module-head">
        <h2 className="label">{title}</h2>
      </div>
      {children}
    </section>
  );
}
