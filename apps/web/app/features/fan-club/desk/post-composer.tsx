import type { FanLevel, FanPost } from '@klieg/contract';
import { Button, Field, showToast, TextArea } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { explainError } from '#app/shared/errors/explain-error.ts';
import { useSubmitType } from '#app/shared/forms/use-submit-type.ts';
import { LevelSelect } from './level-select.tsx';

const LENGTH_MAX = 2_000;

/** Writes to members of a level and those above it. */
export function PostComposer({ onPosted }: { readonly onPosted: (post: FanPost) => void }) {
  const { i18n } = useLingui();
  const submitType = useSubmitType();
  const [text, setText] = useState('');
  const [level, setLevel] = useState<FanLevel>('supporter');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '' || isBusy) return;
    setBusy(true);
    try {
      const { post } = await lateApi.postToFans({ body: { text, level } });
      onPosted(post);
      setText('');
    } catch (error) {
      showToast({ content: explainError(error, i18n), appearance: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <form method="post" className="club-form" onSubmit={(event) => void submit(event)}>
      <Field label={<Trans>Write a post</Trans>}>
        <TextArea
          rows={4}
          maxLength={LENGTH_MAX}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Field label={<Trans>Who reads it</Trans>} hint={<Trans>Members of this level and above.</Trans>}>
        <LevelSelect value={level} onPick={(picked) => picked && setLevel(picked)} />
      </Field>
      <div>
        <Button kind="key" type={submitType} busy={isBusy} disabled={text.trim() === ''}>
          <Trans>Post</Trans>
        </Button>
      </div>
    </form>
  );
}
