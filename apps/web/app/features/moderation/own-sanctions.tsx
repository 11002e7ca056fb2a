import { APPEAL_CHARS } from '@klieg/contract/features/moderation/limits';
import type { OwnSanction } from '@klieg/contract';
import { formatDayTime } from '@klieg/i18n';
import { Button, ErrorBox, FactList, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { SayForm } from '../../shared/forms/say-form.tsx';
import { useLoaded } from '../../shared/use-loaded.ts';
import { SUSPENSION_WORDS, wordsOfSanction } from './sanction-words.ts';

interface OneProps {
  readonly one: OwnSanction;
  readonly onChanged: () => void;
}

/** State of the appeal, or the way to send one. */
function Appeal({ one, onChanged }: OneProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  if (one.appeal?.state === 'open')
    return (
      <Notice tone="info" title={<Trans>Your appeal is being reviewed</Trans>}>
        <Trans>Someone who did not make the decision reviews it within seven business days.</Trans>
      </Notice>
    );
  if (one.appeal)
    return (
      <Notice tone="info" title={<Trans>Your appeal was reviewed, and the decision stands</Trans>}>
        {one.appeal.statement}
      </Notice>
    );
  if (!one.can_appeal) return null;
  if (!isOpen)
    return (
      <Button kind="line" onClick={() => setOpen(true)}>
        <Trans>Appeal</Trans>
      </Button>
    );
  return (
    <SayForm
      label={<Trans>Why the decision is wrong</Trans>}
      hint={<Trans>Once only. Someone who did not make the decision reads it.</Trans>}
      action={<Trans>Send the appeal</Trans>}
      lengths={APPEAL_CHARS}
      tooShort={t`Explain in a few sentences why the decision is wrong.`}
      send={async (text) => {
        await lateApi.sendAppeal({ body: { about: 'ban', ref_id: one.id, text } });
        onChanged();
      }}
    />
  );
}

function One({ one, onChanged }: OneProps) {
  const { t, i18n } = useLingui();
  const reason = SUSPENSION_WORDS[one.reason_code];
  return (
    <li className="own-complaint">
      <h3>{t(wordsOfSanction({ ...one, room: null }))}</h3>
      <FactList
        facts={[
          { label: <Trans>Since</Trans>, value: formatDayTime(one.at, i18n.locale) },
          {
            label: <Trans>Until</Trans>,
            value: one.until ? formatDayTime(one.until, i18n.locale) : <Trans>our team lifts it</Trans>,
          },
          ...(reason ? [{ label: <Trans>About</Trans>, value: t(reason) }] : []),
          ...(one.statement === '' ? [] : [{ label: <Trans>Reason</Trans>, value: one.statement }]),
        ]}
      />
      <Appeal key={one.appeal?.state} one={one} onChanged={onChanged} />
    </li>
  );
}

/** The reader's current sanctions with reason, end and appeal; nothing if there are none. */
export function OwnSanctions() {
  const { state, reload } = useLoaded('own sanctions', (signal) => lateApi.listOwnSanctions({ signal }));
  if (state.kind === 'failed')
    return (
      <ErrorBox title={<Trans>What our team has decided about you did not load</Trans>} onRetry={reload} />
    );
  if (state.kind === 'loading' || state.value.items.length === 0) return null;
  return (
    <section>
      <h2>
        <Trans>Decided by our team</Trans>
      </h2>
      <ul>
        {state.value.items.map((one) => (
          <One key={one.id} one={one} onChanged={reload} />
        ))}
      </ul>
    </section>
  );
}
