import type { UploadedItem } from '@klieg/contract';
import { formatClock, formatCount } from '@klieg/i18n';
import { Button, Checkbox, Empty, ErrorBox, Icon, Picture, showToast, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { codeOf, explainError } from '#app/shared/errors/explain-error.ts';
import { openModal } from '#app/shared/modal/modal-store.ts';
import type { MorePages } from '#app/shared/use-more-pages.ts';
import { toggleChoice } from './choose-files.ts';

function FileRow({
  item,
  isChosen,
  canChoose,
  onToggle,
  onRemove,
}: {
  readonly item: UploadedItem;
  readonly isChosen: boolean;
  readonly canChoose: boolean;
  readonly onToggle: () => void;
  readonly onRemove: () => void;
}) {
  const { t } = useLingui();
  return (
    <li className="media-file">
      <Checkbox checked={isChosen} disabled={!canChoose} onChange={onToggle}>
        <span className="media-file-words">
          <span className="media-small-picture">
            {item.thumbnail_url ? (
              <Picture src={item.thumbnail_url} sizes="88px" />
            ) : (
              <Icon name={item.type_id === 1 ? 'image' : 'film-strip'} />
            )}
          </span>
          <span className="min-w-0">
            <b className="block truncate">{item.file_name}</b>
            <span className="small figure text-ink-3">
              {item.duration !== null && `${formatClock(item.duration)} `}
              {item.width !== null && `${item.width} × ${item.height}`}
            </span>
          </span>
        </span>
      </Checkbox>
      <span className="grow" />
      {item.state === 'encoding' && (
        <Tag tone="info">
          <Trans>Processing</Trans>
        </Tag>
      )}
      {item.state === 'failed' && (
        <Tag tone="warn">{item.error ?? <Trans>This file cannot be used</Trans>}</Tag>
      )}
      {item.state !== 'encoding' && (
        <Button
          kind="line"
          size="small"
          icon="trash"
          aria-label={t`Remove ${item.file_name}`}
          onClick={onRemove}
        >
          <Trans>Remove</Trans>
        </Button>
      )}
    </li>
  );
}

/** Files not yet used in any media: several pictures make a set, one video a video. */
export function ReadyFiles({
  files,
  onMake,
  onRemoved,
}: {
  readonly files: MorePages<UploadedItem>;
  readonly onMake: (items: readonly UploadedItem[]) => void;
  /** A file is gone: the list is read again. */
  readonly onRemoved: () => void;
}) {
  const { t, i18n } = useLingui();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const { items, hasFailed, hasMore, isBusy, loadMore } = files;
  const usable = chosen.flatMap((id) => items?.find((item) => item.id === id) ?? []);
  const remove = async ({ id }: UploadedItem) => {
    try {
      await lateApi.deleteItem({ params: { id: String(id) }, body: {} });
    } catch (error) {
      // If it is already gone there is nothing more to say.
      if (codeOf(error) !== 'media_library.not_found')
        return void showToast({ content: explainError(error, i18n), appearance: 'error' });
    }
    setChosen((old) => old.filter((one) => one !== id));
    onRemoved();
  };
  /** One that cannot be used is missed by nobody. */
  const askToRemove = (item: UploadedItem) => {
    if (item.state === 'failed') return void remove(item);
    openModal('confirm', {
      title: t`Remove ${item.file_name}?`,
      text: t`The file is permanently deleted.`,
      yes: t`Remove it`,
      onYes: () => void remove(item),
    });
  };
  const count = formatCount(usable.length, i18n.locale);
  return (
    <section className="module" aria-label={t`Files`}>
      <div className="module-head">
        <h2 className="label grow">
          <Trans>Files</Trans>
        </h2>
        <Button
          kind="key"
          size="small"
          disabled={usable.length === 0}
          onClick={() => {
            onMake(usable);
            setChosen([]);
          }}
        >
          {usable.length === 0 ? (
            <Trans>Offer what is chosen</Trans>
          ) : usable[0]!.type_id === 2 ? (
            <Trans>Offer the video</Trans>
          ) : (
            <Trans>Offer the pictures ({count})</Trans>
          )}
        </Button>
      </div>
      {hasFailed && <ErrorBox title={<Trans>Your files did not load</Trans>} onRetry={loadMore} />}
      {!items && !hasFailed && <div className="skeleton h-20" aria-busy="true" />}
      {items?.length === 0 && (
        <Empty title={<Trans>No files waiting</Trans>}>
          <Trans>Files you have uploaded are listed here until you offer them.</Trans>
        </Empty>
      )}
      <ul>
        {items?.map((item) => (
          <FileRow
            key={item.id}
            item={item}
            isChosen={chosen.includes(item.id)}
            canChoose={item.state === 'ready'}
            onToggle={() => setChosen((old) => toggleChoice(old, item, items))}
            onRemove={() => askToRemove(item)}
          />
        ))}
      </ul>
      {hasMore && (
        <div>
          <Button kind="line" size="small" busy={isBusy} onClick={loadMore}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </section>
  );
}
