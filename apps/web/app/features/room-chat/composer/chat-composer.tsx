import { IconButton, Input } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { type FormEvent, Suspense, useContext, useId, useState } from 'react';
import { useCompletedField } from '#app/shared/completion/use-completed-field.ts';
import { useCompletion } from '#app/shared/completion/use-completion.ts';
import { EmoticonButton } from '#app/shared/emoticons/emoticon-button.tsx';
import { codeRules, insertCode } from '#app/shared/emoticons/emoticon-rules.ts';
import { EmoticonsContext } from '#app/shared/emoticons/emoticon-text.ts';
import { withTexts } from '#app/shared/language/with-texts.ts';
import { lazyPart } from '#app/shared/lazy-part.ts';
import { openModal } from '#app/shared/modal/modal-store.ts';
import { useBlockedNote } from '#app/shared/forms/use-blocked-note.tsx';
import { useSubmitType } from '#app/shared/forms/use-submit-type.ts';
import { type CommandRights, offerCommands, readTipSplit, type SplitWish } from './command-rules.ts';
import { completeMention, draftAt, offerNames } from '../lines/mention-rules.ts';

const ComposerOffers = lazyPart(withTexts(() => import('./composer-offers.tsx')));

/** Longest line of the wire; longer text is cut by the field itself. */
const LINE_MAX = 500;

export interface ChatComposerProps {
  /** Why nothing can be written now; shown in the field, and above it where it holds a text. */
  readonly blocked?: string;
  /** A guest pressed: ask to join. */
  readonly onGuest?: () => void;
  readonly onSend: (text: string) => void;
  /** Splits a tip among several; absent for the performer of the room. */
  readonly onTipSplit?: (wish: SplitWish) => void;
  /** People who can be mentioned with @, and the own name. */
  readonly names: readonly string[];
  readonly own: string | undefined;
  /** Which commands the writer may use. */
  readonly rights: CommandRights;
}

/** Suggestions matching the input: people after an @, emoticons after a colon. */
function useOffers(options: {
  readonly names: readonly string[];
  readonly own: string | undefined;
  readonly text: string;
  readonly put: Parameters<typeof useCompletion>[2];
}) {
  const { names, own, text, put } = options;
  const emoticons = useContext(EmoticonsContext);
  const people = useCompletion(
    { draftAt, offer: (draft) => offerNames(names, draft, own), complete: completeMention },
    text,
    put,
  );
  const codes = useCompletion(codeRules(emoticons), text, put);
  const look = (value: string, at: number) => {
    people.look(value, at);
    codes.look(value, at);
  };
  const offers = [
    { kind: 'people', completion: people },
    { kind: 'emoticons', completion: codes },
  ] as const;
  return { look, offering: offers.find(({ completion }) => completion.offered.length > 0) };
}

function StyleButton() {
  const { t } = useLingui();
  return <IconButton icon="text-aa" label={t`Your chat style`} onClick={() => openModal('chat-style', {})} />;
}

/** The line to the room; @ offers names, : emoticons; the text stays when it could not be sent. */
export function ChatComposer({
  blocked,
  onGuest,
  onSend,
  onTipSplit,
  names,
  own,
  rights,
}: ChatComposerProps) {
  const { t } = useLingui();
  const submitType = useSubmitType();
  const listId = useId();
  const [text, setText] = useState('');
  const { note, link } = useBlockedNote(blocked, text);
  const { field, put } = useCompletedField(text, LINE_MAX, setText);
  const { look, offering } = useOffers({ names, own, text, put });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (onGuest) return onGuest();
    const line = text.trim();
    if (!line || blocked) return;
    const wish = onTipSplit && readTipSplit(line);
    if (wish) onTipSplit(wish);
    else onSend(line);
    setText('');
  };
  const commands = offerCommands(text, rights);
  return (
    <>
      {note}
      <form method="post" className="relative flex items-center gap-1" onSubmit={submit}>
        {(commands.length > 0 || offering) && (
          <Suspense fallback={null}>
            <ComposerOffers id={listId} commands={commands} offering={offering} />
          </Suspense>
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
          {...link}
          {...(offering && {
            'aria-controls': listId,
            'aria-activedescendant': `${listId}-${offering.completion.active}`,
          })}
          onChange={(event) => {
            setText(event.target.value);
            look(event.target.value, event.target.selectionStart ?? event.target.value.length);
          }}
          onKeyDown={(event) => {
            // The keyboard may pass by: only who begins to write is asked to join.
            if (onGuest && event.key.length === 1 && !event.ctrlKey && !event.metaKey) onGuest();
            offering?.completion.onKey(event);
          }}
          onBlur={() => look('', 0)}
          {...(onGuest && { onClick: onGuest, readOnly: true })}
        />
        {!onGuest && !blocked && (
          <>
            <EmoticonButton
              field={field}
              onPick={(code) => put(insertCode(text, field.current?.selectionStart ?? text.length, code))}
            />
            <StyleButton />
          </>
        )}
        <IconButton
          type={submitType}
          icon="paper-plane-right-fill"
          label={t`Send`}
          disabled={Boolean(blocked)}
        />
      </form>
    </>
  );
}
