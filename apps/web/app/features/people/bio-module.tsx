import type { ReactNode } from 'react';

/** A module of the bio under its label. */
export function BioModule({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  return (
    <section className="module">
      <div className="module-head">
        <h2 className="label">{title}</h2>
      </div>
      {children}
    </section>
  );
}
