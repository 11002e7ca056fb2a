import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

export interface EmptyProps {
  readonly title: ReactNode;
  /** Why it is empty. */
  readonly children?: ReactNode;
  /** One action that helps; never a dead end. */
  readonly action?: ReactNode;
}

/** Nothing to show, and why. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className="empty">
      <span className="beam" />
      <h2 className="text-t2">{title}</h2>
      {children && <p className="text-ink-2">{children}</p>}
      {action}
    </div>
  );
}

export interface ErrorBoxProps {
  readonly title: ReactNode;
  /** What happens next. */
  readonly children?: ReactNode;
  readonly onRetry?: () => void;
  /** Code for support. */
  readonly code?: string;
}

/** A part of the page that did not load. */
export function ErrorBox({ title, children, onRetry, code }: ErrorBoxProps) {
  return (
    <div className="empty" role="alert">
      <span className="beam beam-broken" />
      <h2 className="text-t2">{title}</h2>
      {children && <p className="text-ink-2">{children}</p>}
      <div className="flex items-center gap-2">
        {onRetry && (
          <Button size="small" icon="arrow-clockwise" onClick={onRetry}>
            <Trans>Try now</Trans>
          </Button>
        )}
        {code && <span className="small figure text-ink-3">{code}</span>}
      </div>
    </div>
  );
}
