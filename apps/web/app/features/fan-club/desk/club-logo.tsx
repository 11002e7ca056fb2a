import { Avatar, Button, ErrorBox, Notice, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { PictureField, usePictureChoice } from '#app/features/profile/index.ts';
import type { Answer } from '#app/shared/api/answers.ts';
import { lateApi } from '#app/shared/api/late-client.ts';
import { usePageRealtime } from '#app/shared/realtime/page-realtime.ts';
import { SettingsSection } from '#app/shared/settings/settings-section.tsx';
import { useSave } from '#app/shared/settings/use-save.ts';
import { useLoaded } from '#app/shared/use-loaded.ts';

type Logo = Answer<'getFanLogo'>;

/** What others see of it, in the words that stand beside the picture. */
function Standing({ logo_url: shown, waiting_url: waiting }: Logo) {
  if (waiting === null)
    return shown === null ? (
      <Trans>Your own picture stands in its place.</Trans>
    ) : (
      <Trans>Others see it beside the name of your club.</Trans>
    );
  return (
    <>
      <b className="block text-ink">
        <Trans>This one is being reviewed</Trans>
      </b>
      <Trans>Others see it once staff has reviewed it, within a day.</Trans>
    </>
  );
}

/** The logo of the own club: the newest one with what others see of it, another, none (FANCLUB-009). */
export function ClubLogo({ name }: { readonly name: string }) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const { state, reload, show } = useLoaded('club logo', (signal) => lateApi.getFanLogo({ signal }));
  const lobby = usePageRealtime()?.lobby;
  // What staff decides comes with a notice.
  useEffect(() => lobby?.on('v3.notification.count', reload), [lobby, reload]);
  const removing = useSave();
  const choice = usePictureChoice(async (form) => {
    show(await lateApi.uploadFanLogo({ form }));
    showToast({ content: t`Your logo is being reviewed.`, appearance: 'success' });
  });
  const remove = () => removing.run(async () => show(await lateApi.deleteFanLogo()));
  const logo: Logo = state.kind === 'ready' ? state.value : { logo_url: null, waiting_url: null };
  const newest = logo.waiting_url ?? logo.logo_url;
  return (
    <SettingsSection
      title={<Trans>Logo</Trans>}
      note={<Trans>A round picture beside the name of your club.</Trans>}
      state={removing.state}
    >
      {state.kind === 'failed' ? (
        <ErrorBox title={<Trans>Your logo did not load</Trans>} onRetry={reload} />
      ) : (
        <div className="flex items-center gap-4" aria-busy={state.kind === 'loading'}>
          <Avatar src={newest} name={name} size={72} />
          <div className="grid gap-1">
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => input.current?.click()}>
                {newest === null ? <Trans>Choose a logo</Trans> : <Trans>New logo</Trans>}
              </Button>
              {newest !== null && (
                <Button kind="text" onClick={() => void remove()} aria-label={t`Remove the logo`}>
                  <Trans>Remove</Trans>
                </Button>
              )}
            </div>
            <span className="small text-ink-2">
              {/* Keeps its line until the answer is there. */}
              {state.kind === 'ready' ? <Standing {...logo} /> : '\u00a0'}
            </span>
          </div>
          <PictureField
            choice={choice}
            input={input}
            label={t`Logo file`}
            title={<Trans>The logo of your club</Trans>}
          />
        </div>
      )}
      {choice.failure !== undefined && <Notice tone="bad" title={choice.failure} />}
      {logo.waiting_url !== null && logo.logo_url !== null && (
        <div className="flex items-center gap-3">
          <Avatar src={logo.logo_url} name={name} size={48} />
          <span className="small text-ink-2">
            <Trans>Until then they see this one.</Trans>
          </span>
        </div>
      )}
    </SettingsSection>
  );
}
