import { Icon, IconButton, Input } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, type RefObject, Suspense, useId, useState } from 'react';
import { lazyPart } from '#app/shared/lazy-part.ts';

const Suggestions = lazyPart(() => import('./suggestions.tsx'));

export interface SearchFieldProps {
  readonly input: RefObject<HTMLInputElement | null>;
  /** What the address searches for. */
  readonly given: string;
  readonly quiet?: boolean;
  /** Stands at the end while nothing is written. */
  readonly hint?: ReactNode;
}

/**
 * A search field, named `q`: typing suggests performers and tags to go to directly. Without scripts it is a field of
 * its form.
 */
export function SearchField({ input, given, quiet = false, hint }: SearchFieldProps) {
  const { t } = useLingui();
  const [term, setTerm] = useState(given);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState<string>();
  const list = useId();
  const close = () => {
    setOpen(false);
    setActive(undefined);
  };
  const isShown = isOpen && term.trim() !== '';
  return (
    <span
      className="relative block flex-1"
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || close()}
    >
      <Input
        ref={input}
        quiet={quiet}
        name="q"
        type="search"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a field with a list of links is no select
        role="combobox"
        aria-expanded={isShown}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={isShown ? active : undefined}
        label={t`Search`}
        placeholder={t`Performers, tags, languages`}
        value={term}
        maxLength={64}
        autoComplete="off"
        prefix={<Icon name="magnifying-glass" size={16} />}
        suffix={
          term === '' ? (
            hint
          ) : (
            <IconButton
              icon="x"
              small
              label={t`Clear`}
              onClick={() => {
                setTerm('');
                input.current?.focus();
              }}
            />
          )
        }
        onChange={(event) => {
          setTerm(event.target.value);
          setOpen(true);
        }}
      />
      {isShown && (
        <Suspense fallback={null}>
          <Suggestions id={list} term={term.trim()} input={input} onActive={setActive} onClose={close} />
        </Suspense>
      )}
    </span>
  );
}
