import { Button, Field, Icon, Input, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Answer } from '#app/shared/api/answers.ts';
import { api } from '#app/shared/api/client.ts';
import { codeOf, explainError } from '#app/shared/errors/explain-error.ts';
import { ConfirmPassword } from '#app/shared/password/confirm-password.tsx';

function CopyRow({ label, value }: { readonly label: React.ReactNode; readonly value: string }) {
  const { t } = useLingui();
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <Field label={label}>
      <span className="flex gap-2">
        <Input readOnly value={value} className="grow" onFocus={(event) => event.target.select()} />
        <Button kind="line" aria-label={t`Copy`} onClick={() => void copy()}>
          {isCopied ? <Icon name="check-bold" /> : <Trans>Copy</Trans>}
        </Button>
      </span>
    </Field>
  );
}

type KeyState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'password' }
  | { readonly kind: 'shown'; readonly key: string }
  | { readonly kind: 'failed'; readonly error: unknown };

/** The stream key: masked, replaced on request, and shown in full only this once. */
function StreamKey({ masked }: { readonly masked: string | null }) {
  const { i18n } = useLingui();
  const [state, setState] = useState<KeyState>({ kind: 'idle' });
  const make = async () => {
    setState({ kind: 'busy' });
    try {
      setState({ kind: 'shown', key: (await api.createStreamKey({ body: {} })).stream_key });
    } catch (error) {
      setState(codeOf(error) === 'common.sudo_required' ? { kind: 'password' } : { kind: 'failed', error });
    }
  };
  return (
    <>
      {state.kind === 'shown' ? (
        <>
          <CopyRow label={<Trans>Stream key</Trans>} value={state.key} />
          <Notice tone="warn" title={<Trans>Copy it now</Trans>}>
            <Trans>It is not shown again. Anyone who has it can broadcast as you.</Trans>
          </Notice>
        </>
      ) : (
        <Field
          label={<Trans>Stream key</Trans>}
          hint={masked ? <Trans>A new key replaces this one at once.</Trans> : undefined}
        >
          <span className="flex items-center gap-2">
            <span className="figure grow">{masked ?? <Trans>None yet</Trans>}</span>
            <Button kind="line" busy={state.kind === 'busy'} onClick={() => void make()}>
              {masked ? <Trans>New key</Trans> : <Trans>Create a key</Trans>}
            </Button>
          </span>
        </Field>
      )}
      {state.kind === 'failed' && <p className="small text-bad">{explainError(state.error, i18n)}</p>}
      {state.kind === 'password' && (
        <ConfirmPassword onConfirmed={() => void make()} onClose={() => setState({ kind: 'idle' })} />
      )}
    </>
  );
}

/** Where an encoder such as OBS should send, with which key and settings. */
export function ObsPanel({ settings }: { readonly settings: Answer<'getStreamerSettings'> }) {
  const { obs } = settings;
  return (
    <div className="grid gap-3">
      {obs.server_rtmp && <CopyRow label={<Trans>Server (RTMP)</Trans>} value={obs.server_rtmp} />}
      <CopyRow label={<Trans>Server (WHIP)</Trans>} value={obs.server_whip} />
      <StreamKey masked={obs.stream_key_masked} />
      <p className="small text-ink-2">
        <Trans>
          In OBS under Settings, Output: keyframe interval {obs.keyframe_seconds} s, B-frames 0, at most{' '}
          {obs.bitrate_kbps_max} Kbps, encoder x264 or your card's H.264.
        </Trans>
      </p>
    </div>
  );
}
