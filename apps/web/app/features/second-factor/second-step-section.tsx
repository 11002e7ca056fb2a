import { Button, ErrorBox, Icon, Notice, Tag } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Answer } from '../../shared/api/answers.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { useConfirmed } from '../../shared/password/use-confirmed.tsx';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import { useSave } from '../../shared/settings/use-save.ts';
import type { LoadedControl } from '../../shared/use-loaded.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { SetupDialog } from './setup-dialog.tsx';
import { SwitchOffDialog } from './switch-off-dialog.tsx';

/** Warn when this few recovery codes are left. */
const FEW_CODES = 3;

type Opened =
  | { readonly kind: 'setup'; readonly setup: Answer<'setUpTwoFactor'> }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'off' };

export interface FactorSectionProps {
  readonly loaded: LoadedControl<Answer<'getTwoFactor'>>;
  /** Other log-ins have ended. */
  readonly onChanged: () => void;
}

function AppRow({ isOn, onPress }: { readonly isOn: boolean; readonly onPress: () => void }) {
  return (
    <ul className="settings-people">
      <li>
        <Icon name={isOn ? 'shield-check' : 'lock-key'} />
        <span className="min-w-0 grow">
          <b className="block truncate">
            <Trans>Authenticator app</Trans>
          </b>
          <span className="small block text-ink-2">
            <Trans>A code that changes every 30 seconds</Trans>
          </span>
        </span>
        {isOn && (
          <Tag tone="ok">
            <Trans>On</Trans>
          </Tag>
        )}
        <Button kind="line" size="small" onClick={onPress}>
          {isOn ? <Trans>Switch off</Trans> : <Trans>Set up</Trans>}
        </Button>
      </li>
    </ul>
  );
}

function CodesLeft({ left, onRenew }: { readonly left: number; readonly onRenew: () => void }) {
  return (
    <Notice
      tone={left < FEW_CODES ? 'warn' : 'info'}
      title={<Plural value={left} one="# of 10 recovery codes left" other="# of 10 recovery codes left" />}
      action={
        <Button size="small" onClick={onRenew}>
          <Trans>New codes</Trans>
        </Button>
      }
    >
      {left < FEW_CODES ? (
        <Trans>Create new ones while you can still log in.</Trans>
      ) : (
        <Trans>New codes replace the ones you have.</Trans>
      )}
    </Notice>
  );
}

/** The account's second step: its state, set-up and recovery codes. */
export function SecondStepSection({ loaded, onChanged }: FactorSectionProps) {
  const { t } = useLingui();
  const save = useSave();
  const { state, reload } = loaded;
  const [opened, setOpened] = useState<Opened>();
  // Errors are shown beside the section's name.
  const { question, run } = useConfirmed((error) => void save.run(() => Promise.reject(error as Error)));
  const close = () => setOpened(undefined);
  const changed = () => {
    reload();
    onChanged();
  };
  const setUp = () =>
    run(async () =>
      setOpened({ kind: 'setup', setup: await lateApi.setUpTwoFactor({ body: { type: 'totp' } }) }),
    );
  const renew = () =>
    run(async () => {
      const { recovery_codes } = await lateApi.renewRecoveryCodes({ body: {} });
      setOpened({ kind: 'codes', codes: recovery_codes });
      reload();
    });
  return (
    <SettingsSection
      title={t`Two-step login`}
      note={
        <Trans>Asked for at login, after the password. Other devices are logged out when it changes.</Trans>
      }
      state={save.state}
    >
      {state.kind === 'failed' && (
        <ErrorBox title={<Trans>Two-step login did not load</Trans>} onRetry={reload} />
      )}
      {state.kind === 'loading' && <span className="skeleton h-13" aria-busy="true" />}
      {state.kind === 'ready' && (
        <>
          <AppRow
            isOn={state.value.enabled}
            onPress={() => (state.value.enabled ? setOpened({ kind: 'off' }) : void setUp())}
          />
          {state.value.enabled && (
            <CodesLeft left={state.value.recovery_codes_left} onRenew={() => void renew()} />
          )}
        </>
      )}
      {opened?.kind === 'setup' && (
        <SetupDialog
          setup={opened.setup}
          onClose={close}
          onEnabled={(codes) => {
            setOpened({ kind: 'codes', codes });
            changed();
          }}
        />
      )}
      {opened?.kind === 'codes' && <RecoveryCodesDialog codes={opened.codes} onClose={close} />}
      {opened?.kind === 'off' && (
        <SwitchOffDialog
          hasPasskey={state.kind === 'ready' && state.value.passkeys.length > 0}
          confirmed={run}
          onClose={close}
          onDone={() => {
            close();
            changed();
          }}
        />
      )}
      {question}
    </SettingsSection>
  );
}
