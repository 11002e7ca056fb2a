import { type ComponentPropsWithRef, type ReactNode, useEffect, useRef } from 'react';
import type { IconName } from '../icons/icon-name.ts';
import { Icon } from './icon.tsx';
import { joinClasses } from './join-classes.ts';

export interface ChoiceProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  readonly children: ReactNode;
  /** Neither on nor off: only some of what it controls is on. */
  readonly mixed?: boolean;
}

/** A box that is ticked or not. */
export function Checkbox({ children, mixed = false, className, ...rest }: ChoiceProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <label className={joinClasses('choice', className)}>
      <input ref={box} {...rest} type="checkbox" />
      <span>{children}</span>
    </label>
  );
}

/** One of several with the same `name`. */
export function Radio({ children, className, mixed: _mixed, ...rest }: ChoiceProps) {
  return (
    <label className={joinClasses('choice', className)}>
      <input {...rest} type="radio" />
      <span>{children}</span>
    </label>
  );
}

export interface SwitchProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  readonly children: ReactNode;
  readonly note?: ReactNode;
}

/** Takes effect immediately; use a checkbox for what is saved by a button. */
export function Switch({ children, note, className, ...rest }: SwitchProps) {
  return (
    <label className={joinClasses('switch', className)}>
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox says by itself whether it is on */}
      <input {...rest} type="checkbox" role="switch" />
      <span>
        {children}
        {note && <span className="option-note">{note}</span>}
      </span>
    </label>
  );
}

export interface OptionRowProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  readonly icon?: IconName;
  readonly note?: ReactNode;
  /** Price, time or tag on the right. */
  readonly end?: ReactNode;
  readonly children: ReactNode;
}

/** A radio as a row: icon, word, one line, price on the right. The dearest is never preselected. */
export function OptionRow({ icon, note, end, children, className, ...rest }: OptionRowProps) {
  return (
    <label className={joinClasses('choice option', className)}>
      <input {...rest} type="radio" />
      {icon && <Icon name={icon} />}
      <span className="option-words">
        {children}
        {note && <span className="option-note">{note}</span>}
      </span>
      {end}
    </label>
  );
}
