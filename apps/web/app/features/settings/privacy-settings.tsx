import type { Settings } from '@klieg/contract';
import { Field, OptionRow } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { PeopleLists } from './people-lists.tsx';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import { useSave } from '../../shared/settings/use-save.ts';

interface Choice<T> {
  readonly value: T;
  readonly text: ReactNode;
  readonly note?: ReactNode;
}

function Choices<T extends string | number>(props: {
  readonly name: string;
  readonly label: ReactNode;
  readonly value: T;
  readonly options: readonly Choice<T>[];
  readonly onPick: (value: T) => void;
}) {
  const { name, label, value, options, onPick } = props;
  return (
    <Field group label={label}>
      <div className="grid gap-1">
        {options.map((option) => (
          <OptionRow
            key={option.value}
            name={name}
            checked={option.value === value}
            note={option.note}
            onChange={() => onPick(option.value)}
          >
            {option.text}
          </OptionRow>
        ))}
      </div>
    </Field>
  );
}

const WRITERS: readonly Choice<Settings['pm_allow']>[] = [
  { value: 'all', text: <Trans>Everyone</Trans> },
  { value: 'tokens', text: <Trans>People with tokens</Trans> },
  { value: 'fans', text: <Trans>Fan club members</Trans> },
  { value: 'friends', text: <Trans>Friends only</Trans> },
  { value: 'none', text: <Trans>Nobody</Trans> },
];

const LEVELS: readonly Choice<number>[] = [
  { value: 0, text: <Trans>Visible</Trans> },
  {
    value: 1,
    text: <Trans>Not in lists</Trans>,
    note: (
      <Trans>
        Friends see you as offline and no list shows you; rooms still say when you come and go. Needs VIP.
      </Trans>
    ),
  },
  {
    value: 2,
    text: <Trans>Unseen</Trans>,
    note: <Trans>Nobody is told when you come or go either. Needs Super VIP.</Trans>,
  },
];

/** Who may write, own visibility, and people to avoid. */
export function PrivacySettings({ settings }: { readonly settings: Settings }) {
  const writers = useSave();
  const sight = useSave();
  return (
    <>
      <SettingsSection
        title={<Trans>Private messages</Trans>}
        note={<Trans>Friends can always write.</Trans>}
        state={writers.state}
      >
        <Choices
          name="pm_allow"
          label={<Trans>Who may write</Trans>}
          value={settings.pm_allow}
          options={WRITERS}
          onPick={(pm_allow) => void writers.save({ pm_allow })}
        />
      </SettingsSection>
      <SettingsSection
        title={<Trans>Invisible mode</Trans>}
        note={
          <Trans>
            Tips, menu purchases and chat lines always show your name. The performer and staff always see you.
          </Trans>
        }
        state={sight.state}
      >
        <Choices
          name="invisible_mode_level"
          label={<Trans>In rooms you are</Trans>}
          value={settings.invisible_mode_level}
          options={LEVELS}
          onPick={(invisible_mode_level) => void sight.save({ invisible_mode_level })}
        />
      </SettingsSection>
      <PeopleLists />
    </>
  );
}
