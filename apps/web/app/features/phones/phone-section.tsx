import { ErrorBox, Tag } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import { useSave } from '../../shared/settings/use-save.ts';
import { useLoaded } from '../../shared/use-loaded.ts';
import { ConfirmNumber } from './confirm-number.tsx';
import { NumberForm } from './number-form.tsx';

/** The phone number of the account: whether it is confirmed, and how it becomes another. */
export function PhoneSection() {
  const save = useSave();
  const { state, reload, show } = useLoaded('phone', (signal) => lateApi.getPhone({ signal }));
  const [isJustConfirmed, setJustConfirmed] = useState(false);
  const [saves, setSaves] = useState(0);
  const phone = state.kind === 'ready' ? state.value : undefined;
  const number = phone?.user_phone_number ?? null;
  const onSaved = () => {
    setJustConfirmed(false);
    setSaves((count) => count + 1);
    reload();
  };
  return (
    <SettingsSection
      title={<Trans>Phone</Trans>}
      note={<Trans>Only you see its last digits. Text messages only go to a confirmed number.</Trans>}
      state={save.state}
    >
      {state.kind === 'failed' && (
        <ErrorBox title={<Trans>Your phone number did not load</Trans>} onRetry={reload} />
      )}
      {state.kind === 'loading' && <span className="skeleton h-9" aria-busy="true" />}
      {number !== null && (
        <p className="flex flex-wrap items-center gap-2">
          <b className="figure">{number}</b>
          {phone?.phone_confirmed ? (
            <Tag tone="ok">
              <Trans>Confirmed</Trans>
            </Tag>
          ) : (
            <Tag tone="warn">
              <Trans>Not confirmed</Trans>
            </Tag>
          )}
        </p>
      )}
      {number !== null && phone?.phone_confirmed === false && (
        <ConfirmNumber
          // Another number starts over, even if it ends with the same digits.
          key={saves}
          number={number}
          onConfirmed={() => {
            show({ user_phone_number: number, phone_confirmed: true });
            setJustConfirmed(true);
          }}
        />
      )}
      {/* Exists before it has text, so that screen readers announce it. */}
      <output className="small text-ink-2">
        {isJustConfirmed && phone?.phone_confirmed && <Trans>Your phone number is confirmed.</Trans>}
      </output>
      {phone && <NumberForm hasNumber={number !== null} save={save} onSaved={onSaved} />}
    </SettingsSection>
  );
}
