import type { ReactNode } from 'react';

export interface PlayerWordsProps {
  readonly avatar?: ReactNode;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** A small line below everything. */
  readonly foot?: ReactNode;
}

/** A block at the picture's lower edge: who, what, what can be done. */
export function PlayerWords({ avatar, title, children, actions, foot }: PlayerWordsProps) {
  return (
    <div className="player-words">
      <div className="flex items-center gap-3">
        {avatar}
        <div>
          <h2 className="text-t4">{title}</h2>
          {children && <p className="text-ink-2">{children}</p>}
        </div>
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      {foot && <p className="small text-ink-3">{foot}</p>}
    </div>
  );
}
