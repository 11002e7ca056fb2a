import { Input } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import type { Ref } from 'react';
import './code-input.css';

export interface CodeInputProps {
  readonly value: string;
  /** Gets only digits, at most six. */
  readonly onChange: (code: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** The six digits of an authenticator app or a text message; phones and password managers may fill them in. */
export function CodeInput({ value, onChange, ref }: CodeInputProps) {
  const { t } = useLingui();
  return (
    <Input
      ref={ref}
      className="code-input figure"
      inputMode="numeric"
      autoComplete="one-time-code"
      // Room for a code that is pasted with a space in it.
      maxLength={7}
      placeholder={t`000000`}
      value={value}
      onChange={(event) => onChange(event.target.value.replaceAll(/\D/gu, '').slice(0, 6))}
    />
  );
}
