import { useLingui } from '@lingui/react/macro';

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;

/** What a mail address field refuses, with the messages. */
export function useMailRules() {
  const { t } = useLingui();
  return (isRequired: boolean) => ({
    maxLength: { value: 254, message: t`This address is too long.` },
    validate: (value: string) => {
      if (value === '') return !isRequired || t`Type your email address.`;
      return ADDRESS.test(value) || t`This does not look like an email address.`;
    },
  });
}
