import { Button, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { api } from '#app/shared/api/client.ts';
import { explainError } from '#app/shared/errors/explain-error.ts';

/** Saves the file of a recording; its address holds for a quarter of an hour, so it is asked for when it is wanted. */
export function DownloadButton({ id }: { readonly id: string }) {
  const { t, i18n } = useLingui();
  const download = async () => {
    try {
      const { url } = await api.getRecordingUrl({ params: { id } });
      const link = document.createElement('a');
      link.href = url;
      link.download = `${id}.mp4`;
      link.click();
    } catch (error) {
      showToast({ title: t`No download`, content: explainError(error, i18n), appearance: 'error' });
    }
  };
  return (
    <Button kind="line" size="small" icon="download-simple" onClick={() => void download()}>
      <Trans>Download</Trans>
    </Button>
  );
}
