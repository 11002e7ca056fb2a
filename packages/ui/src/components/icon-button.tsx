import type { ComponentPropsWithRef } from 'react';
import type { IconName } from '../icons/icon-name.ts';
import { Icon } from './icon.tsx';
import { joinClasses } from './join-classes.ts';

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children' | 'aria-label'> {
  readonly icon: IconName;
  /** What a press does, for screen readers and the tooltip. */
  readonly label: string;
  readonly small?: boolean;
  /** A dot in the corner: something unread waits behind it. */
  readonly unread?: boolean;
}

/** One icon, one action; the label is its accessible name. */
export function IconButton({
  icon,
  label,
  small,
  unread,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={joinClasses('icon-button', small && 'icon-button-small', className)}
    >
      <Icon name={icon} size={small ? 16 : 18} />
      {unread && <span className="unread-dot" />}
    </button>
  );
}
