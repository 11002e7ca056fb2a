import { joinClasses } from '@klieg/ui';
import '../shows.css';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

export type StripTone = 'private' | 'spy' | 'ticket' | 'low' | 'plain';

export interface StripProps {
  /** What a screen reader calls it. */
  readonly label: string;
  readonly tone: StripTone;
  readonly children: ReactNode;
  /** One or two buttons, at its end. */
  readonly actions?: ReactNode;
  /** Shown below it. */
  readonly foot?: ReactNode;
}

/** The strip of a show below the picture, with the wash of its state. */
export function Strip({ label, tone, children, actions, foot }: StripProps) {
  return (
    <section className="show-strip" data-tone={tone} aria-label={label}>
      <div className="show-cells">
        {children}
        {actions && <div className="show-actions">{actions}</div>}
      </div>
      {foot && <div className="show-foot">{foot}</div>}
    </section>
  );
}

/** One figure of a strip under its name. */
export function Cell(props: {
  readonly label: ReactNode;
  readonly wide?: boolean;
  readonly children: ReactNode;
}) {
  const { label, wide, children } = props;
  return (
    <div className={joinClasses('show-cell', wide && 'show-cell-wide')}>
      <span className="label">{label}</span>
      <div className="show-figure">{children}</div>
    </div>
  );
}

/** A sentence in place of figures; read out when it changes. */
export const StripWords = ({
  title,
  children,
}: {
  readonly title: ReactNode;
  readonly children?: ReactNode;
}) => (
  <output className="show-words">
    <b>{title}</b>
    {children && <span className="small">{children}</span>}
  </output>
);

/** Asks once, in place: the safe choice has the focus, and Esc takes it. */
export function AskOnce(props: {
  readonly question: ReactNode;
  readonly children?: ReactNode;
  readonly buttons: ReactNode;
  readonly onCancel: () => void;
}) {
  const { question, children, buttons, onCancel } = props;
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(() => box.current?.querySelector('button')?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && onCancel();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc, for the buttons inside
    <fieldset ref={box} className="show-ask" onKeyDown={onKeyDown}>
      <legend className="visually-hidden">{question}</legend>
      <p aria-hidden="true">
        <b>{question}</b>
      </p>
      {children && <p>{children}</p>}
      <div className="show-actions">{buttons}</div>
    </fieldset>
  );
}
