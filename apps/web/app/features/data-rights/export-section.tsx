import { Bar, Button, ErrorBox, Notice } from '@klieg/ui';
import { formatMoment } from '@klieg/i18n';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type { Answer } from '../../shared/api/answers.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { useConfirmed } from '../../shared/password/use-confirmed.tsx';
import { SettingsSection } from '../../shared/settings/settings-section.tsx';
import { useSave } from '../../shared/settings/use-save.ts';
import { useLoaded } from '../../shared/use-loaded.ts';

type ExportState = Answer<'getExport'>;

const LOOK_MS = 2_000;
const MEGABYTE = 2 ** 20;

function Running({ percent }: { readonly percent: number }) {
  const { t } = useLingui();
  return (
    <div className="grid gap-2">
      <Bar percent={percent} label={t`Progress of your archive`} thick />
      <p className="small text-ink-2" aria-live="polite">
        <Trans>
          {percent}% done. You can leave this page: we email you when it is ready, if your address is
          confirmed.
        </Trans>
      </p>
    </div>
  );
}

function Ready({ state, onFetch }: { readonly state: ExportState; readonly onFetch: () => void }) {
  const { i18n } = useLingui();
  const megabytes = Math.max(1, Math.round((state.size_bytes ?? 0) / MEGABYTE));
  const until = state.expires_at === null ? '' : formatMoment(state.expires_at, i18n.locale);
  const left = state.downloads_max - state.downloads;
  return (
    <div className="grid gap-3">
      <p>
        <Trans>
          Your archive is ready, about {megabytes} MB. It is kept until {until}.
        </Trans>
      </p>
      <div>
        <Button kind="key" disabled={left <= 0} onClick={onFetch}>
          <Trans>Download the archive</Trans>
        </Button>
      </div>
      <p className="small text-ink-2">
        <Plural
          value={left}
          _0="It was downloaded as often as it can be."
          one="It can be downloaded # more time."
          other="It can be downloaded # more times."
        />
      </p>
    </div>
  );
}

function KeyOfSite({ value }: { readonly value: string }) {
  return (
    <details>
      <summary className="small">
        <Trans>Check that an archive is genuine</Trans>
      </summary>
      <p className="small text-ink-2">
        <Trans>Unpack it and run check-archive.mjs, which is inside, with the key of this site:</Trans>
      </p>
      <code className="break-all small">{value}</code>
    </details>
  );
}

/** A copy of everything that the site holds about the person. */
export function ExportSection() {
  const { t } = useLingui();
  const save = useSave();
  const [isBusy, setBusy] = useState(false);
  const { state, reload } = useLoaded('own-data', (signal) => lateApi.getExport({ signal }));
  const { question, run } = useConfirmed((error) => void save.run(() => Promise.reject(error as Error)));
  const found = state.kind === 'ready' ? state.value : undefined;
  const isRunning = found?.state === 'running';
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(reload, LOOK_MS);
    return () => clearInterval(timer);
  }, [isRunning, reload]);
  const ask = () =>
    run(async () => {
      setBusy(true);
      await lateApi.requestExport({ body: {} }).finally(() => {
        setBusy(false);
        reload();
      });
    });
  const fetchIt = () =>
    run(async () => {
      const { url } = await lateApi.openExport({ body: {} });
      // A file that is saved: the page stays.
      window.location.assign(url);
      setTimeout(reload, LOOK_MS);
    });
  return (
    <SettingsSection
      title={t`Your data`}
      note={<Trans>Everything this site holds about you, as an archive signed by the site.</Trans>}
      state={save.state}
    >
      {question}
      {state.kind === 'failed' && (
        <ErrorBox title={<Trans>The state of your archive did not load</Trans>} onRetry={reload} />
      )}
      {state.kind === 'loading' && <span className="skeleton h-13" aria-busy="true" />}
      {found?.is_failed && (
        <Notice tone="warn" title={<Trans>Your archive could not be created</Trans>}>
          <Trans>Ask for another one. If that fails too, contact support: you have a right to it.</Trans>
        </Notice>
      )}
      {isRunning && <Running percent={found.percent} />}
      {found?.state === 'ready' && <Ready state={found} onFetch={() => void fetchIt()} />}
      {found && !isRunning && (
        <div>
          <Button kind={found.state === 'ready' ? 'line' : 'key'} busy={isBusy} onClick={() => void ask()}>
            {found.state === 'ready' ? <Trans>Create a new archive</Trans> : <Trans>Create an archive</Trans>}
          </Button>
        </div>
      )}
      {found?.state === 'ready' && (
        <p className="small text-ink-2">
          <Trans>A new one can be created a day after the last.</Trans>
        </p>
      )}
      {found && <KeyOfSite value={found.public_key} />}
    </SettingsSection>
  );
}
