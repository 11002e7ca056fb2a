import { CLIP_LENGTHS } from '@klieg/contract/features/broadcast/clip-limits';
import { Button, Segments, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { lateApi } from '#app/shared/api/late-client.ts';
import { explainError } from '#app/shared/errors/explain-error.ts';

type Length = `${(typeof CLIP_LENGTHS)[number]}`;

/** Makes a file of the last seconds of the public stream. */
export function ClipModule({ isPublic }: { readonly isPublic: boolean }) {
  const { i18n, t } = useLingui();
  const [length, setLength] = useState<Length>('30');
  const [isBusy, setBusy] = useState(false);
  const clip = async () => {
    setBusy(true);
    try {
      await lateApi.createClip({ body: { seconds: Number(length) } });
      showToast({
        title: t`Clip taken`,
        content: t`It is being processed and will appear under recordings.`,
        appearance: 'success',
      });
    } catch (error) {
      showToast({ title: t`No clip`, content: explainError(error, i18n), appearance: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="module">
      <div className="flex flex-wrap items-center gap-3">
        <Button kind="line" icon="film-strip" busy={isBusy} disabled={!isPublic} onClick={() => void clip()}>
          <Trans>Clip</Trans>
        </Button>
        <Segments
          label={t`Clip length`}
          value={length}
          onChange={setLength}
          options={CLIP_LENGTHS.map((seconds) => ({ value: `${seconds}` as const, text: t`${seconds} s` }))}
        />
        <span className="grow" />
        <Link className="small inline-flex min-h-11 min-w-11 items-center" to="/model-desk/recordings">
          <Trans>Clips</Trans>
        </Link>
      </div>
      <p className="small text-ink-2">
        <Trans>Saves the last seconds of your public stream as a file.</Trans>
      </p>
    </section>
  );
}
