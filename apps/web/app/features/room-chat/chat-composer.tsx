import { IconButton, Input, showToast } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { openModal } from '../../shared/modal/modal-store.ts';
import { useSubmitType } from '../../shared/use-submit-type.ts';
import { type CommandRights, isTipSplit, offerCommands } from './command-rules.ts';
import { useMentions } from './use-mentions.ts';

/** Longest line of the wire; longer text is cut by the field itself. */
const LINE_MAX = 500;

export interface ChatComposerProps {
  /** Why nothing can be written now; shown in the field. */
  readonly blocked?: string;
  /** A guest pressed: ask to join. */
  readonly onGuest?: () => void;
  readonly onSend: (text: string) => void;
  /** People who can be spoken to by @, and the own name. */
  readonly names: readonly string[];
  readonly own: string | undefined;
  /** Which commands the writer may use. */
  readonly rights: CommandRights;
}

/** The line to the room; an @ offers names, the text stays when it could not be sent. */
export function ChatComposer({ blocked, onGuest, onSend, names, own, rights }: ChatComposerProps) {
  const { t } = useLingui();
  const submitType = useSubmitType();
  const listId = useId();
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);
  const mentions = useMentions({
    names,
    own,
    text,
    onComplete(completed, at) {
      caret.current = at;
      setText(completed);
    },
  });
  // The caret goes behind the name once the text is there.
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  }, [text]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (onGuest) return onGuest();
    const line = text.trim();
    if (!line || blocked) return;
    if (isTipSplit(line)) return void showToast({ content: t`Tip split is not open in this room` });
    onSend(line);
    setText('');
  };
  const commands = offerCommands(text, rights);
  const isOffering = mentions.offered.length > 0;
  return (
    <form method="post" className="relative flex items-center gap-1" onSubmit={submit}>
      {commands.length > 0 && (
        <output className="mention-list small" aria-label={t`Commands`}>
          {commands.map((command) => (
            <span key={command} className="block px-2 py-1">
              {command}
            </span>
          ))}
        </output>
      )}
      {isOffering && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist cannot complete inside a text
        <div className="mention-list" id={listId} role="listbox" aria-label={t`People to speak to`}>
          {mentions.offered.map((name, position) => (
            <div
              key={name}
              id={`${listId}-${position}`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option belongs to a select
              role="option"
              tabIndex={-1}
              aria-selected={position === mentions.active}
              className="menu-item"
              // Before the field loses its caret.
              onPointerDown={(event) => {
                event.preventDefault();
                mentions.pick(name);
              }}
            >
              @{name}
            </div>
          ))}
        </div>
      )}
      <Input
        quiet
        ref={field}
        label={t`Message`}
        placeholder={blocked ?? t`Say something to the room`}
        value={text}
        maxLength={LINE_MAX}
        disabled={Boolean(blocked)}
        autoComplete="off"
        enterKeyHint="send"
        aria-autocomplete="list"
        {...(isOffering && {
          'aria-controls': listId,
          'aria-activedescendant': `${listId}-${mentions.active}`,
        })}
        onChange={(event) => {
          setText(event.target.value);
          mentions.look(event.target.value, event.target.selectionStart ?? event.target.value.length);
        }}
        onKeyDown={mentions.onKey}
        onBlur={() => mentions.look('', 0)}
        {...(onGuest && { onFocus: onGuest, readOnly: true })}
      />
      {!onGuest && !blocked && (
        <IconButton
          icon="text-aa"
          label={t`How your lines look`}
          onClick={() => openModal('chat-style', {})}
        />
      )}
      <IconButton
        type={submitType}
        icon="paper-plane-right-fill"
        label={t`Send`}
        disabled={Boolean(blocked)}
      />
    </form>
  );
}
