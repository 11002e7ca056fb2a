import type { MediaEdit, MediaStatus } from '@klieg/contract';
import { formatCount } from '@klieg/i18n';
import {
  Button,
  ConfirmDialog,
  Empty,
  ErrorBox,
  Picture,
  Select,
  showToast,
  Tag,
  type TagTone,
  TokenAmount,
} from '@klieg/ui';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import { lateApi } from '#app/shared/api/late-client.ts';
import { explainError } from '#app/shared/errors/explain-error.ts';
import { useMorePages } from '#app/shared/use-more-pages.ts';
import { MediaLength } from '../media-words.tsx';
import { MediaForm } from './media-form.tsx';
import { useNews } from './use-news.ts';

const STATUS_WORDS: Readonly<Record<MediaStatus, readonly [TagTone, MessageDescriptor]>> = {
  draft: ['neutral', msg`Draft`],
  encoding: ['info', msg`Processing`],
  review: ['info', msg`In review`],
  live: ['ok', msg`Shown`],
  rejected: ['bad', msg`Not shown`],
  removed: ['bad', msg`Removed`],
};
const STATUSES = Object.keys(STATUS_WORDS) as MediaStatus[];

export interface OwnMediaProps {
  /** Grows whenever a file or an offer has changed. */
  readonly news: number;
  readonly onChange: () => void;
}

function Row({
  media,
  onEdit,
  onDelete,
}: {
  readonly media: MediaEdit;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}) {
  const { t, i18n } = useLingui();
  const [tone, words] = STATUS_WORDS[media.status];
  return (
    <li className="media-own">
      <span className="media-small-picture">
        <Picture src={media.thumbnail_url} sizes="88px" />
      </span>
      <div className="media-own-words">
        <Link className="block truncate" to={media.url}>
          <b>{media.name}</b>
        </Link>
        <span className="small figure flex flex-wrap items-center gap-x-3 text-ink-2">
          <span className="inline-flex items-center gap-1">
            <MediaLength media={media} />
          </span>
          <TokenAmount amountTokens={media.token_price} />
          <Plural value={media.sales} one="# sold" other={`${formatCount(media.sales, i18n.locale)} sold`} />
        </span>
        {media.reject_reason !== null && <p className="small text-ink-2">{media.reject_reason}</p>}
      </div>
      <Tag tone={tone}>{t(words)}</Tag>
      {media.status !== 'removed' && (
        <>
          <Button size="small" kind="line" aria-label={t`Change ${media.name}`} onClick={onEdit}>
            <Trans>Change</Trans>
          </Button>
          <Button size="small" kind="line" aria-label={t`Delete ${media.name}`} onClick={onDelete}>
            <Trans>Delete</Trans>
          </Button>
        </>
      )}
    </li>
  );
}

function List({
  status,
  news,
  onChange,
}: OwnMediaProps & {
  readonly status: MediaStatus | undefined;
}) {
  const { i18n } = useLingui();
  const read = useCallback(
    (cursor: string | undefined, signal: AbortSignal) =>
      lateApi.listOwnMedia({ query: { ...(status && { status }), ...(cursor && { cursor }) }, signal }),
    [status],
  );
  const { items, hasFailed, hasMore, isBusy, loadMore, reload } = useMorePages<MediaEdit>(read);
  useNews(news, reload);
  const [editing, setEditing] = useState<MediaEdit>();
  const [deleting, setDeleting] = useState<MediaEdit>();
  const remove = async ({ id }: MediaEdit) => {
    setDeleting(undefined);
    try {
      await lateApi.deleteMedia({ params: { id: String(id) }, body: {} });
      onChange();
    } catch (error) {
      showToast({ content: explainError(error, i18n), appearance: 'error' });
    }
  };
  return (
    <>
      {hasFailed && <ErrorBox title={<Trans>Your media did not load</Trans>} onRetry={loadMore} />}
      {!items && !hasFailed && <div className="skeleton h-20" aria-busy="true" />}
      {items?.length === 0 &&
        (status === undefined ? (
          <Empty title={<Trans>Nothing is offered yet</Trans>}>
            <Trans>Upload files, choose what goes together, and set a price.</Trans>
          </Empty>
        ) : (
          <Empty title={<Trans>Nothing is in this state</Trans>} />
        ))}
      <ul>
        {items?.map((media) => (
          <Row
            key={media.id}
            media={media}
            onEdit={() => setEditing(media)}
            onDelete={() => setDeleting(media)}
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
      {editing && (
        <MediaForm
          typeId={editing.type_id}
          files={editing.items}
          media={editing}
          onSaved={() => {
            setEditing(undefined);
            onChange();
          }}
          onClose={() => setEditing(undefined)}
        />
      )}
      {deleting && (
        <ConfirmDialog
          title={<Trans>Delete {deleting.name}?</Trans>}
          yes={<Trans>Delete</Trans>}
          no={<Trans>Keep it</Trans>}
          onYes={() => void remove(deleting)}
          onClose={() => setDeleting(undefined)}
        >
          <Trans>It is no longer sold. Those who bought it keep it.</Trans>
        </ConfirmDialog>
      )}
    </>
  );
}

/** A performer's offers, with their state. */
export function OwnMedia({ news, onChange }: OwnMediaProps) {
  const { t } = useLingui();
  const [status, setStatus] = useState<MediaStatus>();
  return (
    <section className="module" aria-label={t`Your media`}>
      <div className="module-head">
        <h2 className="label grow">
          <Trans>Your media</Trans>
        </h2>
        <Select
          className="media-status"
          aria-label={t`State`}
          value={status ?? ''}
          onChange={(event) => setStatus(STATUSES.find((one) => one === event.target.value))}
        >
          <option value="">{t`All`}</option>
          {STATUSES.map((one) => (
            <option key={one} value={one}>
              {t(STATUS_WORDS[one][1])}
            </option>
          ))}
        </Select>
      </div>
      <List key={status ?? ''} status={status} news={news} onChange={onChange} />
    </section>
  );
}
