import { APPEAL_CHARS } from '@klieg/contract/features/moderation/limits';
import { Button, Field, Notice, TextArea } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import type { Answer } from '../../shared/api/answers.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';

/** What somebody says against their suspension, once; afterwards how far it is. */
export function AppealForm({
  facts,
  onSent,
}: {
  readonly facts: Answer<'getSuspension'>;
  readonly onSent: () => void;
}) {
  const { t, i18n } = useLingui();
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  if (facts.appeal_state === 'open')
    return (
      <Notice tone="info" title={<Trans>Your appeal is being reviewed</Trans>}>
        <Trans>Someone who did not make the decision reviews it within seven business days.</Trans>
      </Notice>
    );
  if (facts.appeal_state !== null)
    return (
      <Notice tone="info" title={<Trans>Your appeal was reviewed, and the decision stands</Trans>}>
        <Trans>The answer is in your notifications. Support can tell you more.</Trans>
      </Notice>
    );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim().length < APPEAL_CHARS.min)
      return setFailure(t`Explain in a few sentences why the decision is wrong.`);
    setBusy(true);
    setFailure(undefined);
    try {
      await lateApi.sendAppeal({ body: { about: 'suspension', text: text.trim() } });
      onSent();
    } catch (error) {
      setFailure(explainError(error, i18n));
    }
    setBusy(false);
  };
  return (
    <form className="grid w-full gap-3" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={<Trans>Appeal</Trans>}
        hint={<Trans>Once only. Someone who did not make the decision reads it.</Trans>}
      >
        <TextArea
          rows={4}
          value={text}
          maxLength={APPEAL_CHARS.max}
          onChange={(event) => {
            setText(event.target.value);
            setFailure(undefined);
          }}
        />
      </Field>
      {failure !== undefined && <Notice tone="bad" title={failure} />}
      <Button type="submit" kind="line" size="large" busy={isBusy}>
        <Trans>Send the appeal</Trans>
      </Button>
    </form>
  );
}
