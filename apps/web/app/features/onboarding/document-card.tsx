import { Button, Icon, type IconName, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId, useRef, useState } from 'react';
import { DOCUMENT_BYTES_MAX } from '@klieg/contract/features/onboarding/limits';
import { explainError } from '../../shared/errors/explain-error.ts';
import { lookAtPicture } from './look-at-picture.ts';
import type { QualityFault } from './quality-rules.ts';
import './onboarding.css';

const FAULTS: Readonly<Record<QualityFault, ReactNode>> = {
  small: <Trans>It is small: the number may not be readable. Go closer and take it again.</Trans>,
  dark: <Trans>It is too dark. Take it again in daylight.</Trans>,
  glare: <Trans>There is glare on it. Tilt it away from the lamp and take it again.</Trans>,
  blurred: <Trans>It is blurred. Hold still and take it again.</Trans>,
};
const ACCEPTED = 'image/png,image/jpeg,image/webp';

export interface DocumentCardProps {
  readonly title: string;
  readonly hint: ReactNode;
  readonly icon: IconName;
  readonly isThere: boolean;
  /** In review, or approved: nothing more can be sent. */
  readonly isLocked: boolean;
  /** Which camera of a phone takes it. */
  readonly camera: 'user' | 'environment';
  /** Also a PDF. */
  readonly takesPdf?: boolean;
  /** Rejects with the refusal. */
  readonly onSend: (file: File) => Promise<unknown>;
}

/** Looks at a file and sends it, one after the other. */
function useSending(onSend: DocumentCardProps['onSend']) {
  const { t, i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [fault, setFault] = useState<QualityFault>();
  const take = async (file: File | undefined) => {
    if (!file || isBusy) return;
    setFailure(undefined);
    setFault(undefined);
    if (file.size > DOCUMENT_BYTES_MAX) return setFailure(t`This file is larger than 15 MB.`);
    setBusy(true);
    try {
      setFault(await lookAtPicture(file));
      await onSend(file);
    } catch (error) {
      setFailure(explainError(error, i18n));
    }
    setBusy(false);
  };
  return { isBusy, failure, fault, take };
}

/** One document: whether it was received, and ways to send it. Sent documents are never shown again. */
export function DocumentCard(props: DocumentCardProps) {
  const { title, hint, icon, isThere, isLocked, camera, takesPdf = false } = props;
  const { t } = useLingui();
  const { isBusy, failure, fault, take } = useSending(props.onSend);
  const photo = useRef<HTMLInputElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const titleId = useId();
  const input = (ref: typeof file, label: string, isCamera: boolean) => (
    <input
      ref={ref}
      type="file"
      hidden
      aria-label={label}
      accept={takesPdf && !isCamera ? `${ACCEPTED},application/pdf` : ACCEPTED}
      {...(isCamera && { capture: camera })}
      onChange={(event) => {
        const chosen = event.target.files?.[0];
        // Choosing the same file again must also trigger a change.
        event.target.value = '';
        void take(chosen);
      }}
    />
  );
  return (
    <section className="paper" data-bad={failure !== undefined || undefined} aria-labelledby={titleId}>
      <span className="paper-picture" aria-hidden="true">
        <Icon name={icon} />
      </span>
      <div className="grid min-w-0 grow gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <b id={titleId} className="grow">
            {title}
          </b>
          {isThere ? (
            <Tag tone="ok" icon="check-bold">
              <Trans>Sent</Trans>
            </Tag>
          ) : (
            <Tag>
              <Trans>Not sent</Trans>
            </Tag>
          )}
        </div>
        <span className="small text-ink-2" role={failure === undefined ? undefined : 'alert'}>
          {failure ?? hint}
        </span>
        {fault && failure === undefined && (
          <output className="small paper-fault flex items-start gap-1">
            <Icon name="warning-fill" size={14} /> {FAULTS[fault]}
          </output>
        )}
        {!isLocked && (
          <div className="mt-1 flex flex-wrap gap-2">
            <span className="paper-camera">
              <Button
                size="small"
                icon="video-camera"
                busy={isBusy}
                onClick={() => photo.current?.click()}
                aria-label={t`Take a picture: ${title}`}
              >
                <Trans>Take a picture</Trans>
              </Button>
            </span>
            <Button
              size="small"
              kind="line"
              busy={isBusy}
              onClick={() => file.current?.click()}
              aria-label={t`Choose a file: ${title}`}
            >
              {isThere ? <Trans>Replace</Trans> : <Trans>Choose a file</Trans>}
            </Button>
          </div>
        )}
      </div>
      {input(photo, t`Camera for: ${title}`, true)}
      {input(file, t`File of: ${title}`, false)}
    </section>
  );
}
