import { useLingui } from '@lingui/react/macro';
import { Dialog as RadixDialog } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { giveBackFocus, handOn, openerNow } from './give-back-focus.ts';
import { IconButton } from './icon-button.tsx';
import { joinClasses } from './join-classes.ts';

export interface DialogProps {
  readonly title: ReactNode;
  /** Called by Esc (not within `data-own-escape`), the cross and a press outside the dialog. */
  readonly onClose: () => void;
  readonly width?: 480 | 720 | 920;
  /** Stands between title and cross. */
  readonly headEnd?: ReactNode;
  readonly foot?: ReactNode;
  /** One sentence for screen readers, when the body does not begin with one. */
  readonly description?: string;
  /** The body brings its own padding and scrolling. */
  readonly bare?: boolean;
  /** On phones it lies beside or below the content, which makes room: nothing is dimmed or covered. */
  readonly beside?: boolean;
  readonly children: ReactNode;
}

const endOf = (element: Element | null): number => element?.getBoundingClientRect().bottom ?? 0;

/** False for a field that would need scrolling: the text above it should be read first. */
const isInSight = (field: HTMLElement): boolean => endOf(field) <= endOf(field.closest('.dialog-body'));

/**
 * Where focus goes when a dialog opens: into its first text field if there is a keyboard at hand and the field is in
 * sight, else to the dialog itself, so that a phone does not cover half of it with keys.
 */
function focusFirst(event: Event): void {
  event.preventDefault();
  const dialog = event.currentTarget as HTMLElement;
  const field = matchMedia('(hover: hover)').matches
    ? dialog.querySelector<HTMLElement>(
        '.dialog-body input:not([type="checkbox"], [type="radio"]), .dialog-body textarea',
      )
    : null;
  (field && isInSight(field) ? field : dialog).focus();
}

/** Esc belongs to what has the focus inside, as a list that it closes; the dialog hears the key first. */
function leaveEscape(event: KeyboardEvent): void {
  if (document.activeElement?.closest('[data-own-escape]')) event.preventDefault();
}

/**
 * One question over the page; up to 720 px a sheet from the bottom. Mounted means open:
 * focus is held inside and goes back to the opener when it is unmounted.
 */
export function Dialog({
  title,
  onClose,
  width = 480,
  headEnd,
  foot,
  description,
  bare,
  beside = false,
  children,
}: DialogProps) {
  const { t } = useLingui();
  const opener = useRef<Element | null>(null);
  useEffect(() => () => handOn(opener.current), []);
  return (
    <RadixDialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={joinClasses('dialog-scrim', beside && 'dialog-scrim-beside')} />
        <RadixDialog.Content
          className={joinClasses('dialog', width !== 480 && `dialog-${width}`, beside && 'dialog-beside')}
          onEscapeKeyDown={leaveEscape}
          onOpenAutoFocus={(event) => {
            opener.current = openerNow();
            focusFirst(event);
          }}
          onCloseAutoFocus={(event) => {
            // Radix knows of triggers of its own only, and would leave the focus nowhere.
            event.preventDefault();
            giveBackFocus(opener.current);
          }}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className="dialog-head">
            <RadixDialog.Title asChild>
              <h2 className="text-t4">{title}</h2>
            </RadixDialog.Title>
            <span className="grow" />
            {headEnd}
            <RadixDialog.Close asChild>
              <IconButton icon="x" label={t`Close`} />
            </RadixDialog.Close>
          </div>
          {description && (
            <RadixDialog.Description className="visually-hidden">{description}</RadixDialog.Description>
          )}
          {bare ? children : <div className="dialog-body">{children}</div>}
          {foot && <div className="dialog-foot">{foot}</div>}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
