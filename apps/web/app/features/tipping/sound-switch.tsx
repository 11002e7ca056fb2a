import { IconButton } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { areSoundsOn, setSoundsOn } from './play-sound.ts';

/** Switches the sounds of tips on or off in this browser. */
export function SoundSwitch() {
  const { t } = useLingui();
  const [isOn, setOn] = useState(true);
  useEffect(() => setOn(areSoundsOn()), []);
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
