import type { Settings } from '@klieg/contract';
import { Checkbox, Switch } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import { useSave } from '../../shared/settings/use-save.ts';

/** Lists must have somebody left to show. */
const HIDDEN_MAX = 3;

interface HiddenGendersProps {
  readonly hidden: Settings['browse_gender_hide'];
  readonly onChange: (hidden: Settings['browse_gender_hide']) => void;
}

/** Whom the member's lists leave out. */
function HiddenGenders({ hidden, onChange }: HiddenGendersProps) {
  const { t } = useLingui();
  const genders = [
    ['f', t`Girls`],
    ['m', t`Men`],
    ['t', t`Trans`],
    ['c', t`Couples`],
  ] as const;
  return (
    <fieldset className="grid gap-2">
      <legend className="label mb-2">
        <Trans>Leave out of my lists</Trans>
      </legend>
      {genders.map(([gender, name]) => {
        const isHidden = hidden.includes(gender);
        return (
          <Checkbox
            key={gender}
            checked={isHidden}
            disabled={!isHidden && hidden.length >= HIDDEN_MAX}
            onChange={() => onChange(isHidden ? hidden.filter((one) => one !== gender) : [...hidden, gender])}
          >
            {name}
          </Checkbox>
        );
      })}
      <p className="small text-ink-2">
        <Trans>Their own sections, search and those you follow still show them.</Trans>
      </p>
    </fieldset>
  );
}

/** How somebody goes through rooms. */
export function BrowseSettings({ settings }: { readonly settings: Settings }) {
  const { state, save } = useSave();
  return (
    <SettingsSection title={<Trans>Browsing</Trans>} state={state}>
      <Switch
        checked={settings.swipe_to_browse_enabled}
        onChange={(event) => void save({ swipe_to_browse_enabled: event.target.checked })}
      >
        <Trans>Swipe through rooms on a phone</Trans>
      </Switch>
      <Switch
        checked={settings.video_player_floating_enabled === 'YES'}
        onChange={(event) =>
          void save({ video_player_floating_enabled: event.target.checked ? 'YES' : 'NO' })
        }
      >
        <Trans>Floating player when I scroll</Trans>
      </Switch>
      <HiddenGenders
        hidden={settings.browse_gender_hide}
        onChange={(browse_gender_hide) => void save({ browse_gender_hide })}
      />
    </SettingsSection>
  );
}
