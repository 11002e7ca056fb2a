import type { ReactNode } from 'react';

export interface SheetSectionProps {
  readonly title: string;
  /** Columns of three that the section takes. */
  readonly wide?: 2 | 3;
  readonly children: ReactNode;
}

/** One block of the component sheet. */
export function SheetSection({ title, wide, children }: SheetSectionProps) {
  return (
    <section className="sheet-section" data-wide={wide}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
