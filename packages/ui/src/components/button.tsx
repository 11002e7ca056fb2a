import type { ComponentPropsWithRef, ReactNode } from 'react';
import type { IconName } from '../icons/icon-name.ts';
import { Icon } from './icon.tsx';
import { joinClasses } from './join-classes.ts';

/** `key` is the one action of a region; at most two on a screen, the header's included. */
export type ButtonKind = 'key' | 'neutral' | 'line' | 'text' | 'danger' | 'private';
export type ButtonSize = 'small' | 'normal' | 'large';

export interface ButtonLook {
  readonly kind?: ButtonKind;
  readonly size?: ButtonSize;
  readonly full?: boolean;
  /** Two lines: the action above its price or time (put the second in `note`). */
  readonly stacked?: boolean;
}

/** Classes of a button, for links that look like one. */
export const buttonClass = ({ kind = 'neutral', size = 'normal', full, stacked }: ButtonLook = {}): string =>
  joinClasses(
    'button',
    kind !== 'neutral' && `button-${kind}`,
    size !== 'normal' && `button-${size}`,
    full && 'button-full',
    stacked && 'button-stacked',
  );

export interface ButtonProps extends ButtonLook, Omit<ComponentPropsWithRef<'button'>, 'children'> {
  readonly icon?: IconName;
  /** Second line of a stacked button. */
  readonly note?: ReactNode;
  /** Runs now: keeps its width, shows a ring, takes no press. */
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/** Names its action by a verb. A busy button stays focusable, so that focus is not lost. */
export function Button({
  kind,
  size,
  full,
  stacked,
  icon,
  note,
  busy = false,
  children,
  className,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const look: ButtonLook = {
    ...(kind && { kind }),
    ...(size && { size }),
    ...(full && { full }),
    ...(stacked && { stacked }),
  };
  return (
    <button
      {...rest}
      type={type}
      className={joinClasses(buttonClass(look), className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      <span className="button-face">
        {note === undefined ? (
          <>
            {icon && <Icon name={icon} size={16} />}
            {children}
          </>
        ) : (
          <>
            <span className="button-word">
              {icon && <Icon name={icon} size={16} />}
              {children}
            </span>
            <span className="button-note">{note}</span>
          </>
        )}
      </span>
      {busy && <span className="spinner" />}
    </button>
  );
}
