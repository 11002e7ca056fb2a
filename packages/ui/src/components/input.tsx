import type { ComponentPropsWithRef, ReactNode } from 'react';
import { useFieldControl, useIsFieldInvalid } from './field.tsx';
import { joinClasses } from './join-classes.ts';

export interface InputProps extends Omit<ComponentPropsWithRef<'input'>, 'prefix'> {
  /** Stands before the text inside the frame, such as an icon or the token glyph. */
  readonly prefix?: ReactNode;
  /** Stands after the text inside the frame, such as a unit or a button. */
  readonly suffix?: ReactNode;
  /** Name for screen readers where no field gives one. */
  readonly label?: string;
  /** No frame: search boxes and the chat line. */
  readonly quiet?: boolean;
}

/** A line of text; inside a `Field` it takes the field's label, hint and error. */
export function Input({ prefix, suffix, label, quiet, className, ...rest }: InputProps) {
  const links = useFieldControl();
  const isInvalid = useIsFieldInvalid();
  return (
    <span
      className={joinClasses(
        'input',
        isInvalid && 'input-bad',
        rest.disabled && 'input-off',
        quiet && 'input-quiet',
        className,
      )}
    >
      {prefix}
      <input {...links} aria-label={label} {...rest} />
      {suffix}
    </span>
  );
}

/** Several lines of text. */
export function TextArea({ className, ...rest }: ComponentPropsWithRef<'textarea'>) {
  const links = useFieldControl();
  const isInvalid = useIsFieldInvalid();
  return (
    <textarea {...links} {...rest} className={joinClasses('input', isInvalid && 'input-bad', className)} />
  );
}

/** A choice from a list; the browser's own, so that phones show their own wheel. */
export function Select({ className, ...rest }: ComponentPropsWithRef<'select'>) {
  const links = useFieldControl();
  const isInvalid = useIsFieldInvalid();
  return (
    <select {...links} {...rest} className={joinClasses('input', isInvalid && 'input-bad', className)} />
  );
}
