import { IconButton, Input } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { useSubmitType } from '../../shared/use-submit-type.ts';

/** Longest line of the wire; longer text is cut by the field itself. */
const LINE_MAX = 500;

export interface ChatComposerProps {
  /** Why nothing can be written now; shown in the field. */
  readonly blocked?: string;
  /** A guest pressed: ask to join. */
  readonly onGuest?: () => void;
  readonly onSend: (text: string) => void;
}

/** The line to the room; the text stays when it could not be sent. */
export function ChatComposer({ blocked, onGuest, onSend }: ChatComposerProps) {
  const { t } = useLingui();
  const submitType = useSubmitType();
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (onGuest) return onGuest();
    const line = text.trim();
    if (!line || blocked) return;
    onSend(line);
    setText('');
  };
  return (
    <form method="post" className="flex items-center gap-1" onSubmit={submit}>
      <Input
        quiet
        label={t`Message`}
        placeholder={blocked ?? t`Say something to the room`}
        value={text}
        maxLength={LINE_MAX}
        disabled={Boolean(blocked)}
        autoComplete="off"
        enterKeyHint="send"
        onChange={(event) => setText(event.target.value)}
        {...(onGuest && { onFocus: onGuest, readOnly: true })}
      />
      <IconButton
        type={submitType}
        icon="paper-plane-right-fill"
        label={t`Send`}
        disabled={Boolean(blocked)}
      />
    </form>
  );
}
