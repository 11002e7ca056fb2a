import { IconButton, Input, showToast } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { type FormEvent, useContext, useId, useState } from 'react';
import { CompletionList } from '#app/shared/completion/completion-list.tsx';
import { useCompletedField } from '#app/shared/completion/use-completed-field.ts';
import { useCompletion } from '#app/shared/completion/use-completion.ts';
import { EmoticonButton } from '#app/shared/emoticons/emoticon-button.tsx';
import { EmoticonOffers } from '#app/shared/emoticons/emoticon-offers.tsx';
import { codeRules, insertCode } from '#app/shared/emoticons/emoticon-rules.ts';
import { EmoticonsContext } from '#app/shared/emoticons/emoticon-text.ts';
import { openModal } from '#app/shared/modal/modal-store.ts';
import { useSubmitType } from '#app/shared/use-submit-type.ts';
import { type CommandRights, isTipSplit, offerCommands } from './command-rules.ts';
import { completeMention, draftAt, offerNames } from './mention-rules.ts';

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

/** The line to the room; @ offers names, : emoticons; the text stays when it could not be sent. */
export function ChatComposer({ blocked, onGuest, onSend, names, own, rights }: ChatComposerProps) {
  const { t } = useLingui();
  const submitType = useSubmitType();
  const listId = useId();
  const emoticons = useContext(EmoticonsContext);
  const [text, setText] = useState('');
  const { field, put } = useCompletedField(text, LINE_MAX, setText);
  const mentions = useCompletion(
    { draftAt, offer: (draft) => offerNames(names, draft, own), complete: completeMention },
    text,
    put,
  );
  const codes = useCompletion(codeRules(emoticons), text, put);
  const look = (value: string, at: number) => {
    mentions.look(value, at);
    codes.look(value, at);
  };
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
  const offering = [mentions, codes].find(({ offered }) => offered.length > 0);
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
      {offering === mentions && (
        <CompletionList
          id={listId}
          label={t`People to speak to`}
          completion={mentions}
          show={(name) => `@${name}`}
        />
      )}
      {offering === codes && <EmoticonOffers id={listId} completion={codes} />}
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
        {...(offering && {
          'aria-controls': listId,
          'aria-activedescendant': `${listId}-${offering.active}`,
        })}
        onChange={(event) => {
          setText(event.target.value);
          look(event.target.value, event.target.selectionStart ?? event.target.value.length);
        }}
        onKeyDown={(event) => offering?.onKey(event)}
        onBlur={() => look('', 0)}
        {...(onGuest && { onFocus: onGuest, readOnly: true })}
      />
      {!onGuest && !blocked && (
        <>
          <EmoticonButton
            field={field}
            onPick={(code) => put(insertCode(text, field.current?.selectionStart ?? text.length, code))}
          />
          <IconButton
            icon="text-aa"
            label={t`How your lines look`}
            onClick={() => openModal('chat-style', {})}
          />
        </>
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
