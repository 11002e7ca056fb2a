import { IconButton } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useClientValue } from '../../shared/use-client-value.ts';
import { areSoundsOn, setSoundsOn } from './sound-setting.ts';

/** Switches the sounds of tips on or off in this browser. */
export function SoundSwitch() {
  const { t } = useLingui();
  const isStoredOn = useClientValue(areSoundsOn, true);
  const [chosen, setOn] = useState<boolean>();
  const isOn = chosen ?? isStoredOn;
  const toggle = () => {
    setSoundsOn(!isOn);
    setOn(!isOn);
  };
  return (
    <IconButton
      small
      icon={isOn ? 'speaker-high-fill' : 'speaker-slash-fill'}
      label={isOn ? t`Switch tip sounds off` : t`Switch tip sounds on`}
      onClick={toggle}
    />
  );
}
