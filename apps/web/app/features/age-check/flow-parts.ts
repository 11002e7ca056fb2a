import type { ReactNode } from 'react';

/** What a dialog or a page draws of the check. */
export interface FlowParts {
  readonly title: ReactNode;
  readonly body: ReactNode;
  readonly foot?: ReactNode;
}
