import type { ReactNode } from 'react';
import type { IconName } from '../icons/icon-name.ts';
import { Icon } from './icon.tsx';
import { joinClasses } from './join-classes.ts';

export type TagTone = 'neutral' | 'ok' | 'warn' | 'bad' | 'info';

export interface TagProps {
  readonly tone?: TagTone;
  readonly icon?: IconName;
  readonly children: ReactNode;
}

/** A short word about an item: Settled, Held, Declined. */
export function Tag({ tone = 'neutral', icon, children }: TagProps) {
  return (
    <span className={joinClasses('tag', tone !== 'neutral' && `tag-${tone}`)}>
      {icon && <Icon name={icon} size={14} />}
      {children}
    </span>
  );
}

export interface CountProps {
  /** Red: waits for the reader. */
  readonly hot?: boolean;
  readonly children: ReactNode;
}

/** A small count beside a word. */
export function Count({ hot, children }: CountProps) {
  return <span className={joinClasses('count', hot && 'count-hot')}>{children}</span>;
}
