import { showToast, Switch } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { api } from '#app/shared/api/client.ts';
import { explainError } from '#app/shared/errors/explain-error.ts';
import type { Studio } from './use-studio.ts';

/** Offers standby in the header, where the model may use it: the room stays open, and nobody sees a picture. */
export function StandbyModule({
  settings,
  setSettings,
  facts,
}: Pick<Studio, 'settings' | 'setSettings' | 'facts'>) {
  const { i18n, t } = useLingui();
  const [isBusy, setBusy] = useState(false);
  if (!settings?.standby_allowed) return null;
  const change = async (standby_enabled: boolean) => {
    setBusy(true);
    try {
      setSettings(await api.saveStreamerSettings({ body: { standby_enabled } }));
    } catch (error) {
      showToast({
        title: t`Standby could not be changed`,
        content: explainError(error, i18n),
        appearance: 'error',
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="module">
      <Switch
        checked={settings.standby_enabled}
        // Somebody on standby needs the way back.
        disabled={isBusy || facts?.status === 'standby'}
        onChange={(event) => void change(event.target.checked)}
      >
        <Trans>Offer standby while on air</Trans>
      </Switch>
      <p className="small text-ink-2">
        <Trans>Your room stays open without video, and viewers can ask for privates.</Trans>
      </p>
    </section>
  );
}
