import type { UploadedItem } from '@klieg/contract';
import { buttonClass, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import { lateApi } from '#app/shared/api/late-client.ts';
import { useMember } from '#app/shared/me/me-store.ts';
import { useMorePages } from '#app/shared/use-more-pages.ts';
import { MediaForm } from './media-form.tsx';
import { OwnMedia } from './own-media.tsx';
import { ReadyFiles } from './ready-files.tsx';
import { UploadBox } from './upload-box.tsx';
import { useNews } from './use-news.ts';
import { useUploads } from './use-uploads.ts';
import '../media-library.css';
import './desk.css';

function Files({
  news,
  onMake,
  onRemoved,
}: {
  readonly news: number;
  readonly onMake: (items: readonly UploadedItem[]) => void;
  readonly onRemoved: () => void;
}) {
  const read = useCallback(
    (cursor: string | undefined, signal: AbortSignal) =>
      lateApi.listOwnItems({ query: { ...(cursor && { cursor }) }, signal }),
    [],
  );
  const files = useMorePages<UploadedItem>(read);
  useNews(news, files.reload);
  return <ReadyFiles files={files} onMake={onMake} onRemoved={onRemoved} />;
}

/** `/model-desk/media`: files are uploaded, put together, priced and sent to review. */
export function MediaDeskPage() {
  const { t } = useLingui();
  const member = useMember();
  const [news, setNews] = useState(0);
  const onItem = useCallback(() => setNews((count) => count + 1), []);
  const control = useUploads(onItem);
  const [making, setMaking] = useState<readonly UploadedItem[]>();
  const [first] = making ?? [];
  return (
    <main id="main" className="media-desk">
      <header className="media-person">
        <h1 className="grow">
          <Trans>Media</Trans>
        </h1>
        {member && (
          <Link className={buttonClass({})} to={`/${member.user.username}/media`}>
            <Trans>See it as viewers do</Trans>
          </Link>
        )}
      </header>
      <div className="rack media-desk-columns">
        <div>
          <UploadBox control={control} />
          <Files news={news} onMake={setMaking} onRemoved={onItem} />
        </div>
        <OwnMedia news={news} onChange={onItem} />
      </div>
      {making && first && (
        <MediaForm
          typeId={first.type_id}
          files={making}
          onSaved={({ name }) => {
            setMaking(undefined);
            onItem();
            showToast({ content: t`${name} is in review.`, appearance: 'success' });
          }}
          onClose={() => setMaking(undefined)}
        />
      )}
    </main>
  );
}
