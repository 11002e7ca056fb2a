import type { AnnouncementAudience, DeskAnnouncement } from '@klieg/contract';
import { Button, Dialog, Field, Input, Notice, Segments, TextArea } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { useDeskSave } from '../back-office/index.ts';
import { deskApi } from '../money-desk/index.ts';
import { AUDIENCES } from './audiences.ts';

const LENGTH_MIN = 3;
const isLong = (text: string): boolean => text.trim().length >= LENGTH_MIN;

export interface AnnouncementDialogProps {
  /** Undefined: a new one. */
  readonly post: DeskAnnouncement | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** What members are told, and which of them. */
export function AnnouncementDialog({ post, onSaved, onClose }: AnnouncementDialogProps) {
  const { t } = useLingui();
  const [title, setTitle] = useState(post?.title ?? '');
  const [body, setBody] = useState(post?.body ?? '');
  const [audience, setAudience] = useState<AnnouncementAudience>(post?.audience ?? 'all');
  const [isAttempted, setAttempted] = useState(false);
  const { isBusy, failure, locked, save } = useDeskSave(async () => {
    const told = { title: title.trim(), body: body.trim(), audience };
    await deskApi.saveDeskAnnouncement({ body: { ...(post && { id: post.id }), ...told } });
    onSaved();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAttempted(true);
    if (isLong(title) && isLong(body)) void save();
  };
  const tooShort = (text: string) =>
    isAttempted && !isLong(text) ? <Trans>At least 3 characters.</Trans> : undefined;
  if (locked) return locked;
  return (
    <Dialog
      title={post ? <Trans>Change the announcement</Trans> : <Trans>New announcement</Trans>}
      onClose={onClose}
    >
      <form className="grid gap-4" onSubmit={submit} noValidate>
        <Field label={<Trans>Title</Trans>} error={tooShort(title)}>
          <Input value={title} maxLength={120} onChange={(event) => setTitle(event.target.value)} />
        </Field>
        <Field
          label={<Trans>Text</Trans>}
          hint={
            <Trans>
              An empty line begins a paragraph. **Two stars** make words strong, and [words](/faq) link to a
              page of this site.
            </Trans>
          }
          error={tooShort(body)}
        >
          <TextArea
            rows={7}
            value={body}
            maxLength={4_000}
            onChange={(event) => setBody(event.target.value)}
          />
        </Field>
        <Segments
          full
          label={t`Who is told`}
          value={audience}
          onChange={setAudience}
          options={(['all', 'viewer', 'model'] as const).map((value) => ({
            value,
            text: t(AUDIENCES[value]),
          }))}
        />
        {!post && (
          <p className="small text-ink-2">
            <Trans>They are told once, with their next visit.</Trans>
          </p>
        )}
        {failure !== undefined && <Notice tone="bad" title={failure} />}
        <Button type="submit" kind="key" size="large" busy={isBusy}>
          {post ? <Trans>Save</Trans> : <Trans>Publish</Trans>}
        </Button>
      </form>
    </Dialog>
  );
}
