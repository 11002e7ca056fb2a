import { Checkbox } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { type ComponentPropsWithRef, type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import { withTexts } from '../../shared/language/with-texts.ts';
import { lazyPart } from '../../shared/lazy-part.ts';
import type { DialogText } from '../../shared/legal-text/legal-dialog.tsx';

const LegalDialog = lazyPart(withTexts(() => import('../../shared/legal-text/legal-dialog.tsx')));

/** A press that asks for a tab or window of its own gets one. */
const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

interface TextLinkProps {
  readonly slug: DialogText;
  readonly onOpen: (slug: DialogText) => void;
  readonly children?: ReactNode;
}

/** Opens the text over the form, which keeps its input; without scripts it is a normal link. */
function TextLink({ slug, onOpen, children }: TextLinkProps) {
  return (
    <a
      className="text-link"
      href={`/legal/${slug}`}
      target="_blank"
      rel="noreferrer"
      onClick={(event) => {
        if (!isPlain(event)) return;
        event.preventDefault();
        onOpen(slug);
      }}
    >
      {children}
    </a>
  );
}

export interface TermsFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  readonly error: string | undefined;
}

/** Age and consent; terms and privacy policy are read over the form. */
export function TermsField({ error, ...rest }: TermsFieldProps) {
  const [open, setOpen] = useState<DialogText | null>(null);
  return (
    <div className="field">
      <Checkbox className="items-start!" aria-invalid={error ? true : undefined} {...rest}>
        <span className="text-ink-2">
          <Trans>
            I am 18 or older and accept the{' '}
            <TextLink slug="terms" onOpen={setOpen}>
              terms
            </TextLink>{' '}
            and the{' '}
            <TextLink slug="privacy" onOpen={setOpen}>
              privacy policy
            </TextLink>
            .
          </Trans>
        </span>
      </Checkbox>
      {error && <span className="field-error">{error}</span>}
      {open && (
        <Suspense>
          <LegalDialog slug={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </div>
  );
}
