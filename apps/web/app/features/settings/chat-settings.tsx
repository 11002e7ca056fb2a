import type { Settings } from '@klieg/contract';
import { cssValue, Segments, Switch } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { BrowseSettings } from './browse-settings.tsx';
import { LineStyleFields } from '../../shared/line-style/line-style-fields.tsx';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import { useSave } from '../../shared/settings/use-save.ts';

function LineLook({ settings }: { readonly settings: Settings }) {
  const { state, save } = useSave();
  const [color, setColor] = useState<string>();
  return (
    <SettingsSection
      title={<Trans>Your chat style</Trans>}
      note={<Trans>As everyone in a room sees it.</Trans>}
      state={state}
    >
      <LineStyleFields
        style={{ ...settings, text_color: color ?? settings.text_color }}
        // A colour is saved when its picker is left, anything else at once.
        onChange={({ text_color: picked, ...change }) =>
          picked === undefined ? void save(change) : setColor(picked)
        }
        onColorLeft={() => {
          if (color !== undefined && color !== settings.text_color) void save({ text_color: color });
          setColor(undefined);
        }}
      />
    </SettingsSection>
  );
}

function RoomLook({ settings }: { readonly settings: Settings }) {
  const { t } = useLingui();
  const { state, save } = useSave();
  const [volume, setVolume] = useState<number>();
  const volumeId = useId();
  const shown = volume ?? settings.volume_tip;
  const keep = () => {
    if (volume !== undefined && volume !== settings.volume_tip) void save({ volume_tip: volume });
    setVolume(undefined);
  };
  return (
    <SettingsSection title={<Trans>In the room</Trans>} state={state}>
      <div className="field justify-items-start">
        <span className="field-label" aria-hidden>
          <Trans>People in the list</Trans>
        </span>
        <Segments<Settings['chat_user_sort']>
          full
          label={t`People in the list`}
          value={settings.chat_user_sort}
          onChange={(chat_user_sort) => void save({ chat_user_sort })}
          options={[
            { value: 'tokens', text: <Trans>By tokens</Trans> },
            { value: 'username', text: <Trans>By name</Trans> },
          ]}
        />
      </div>
      <Switch
        checked={settings.chat_emoticons === 'YES'}
        onChange={(event) => void save({ chat_emoticons: event.target.checked ? 'YES' : 'NO' })}
      >
        <Trans>Emoticons</Trans>
      </Switch>
      <div className="field">
        <label className="field-label" htmlFor={volumeId}>
          <Trans>Tip sounds</Trans>
        </label>
        <span className="flex items-center gap-3">
          <input
            id={volumeId}
            type="range"
            className="slider"
            min={0}
            max={100}
            step={5}
            value={shown}
            style={cssValue(`${shown}%`)}
            onChange={(event) => setVolume(Number(event.target.value))}
            onPointerUp={keep}
            onKeyUp={keep}
            onBlur={keep}
          />
          <span className="figure settings-volume">{shown}%</span>
        </span>
      </div>
    </SettingsSection>
  );
}

const LIGHTS = { dark: true, light: false, system: null } as const;
type Lights = keyof typeof LIGHTS;

function SiteLook({ settings }: { readonly settings: Settings }) {
  const { t } = useLingui();
  const { state, save } = useSave();
  const isDark = settings.dark_mode_enabled;
  return (
    <SettingsSection title={<Trans>Theme</Trans>} note={<Trans>For the whole site.</Trans>} state={state}>
      <Segments<Lights>
        full
        label={t`Theme`}
        value={isDark === null ? 'system' : isDark ? 'dark' : 'light'}
        onChange={(lights) => void save({ dark_mode_enabled: LIGHTS[lights] })}
        options={[
          { value: 'dark', text: <Trans>Dark</Trans> },
          { value: 'light', text: <Trans>Light</Trans> },
          { value: 'system', text: <Trans>Same as device</Trans> },
        ]}
      />
    </SettingsSection>
  );
}

/** How lines look and what a room shows and plays. */
export function ChatSettings({ settings }: { readonly settings: Settings }) {
  return (
    <>
      <LineLook settings={settings} />
      <RoomLook settings={settings} />
      <BrowseSettings settings={settings} />
      <SiteLook settings={settings} />
    </>
  );
}
