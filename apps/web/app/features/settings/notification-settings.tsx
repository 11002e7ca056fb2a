import type { Settings } from '@klieg/contract';
import { Checkbox, Field, Switch } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { PushSettings } from '../push/index.ts';
import { useSiteConfig } from '../../shared/site.ts';
import { featuredWays, withWay } from './featured-ways.ts';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import { useSave } from '../../shared/settings/use-save.ts';

const WAYS = [
  { way: 'email', text: <Trans>Email</Trans> },
  { way: 'sms', text: <Trans>Text message</Trans> },
  { way: 'web', text: <Trans>In the browser</Trans> },
] as const;

/** Sounds, and notices sent elsewhere. */
export function NotificationSettings({ settings }: { readonly settings: Settings }) {
  const sound = useSave();
  const shows = useSave();
  const hasPush = useSiteConfig()?.switches.push ?? false;
  const hasTexts = useSiteConfig()?.switches.sms ?? false;
  const ways = featuredWays(settings.featured_show_notification);
  return (
    <>
      <SettingsSection title={<Trans>Sounds</Trans>} state={sound.state}>
        <Switch
          checked={settings.pm_audio_notification}
          onChange={(event) => void sound.save({ pm_audio_notification: event.target.checked })}
        >
          <Trans>Sound for private messages</Trans>
        </Switch>
      </SettingsSection>
      {hasPush && (
        <section className="module">
          <h2>
            <Trans>Push notifications</Trans>
          </h2>
          <Suspense fallback={<output className="skeleton block h-20" aria-busy="true" />}>
            <PushSettings />
          </Suspense>
        </section>
      )}
      <SettingsSection title={<Trans>Featured shows</Trans>} state={shows.state}>
        <Field group label={<Trans>Notify me about featured shows by</Trans>}>
          {WAYS.filter(({ way }) => hasTexts || way !== 'sms').map(({ way, text }) => (
            <Checkbox
              key={way}
              checked={ways.has(way)}
              onChange={(event) =>
                void shows.save({ featured_show_notification: withWay(ways, way, event.target.checked) })
              }
            >
              {text}
            </Checkbox>
          ))}
        </Field>
        {hasTexts && ways.has('sms') && (
          <p className="small text-ink-2">
            <Trans>
              Texts come to your phone number once it is confirmed.{' '}
              <Link className="text-link" to="/account/settings/security">
                Confirm it under Security
              </Link>
            </Trans>
          </p>
        )}
        <Link className="text-link justify-self-start" to="/account/settings/email">
          <Trans>Choose your emails by kind</Trans>
        </Link>
      </SettingsSection>
    </>
  );
}
