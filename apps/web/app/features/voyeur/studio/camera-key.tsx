import type { HouseCamera } from '@klieg/contract';
import { Button, Field, Input, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import type { Answer } from '#app/shared/api/answers.ts';
import { codeOf, explainError } from '#app/shared/errors/explain-error.ts';
import { ConfirmPassword } from '#app/shared/password/confirm-password.tsx';

type KeyState =
  | { readonly kind: 'idle' | 'busy' | 'password' }
  | { readonly kind: 'shown'; readonly made: Answer<'createVoyeurKey'> }
  | { readonly kind: 'failed'; readonly error: unknown };

const Row = ({ label, value }: { readonly label: React.ReactNode; readonly value: string }) => (
  <Field label={label}>
    <Input readOnly value={value} onFocus={(event) => event.target.select()} />
  </Field>
);

/** An encoder's key for one camera: masked, replaced on request, and shown in full only this once. */
export function CameraKey({ camera, title }: { readonly camera: HouseCamera; readonly title: string }) {
  const { t, i18n } = useLingui();
  const [state, setState] = useState<KeyState>({ kind: 'idle' });
  const make = async () => {
    setState({ kind: 'busy' });
    try {
      const made = await lateApi.createVoyeurKey({ params: { name: camera.name }, body: {} });
      setState({ kind: 'shown', made });
    } catch (error) {
      setState(codeOf(error) === 'common.sudo_required' ? { kind: 'password' } : { kind: 'failed', error });
    }
  };
  if (state.kind === 'shown')
    return (
      <div className="grid gap-2">
        {state.made.server_rtmp && (
          <Row label={<Trans>Server (RTMP)</Trans>} value={state.made.server_rtmp} />
        )}
        <Row label={<Trans>Server (WHIP)</Trans>} value={state.made.server_whip} />
        <Row label={<Trans>Stream key</Trans>} value={state.made.stream_key} />
        <Notice tone="warn" title={<Trans>Copy it now</Trans>}>
          <Trans>It is not shown again. Anyone who has it can send this camera as you.</Trans>
        </Notice>
      </div>
    );
  const masked = camera.stream_key_masked;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="figure small grow text-ink-2">{masked ?? <Trans>No key for OBS yet</Trans>}</span>
      <Button
        kind="text"
        busy={state.kind === 'busy'}
        aria-label={masked ? t`New key: ${title}` : t`Create a key: ${title}`}
        onClick={() => void make()}
      >
        {masked ? <Trans>New key</Trans> : <Trans>Create a key</Trans>}
      </Button>
      {state.kind === 'failed' && <p className="small text-bad">{explainError(state.error, i18n)}</p>}
      {state.kind === 'password' && (
        <ConfirmPassword onConfirmed={() => void make()} onClose={() => setState({ kind: 'idle' })} />
      )}
    </div>
  );
}
