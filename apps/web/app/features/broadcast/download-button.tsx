import { Button } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { api } from '../../shared/api/client.ts';

/** Saves the file of a recording; its address holds for a quarter of an hour, so it is asked for when it is wanted. */
export function DownloadButton({ id }: { readonly id: string }) {
  const download = async () => {
    const { url } = await api.getRecordingUrl({ params: { id } });
    const link = document.createElement('a');
    link.href = url;
    link.download = `${id}.mp4`;
    link.click();
  };
  return (
    <Button
      kind="line"
      size="small"
      icon="download-simple"
      onClick={() => void download().catch(() => undefined)}
    >
      <Trans>Download</Trans>
    </Button>
  );
}
