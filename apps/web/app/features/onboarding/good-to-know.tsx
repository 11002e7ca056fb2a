import { Icon, type IconName } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** Hints for an application, beside each of its steps and beside the form before them. */
export function GoodToKnow() {
  const facts: readonly { readonly icon: IconName; readonly title: ReactNode; readonly text: ReactNode }[] = [
    {
      icon: 'sun',
      title: <Trans>Use daylight</Trans>,
      text: <Trans>Most pictures we send back have glare or blur.</Trans>,
    },
    {
      icon: 'eye-slash',
      title: <Trans>Your legal name stays here</Trans>,
      text: <Trans>Viewers only ever see the name you chose.</Trans>,
    },
    {
      icon: 'lock-key',
      title: <Trans>Who sees this</Trans>,
      text: (
        <Trans>
          Only those who check it. It is stored encrypted, and every viewing is logged with its reason.
        </Trans>
      ),
    },
  ];
  return (
    <aside className="steps-aside">
      <h2 className="label mb-3">
        <Trans>Good to know</Trans>
      </h2>
      <ul className="grid gap-3">
        {facts.map(({ icon, title, text }) => (
          <li key={icon}>
            <Icon name={icon} />
            <span>
              <b className="block">{title}</b>
              <span className="text-ink-2">{text}</span>
            </span>
          </li>
        ))}
      </ul>
    </aside>
  );
}
