import type { ReactNode } from 'react';
import type { IconName } from '../icons/icon-name.ts';
import { Icon } from './icon.tsx';
import { joinClasses } from './join-classes.ts';

export type NoticeTone = 'info' | 'ok' | 'warn' | 'bad' | 'ticket';

const icons: Record<NoticeTone, IconName> = {
  info: 'info-fill',
  ok: 'check-circle-fill',
  warn: 'warning-fill',
  bad: 'warning-octagon-fill',
  ticket: 'ticket',
};

export interface NoticeProps {
  readonly tone?: NoticeTone;
  readonly title: ReactNode;
  /** One sentence: what happened, then what can be done. */
  readonly children?: ReactNode;
  /** At most one button. */
  readonly action?: ReactNode;
}

/** A sentence that stays in the page; a bad one is announced at once. */
export function Notice({ tone = 'info', title, children, action }: NoticeProps) {
  return (
    <div
      className={joinClasses('notice', tone !== 'info' && `notice-${tone}`)}
      role={tone === 'bad' ? 'alert' : 'status'}
    >
      <Icon name={icons[tone]} />
      <div className="notice-words">
        <b>{title}</b>
        {children && <div>{children}</div>}
      </div>
      {action}
    </div>
  );
}
