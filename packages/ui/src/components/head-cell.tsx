import type { ReactNode } from 'react';
import { joinClasses } from './join-classes.ts';

export interface HeadCellProps {
  /** Right-aligned, for columns of figures. */
  readonly end?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The name of a table's column. */
export function HeadCell({ end, className, children }: HeadCellProps) {
  return (
    <th scope="col" className={joinClasses(end && 'is-end', className)}>
      <span className="label">{children}</span>
    </th>
  );
}
