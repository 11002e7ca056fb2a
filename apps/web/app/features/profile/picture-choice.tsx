import { CallError } from '@klieg/contract/client';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { explainError } from '../../shared/errors/explain-error.ts';
import { AvatarDialog } from './avatar-dialog.tsx';
import { refusePicture } from './crop-rules.ts';

/**
 * A picture that somebody chooses and cuts before it is sent. One at a time: choices during an upload are ignored.
 * @param upload sends the file; what it throws is told in the dialog
 */
export function usePictureChoice(upload: (form: FormData) => Promise<void>) {
  const { t, i18n } = useLingui();
  const isRunning = useRef(false);
  const [picture, setPicture] = useState<ImageBitmap>();
  const [failure, setFailure] = useState<string>();

  const choose = async (files: readonly File[]) => {
    const [file] = files;
    if (isRunning.current || !file || files.length > 1) return;
    setFailure(undefined);
    const refusal = refusePicture(file);
    if (refusal === 'not_image') return setFailure(t`Only image files are supported.`);
    if (refusal === 'format') return setFailure(t`Only PNG, JPG, WEBP or GIF files are supported.`);
    await createImageBitmap(file).then(setPicture, () => setFailure(t`An error occurred`));
  };
  const send = async (file: File): Promise<string | undefined> => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    try {
      const form = new FormData();
      form.append('file', file);
      await upload(form);
      return undefined;
    } catch (error) {
      const isTold = error instanceof CallError && error.message !== '';
      return isTold ? explainError(error, i18n) : t`An error occurred`;
    } finally {
      isRunning.current = false;
    }
  };
  return { picture, failure, choose, send, close: () => setPicture(undefined) };
}

interface PictureFieldProps {
  readonly choice: ReturnType<typeof usePictureChoice>;
  /** What a button presses to open the choice of files. */
  readonly input: RefObject<HTMLInputElement | null>;
  /** Names the field of the file. */
  readonly label: string;
  /** Of the dialog in which the picture is cut. */
  readonly title: ReactNode;
}

/** The hidden field of the file, and the dialog once there is one. */
export function PictureField({ choice, input, label, title }: PictureFieldProps) {
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept="image/png,image/jpeg,image/webp,image/gif"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Choosing the same file again must also trigger a change.
          event.target.value = '';
          void choice.choose(files);
        }}
      />
      {choice.picture && (
        <AvatarDialog picture={choice.picture} title={title} onSend={choice.send} onClose={choice.close} />
      )}
    </>
  );
}
