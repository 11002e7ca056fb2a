import type { FanLevel } from '@klieg/contract';
import { Button, Field, showToast, TextArea } from '@klieg/ui';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { api } from '#app/shared/api/client.ts';
import { codeOf, explainError } from '#app/shared/errors/explain-error.ts';
import { useSubmitType } from '#app/shared/forms/use-submit-type.ts';
import { LevelSelect } from './level-select.tsx';

const LENGTH_MAX = 1_000;

/** One private message to all members, or to those of one level. */
export function MessageFans() {
  const { t, i18n } = useLingui();
  const submitType = useSubmitType();
  const [text, setText] = useState('');
  const [level, setLevel] = useState<FanLevel>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '' || isBusy) return;
    setBusy(true);
    try {
      const { queued } = await api.broadcastMessage({
        body: { audience: 'fans', text, ...(level && { level }) },
      });
      setText('');
      showToast({
        content: t`${plural(queued, { one: '# member gets your message.', other: '# members get your message.' })}`,
        appearance: 'success',
      });
    } catch (error) {
      const isLimit = codeOf(error) === 'direct_messages.broadcast_limit';
      showToast({
        content: isLimit
          ? t`You have sent two such messages today. Try again tomorrow.`
          : explainError(error, i18n),
        appearance: 'error',
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="club-blocks" aria-label={t`Message to members`}>
      <h2>
        <Trans>Message to members</Trans>
      </h2>
      <form method="post" className="club-form" onSubmit={(event) => void submit(event)}>
        <Field label={<Trans>Your message</Trans>} hint={<Trans>Up to two such messages a day.</Trans>}>
          <TextArea
            rows={3}
            maxLength={LENGTH_MAX}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <Field label={<Trans>Who gets it</Trans>}>
          <LevelSelect value={level} all={t`All members`} onPick={setLevel} />
        </Field>
        <div>
          <Button type={submitType} busy={isBusy} disabled={text.trim() === ''}>
            <Trans>Send</Trans>
          </Button>
        </div>
      </form>
    </section>
  );
}
