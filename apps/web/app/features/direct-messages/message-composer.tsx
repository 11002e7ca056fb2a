import { Icon, IconButton, Input } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useContext, useId, useRef, useState } from 'react';
import { useCompletedField } from '../../shared/completion/use-completed-field.ts';
import { useCompletion } from '../../shared/completion/use-completion.ts';
import { EmoticonButton } from '../../shared/emoticons/emoticon-button.tsx';
import { EmoticonOffers } from '../../shared/emoticons/emoticon-offers.tsx';
import { codeRules, insertCode } from '../../shared/emoticons/emoticon-rules.ts';
import { EmoticonsContext } from '../../shared/emoticons/emoticon-text.ts';
import { useBlockedNote } from '../../shared/forms/use-blocked-note.tsx';
import { useSubmitType } from '../../shared/forms/use-submit-type.ts';
import { sendPicture, sendText } from './message-center.ts';
import { keepDraft, readDraft } from './unsent-store.ts';
import { PICTURE_TYPES } from './upload-picture.ts';
import { type PictureDraft, usePictureDraft } from './use-picture-draft.ts';

const TEXT_MAX = 2_000;

function ChosenPicture({ draft, onRemove }: { readonly draft: PictureDraft; readonly onRemove: () => void }) {
  const { t } = useLingui();
  const percent = Math.round(draft.progress * 100);
  return (
    <div className="talk-chosen">
      <img src={draft.preview} alt={t`The chosen picture`} />
      <output className="block min-w-0 grow">
        {draft.error ? (
          <span className="message-failed small">
            {draft.error === 'common.too_large' ? (
              <Trans>This picture is larger than 5 MB.</Trans>
            ) : draft.error === 'common.file_format' ? (
              <Trans>Only PNG, JPG, WEBP or GIF files are supported.</Trans>
            ) : draft.error === 'common.file_not_image' ? (
              <Trans>Only image files are supported.</Trans>
            ) : (
              <Trans>The picture could not be sent. Choose it again.</Trans>
            )}
          </span>
        ) : draft.imageId ? (
          <span className="small text-ink-2">
            <Trans>Ready to send</Trans>
          </span>
        ) : (
          <>
            <span className="small text-ink-2">
              <Trans>{percent}% sent</Trans>
            </span>
            <progress className="talk-progress" value={draft.progress} max={1} aria-label={t`Picture`} />
          </>
        )}
      </output>
      <IconButton small icon="x" label={t`Remove the picture`} onClick={onRemove} />
    </div>
  );
}

interface PictureButtonProps {
  readonly isOff: boolean;
  readonly onChoose: (picture: File) => void;
}

function PictureButton({ isOff, onChoose }: PictureButtonProps) {
  const { t } = useLingui();
  const file = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={file}
        type="file"
        accept={PICTURE_TYPES}
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = '';
          if (chosen) onChoose(chosen);
        }}
      />
      <IconButton
        icon="image"
        label={t`Add a picture`}
        disabled={isOff}
        onClick={() => file.current?.click()}
      />
    </>
  );
}

export interface MessageComposerProps {
  readonly own: string;
  readonly username: string;
  readonly displayName: string;
  /** Why nothing can be written; shown in the field, and above it where it holds a text. */
  readonly blocked?: string | undefined;
}

/** The input of one conversation; the draft survives leaving and reloading, until it is sent. */
export function MessageComposer({ own, username, displayName, blocked }: MessageComposerProps) {
  const { t } = useLingui();
  const submitType = useSubmitType();
  const [text, setText] = useState(() => readDraft(own, username));
  const { note, link } = useBlockedNote(blocked, text);
  const picture = usePictureDraft(username);
  const listId = useId();
  const emoticons = useContext(EmoticonsContext);

  const type = (value: string) => {
    setText(value);
    keepDraft(own, username, value);
  };
  const { field, put } = useCompletedField(text, TEXT_MAX, type);
  const codes = useCompletion(codeRules(emoticons), text, put);
  const isOffering = codes.offered.length > 0;
  const isWaiting = picture.draft !== undefined && !picture.draft.imageId;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const words = text.trim();
    if (blocked || isWaiting || (!words && !picture.draft)) return;
    if (picture.draft?.imageId) {
      sendPicture(username, words, picture.draft.imageId, picture.draft.preview);
      picture.take();
    } else sendText(username, words);
    type('');
  };
  return (
    <form
      method="post"
      className="composer talk-composer"
      onSubmit={submit}
      onPaste={(event) => {
        const [pasted] = event.clipboardData.files;
        if (pasted && !blocked) picture.choose(pasted);
      }}
    >
      {picture.draft && <ChosenPicture draft={picture.draft} onRemove={picture.remove} />}
      {note}
      <div className="relative flex items-center gap-1">
        {isOffering && <EmoticonOffers id={listId} completion={codes} />}
        <PictureButton isOff={Boolean(blocked)} onChoose={picture.choose} />
        <Input
          ref={field}
          label={t`Message to ${displayName}`}
          placeholder={blocked ?? t`Message to ${displayName}, free`}
          value={text}
          maxLength={TEXT_MAX}
          disabled={Boolean(blocked)}
          autoComplete="off"
          enterKeyHint="send"
          className="grow"
          aria-autocomplete="list"
          {...link}
          {...(isOffering && {
            'aria-controls': listId,
            'aria-activedescendant': `${listId}-${codes.active}`,
          })}
          onChange={(event) => {
            type(event.target.value);
            codes.look(event.target.value, event.target.selectionStart ?? event.target.value.length);
          }}
          onKeyDown={(event) => isOffering && codes.onKey(event)}
          onBlur={() => codes.look('', 0)}
        />
        {!blocked && (
          <EmoticonButton
            field={field}
            onPick={(code) => put(insertCode(text, field.current?.selectionStart ?? text.length, code))}
          />
        )}
        <button
          type={submitType}
          className="icon-button"
          aria-label={t`Send`}
          title={t`Send`}
          disabled={Boolean(blocked) || isWaiting}
        >
          <Icon name="paper-plane-right-fill" size={18} />
        </button>
      </div>
    </form>
  );
}
