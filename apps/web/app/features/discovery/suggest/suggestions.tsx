import { Avatar, Icon, joinClasses } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { roomLook } from '#app/shared/room/room-look.ts';
import { tagWords } from '#app/shared/tag-words.ts';
import { markTerm } from './mark-term.ts';
import { useSuggestions } from './use-suggestions.ts';
import './suggest.css';

interface Option {
  readonly id: string;
  readonly to: string;
}

export interface SuggestionsProps {
  /** Of the list, for the field's reference to it. */
  readonly id: string;
  readonly term: string;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onActive: (id: string | undefined) => void;
  readonly onClose: () => void;
}

/** The typed letters, underlined where they occur in a name. */
function Marked({ text, term }: { readonly text: string; readonly term: string }): ReactNode {
  return markTerm(text, term).map(({ part, isMatch }, at) => (isMatch ? <u key={at}>{part}</u> : part));
}

/** Goes through the options by the arrow keys of the field; Enter goes where the chosen one leads. */
function useOptionKeys(options: readonly Option[], { input, onActive, onClose }: SuggestionsProps) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<{ readonly at: number; readonly of: string }>();
  // For changed options nothing is selected yet.
  const known = options.map(({ id }) => id).join(' ');
  const at = chosen?.of === known ? chosen.at : undefined;
  const active = at === undefined ? undefined : options[at];
  useEffect(() => onActive(active?.id), [active?.id, onActive]);
  // As soon as other options are drawn: a key that is pressed at that moment means one of these.
  useLayoutEffect(() => {
    const field = input.current;
    const onKey = (event: KeyboardEvent) => {
      const { length } = options;
      if (event.key === 'Escape') onClose();
      else if (event.key === 'Enter' && active) {
        onClose();
        void navigate(active.to);
      } else if (event.key === 'ArrowDown')
        setChosen({ of: known, at: at === undefined ? 0 : (at + 1) % length });
      else if (event.key === 'ArrowUp') setChosen({ of: known, at: ((at ?? length) - 1 + length) % length });
      else return;
      event.preventDefault();
    };
    field?.addEventListener('keydown', onKey);
    return () => field?.removeEventListener('keydown', onKey);
  }, [active, at, input, known, navigate, onClose, options]);
  return active?.id;
}

/** Performers and tags that may be meant, below the field. */
export default function Suggestions(props: SuggestionsProps) {
  const { id, term, onClose } = props;
  const { t } = useLingui();
  const { models, tags } = useSuggestions(term);
  const everything = `/search?q=${encodeURIComponent(term)}`;
  const options: readonly Option[] = [
    ...models.map(({ username }) => ({ id: `${id}-${username}`, to: `/${username}` })),
    ...tags.map((tag) => ({ id: `${id}-tag-${tag}`, to: `/search?q=${encodeURIComponent(tag)}` })),
    { id: `${id}-all`, to: everything },
  ];
  const active = useOptionKeys(options, props);
  const optionOf = (option: Option, className: string, children: ReactNode) => (
    <Link
      key={option.id}
      id={option.id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option cannot be a link with a picture
      role="option"
      aria-selected={option.id === active}
      tabIndex={-1}
      className={joinClasses('menu-item', className)}
      {...(option.id === active && { 'data-highlighted': true })}
      to={option.to}
      onClick={onClose}
    >
      {children}
    </Link>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a list of links below a field is no select
    <div className="menu suggestions" id={id} role="listbox" aria-label={t`Suggestions`}>
      {models.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is not part of a list box
        <div role="group" aria-label={t`Performers`}>
          <div className="label suggest-head" aria-hidden="true">
            <Trans>Performers</Trans>
          </div>
          {models.map((model, at) =>
            optionOf(
              options[at]!,
              'suggest-person',
              <>
                <Avatar src={model.avatarUrl} name={model.displayName} />
                <span className="strong truncate">
                  <Marked text={model.displayName} term={term} />
                </span>
                <span className="grow" />
                <State look={roomLook(model.status, null)} />
              </>,
            ),
          )}
        </div>
      )}
      {tags.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is not part of a list box
        <div role="group" aria-label={t`Topics`}>
          <div className="label suggest-head" aria-hidden="true">
            <Trans>Topics</Trans>
          </div>
          {tags.map((tag, at) =>
            optionOf(
              options[models.length + at]!,
              '',
              <>
                <span className="suggest-sign" aria-hidden="true">
                  #
                </span>
                <span className="truncate">
                  <Marked text={tagWords(tag)} term={term} />
                </span>
              </>,
            ),
          )}
        </div>
      )}
      {optionOf(
        options.at(-1)!,
        'suggest-all',
        <>
          <Icon name="magnifying-glass" size={16} />
          <span className="truncate">
            <Trans>Everything with “{term}”</Trans>
          </span>
          <span className="grow" />
          <span className="key-hint">Enter</span>
        </>,
      )}
    </div>
  );
}

function State({ look }: { readonly look: ReturnType<typeof roomLook> }) {
  if (look === 'offline')
    return (
      <span className="small text-ink-3">
        <Trans>Offline</Trans>
      </span>
    );
  const lamp = look === 'private' ? 'lamp-private' : look === 'standby' && 'lamp-standby';
  return (
    <span className="small inline-flex items-center gap-1 text-ink-2">
      <span className={joinClasses('lamp', lamp)} />
      {look === 'private' ? (
        <Trans>In private</Trans>
      ) : look === 'standby' ? (
        <Trans>Standby</Trans>
      ) : look === 'ticket' ? (
        <Trans>Ticket show</Trans>
      ) : (
        <Trans>Live</Trans>
      )}
    </span>
  );
}
