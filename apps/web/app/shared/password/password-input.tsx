import { IconButton, Input, type InputProps } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';

/** A password with a key that shows it. */
export function PasswordInput(props: Omit<InputProps, 'type' | 'suffix'>) {
  const { t } = useLingui();
  const [isShown, setShown] = useState(false);
  return (
    <Input
      {...props}
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      suffix={
        <IconButton
          small
          icon={isShown ? 'eye-slash' : 'eye'}
          label={isShown ? t`Hide password` : t`Show password`}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}
