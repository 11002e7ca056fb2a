import { formatCount } from '@klieg/i18n';
import { Bar, Button, Icon, showToast } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type DragEvent, useRef, useState } from 'react';
import { percentOf, type Upload, type UploadFault } from './upload-state.ts';
import type { UploadsControl } from './use-uploads.ts';

const MEGABYTE = 2 ** 20;
/** What the server takes; a video by the ending of its name: .mp4, .m4v or .mov. */
const ACCEPTED = 'image/jpeg,image/png,image/webp,image/gif,video/mp4,video/x-m4v,video/quicktime';

function FaultWords({ fault }: { readonly fault: UploadFault | undefined }) {
  switch (fault) {
    case undefined:
      return <Trans>Paused</Trans>;
    case 'line':
      return <Trans>The connection was lost. What was already sent is kept.</Trans>;
    case 'gone':
      return <Trans>It took too long and was canceled. Choose the file again.</Trans>;
    case 'full':
      return <Trans>Your storage is full.</Trans>;
    case 'refused':
      return <Trans>This file cannot be used.</Trans>;
    case 'unreadable':
      return <Trans>Your browser could not read the file.</Trans>;
  }
}

function StateWords({ upload }: { readonly upload: Upload }) {
  const { i18n } = useLingui();
  const { state, sizeBytes } = upload;
  const megabytes = (bytes: number) => formatCount(Math.max(1, Math.round(bytes / MEGABYTE)), i18n.locale);
  switch (state.kind) {
    case 'reading':
      return <Trans>Reading</Trans>;
    case 'sending':
      return (
        <Trans>
          {megabytes(state.sentBytes)} of {megabytes(sizeBytes)} MB
        </Trans>
      );
    case 'paused':
      return <FaultWords fault={state.fault} />;
    case 'encoding':
      return <Trans>Processing</Trans>;
    case 'ready':
      return <Trans>Ready</Trans>;
    case 'failed':
      return (
        <>
          <FaultWords fault={state.fault} /> {state.text}
        </>
      );
    case 'canceled':
      return <Trans>Canceled</Trans>;
  }
}

function UploadRow({ upload, control }: { readonly upload: Upload; readonly control: UploadsControl }) {
  const { t } = useLingui();
  const { key, name, state } = upload;
  const isOnTheWay = state.kind === 'reading' || state.kind === 'sending' || state.kind === 'paused';
  return (
    <li className="media-upload">
      <Icon name={upload.typeId === 1 ? 'image' : 'film-strip'} />
      <div className="media-upload-words">
        <b className="block truncate">{name}</b>
        {isOnTheWay && <Bar percent={percentOf(upload)} label={t`Progress of ${name}`} />}
        <output className="small text-ink-2">
          <StateWords upload={upload} />
        </output>
      </div>
      {state.kind === 'paused' ? (
        <Button size="small" onClick={() => control.resume(key)} aria-label={t`Continue ${name}`}>
          <Trans>Continue</Trans>
        </Button>
      ) : (
        isOnTheWay && (
          <Button size="small" kind="line" onClick={() => control.pause(key)} aria-label={t`Pause ${name}`}>
            <Trans>Pause</Trans>
          </Button>
        )
      )}
      {isOnTheWay && (
        <Button size="small" kind="line" onClick={() => control.cancel(key)} aria-label={t`Cancel ${name}`}>
          <Trans>Cancel</Trans>
        </Button>
      )}
      {(state.kind === 'ready' || state.kind === 'failed') && (
        <Button
          size="small"
          kind="text"
          onClick={() => control.dismiss(key)}
          aria-label={t`Remove ${name} from the list`}
        >
          <Trans>Done</Trans>
        </Button>
      )}
    </li>
  );
}

/** Files to sell: chosen or dropped here, and sent in parts, so that a lost line costs one part at most. */
export function UploadBox({ control }: { readonly control: UploadsControl }) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const add = (list: FileList | null) => {
    const unknown = control.add([...(list ?? [])]);
    if (unknown > 0) showToast({ content: t`Only pictures and videos can be sold.`, appearance: 'error' });
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add(event.dataTransfer.files);
  };
  return (
    <section className="module" aria-label={t`Upload`}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the button in it does the same by a press */}
      <div
        className="media-drop"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <input
          ref={input}
          type="file"
          multiple
          accept={ACCEPTED}
          className="visually-hidden"
          tabIndex={-1}
          aria-label={t`Files to upload`}
          onChange={({ currentTarget }) => {
            add(currentTarget.files);
            // The same file may be chosen again.
            currentTarget.value = '';
          }}
        />
        <Button kind="key" icon="plus" onClick={() => input.current?.click()}>
          <Trans>Choose files</Trans>
        </Button>
        <p className="small text-ink-2">
          <Trans>
            JPEG, PNG, WebP or GIF pictures up to 25 MB, and MP4 videos with H.264 and AAC up to 4 GB. You can
            also drop them here.
          </Trans>
        </p>
      </div>
      {control.uploads.length > 0 && (
        <>
          <p className="small text-ink-2">
            <Plural value={control.uploads.length} one="# file" other="# files" />
            {'. '}
            <Trans>
              Stay on this page until they are sent. A stopped upload continues when you choose the file
              again.
            </Trans>
          </p>
          <ul>
            {control.uploads.map((upload) => (
              <UploadRow key={upload.key} upload={upload} control={control} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
