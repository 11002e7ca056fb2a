import { Trans } from '@lingui/react/macro';
import { createContext, type ReactNode, useContext, useId } from 'react';
import { Icon } from './icon.tsx';

interface FieldLinks {
  readonly id: string;
  readonly isInvalid: boolean;
  readonly describedBy: string | undefined;
}

const FieldContext = createContext<FieldLinks | undefined>(undefined);

/** Attributes that connect a control to the field around it; none outside a field. */
export function useFieldControl(): {
  readonly id?: string;
  readonly 'aria-invalid'?: true;
  readonly 'aria-describedby'?: string;
} {
  const field = useContext(FieldContext);
  if (!field) return {};
  return {
    id: field.id,
    ...(field.isInvalid && { 'aria-invalid': true }),
    ...(field.describedBy && { 'aria-describedby': field.describedBy }),
  };
}

/** True inside a field that has an error. */
export const useIsFieldInvalid = (): boolean => useContext(FieldContext)?.isInvalid ?? false;

export interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** One sentence; takes the place of the hint and marks the control as invalid. */
  readonly error?: ReactNode;
  readonly optional?: boolean;
  /** Several controls under one label: a fieldset with a legend. */
  readonly group?: boolean;
  readonly children: ReactNode;
}

/** Label, control and one sentence below, connected automatically. */
export function Field({ label, hint, error, optional, group, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error || hint;
  const words = (
    <>
      {label}
      {optional && (
        <span className="field-optional">
          {' '}
          <Trans>optional</Trans>
        </span>
      )}
    </>
  );
  const below = error ? (
    <span className="field-error" id={noteId}>
      <Icon name="warning-circle-fill" size={14} />
      <span>{error}</span>
    </span>
  ) : (
    hint && (
      <span className="field-hint" id={noteId}>
        {hint}
      </span>
    )
  );
  const links = { id, isInvalid: Boolean(error), describedBy: note ? noteId : undefined };
  return (
    <FieldContext value={links}>
      {group ? (
        <fieldset
          className="field"
          data-invalid={error ? true : undefined}
          aria-describedby={links.describedBy}
        >
          <legend className="field-label">{words}</legend>
          {children}
          {below}
        </fieldset>
      ) : (
        <div className="field" data-invalid={error ? true : undefined}>
          <label className="field-label" htmlFor={id}>
            {words}
          </label>
          {children}
          {below}
        </div>
      )}
    </FieldContext>
  );
}
