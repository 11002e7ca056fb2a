import type { MediaEdit } from '@klieg/contract';
import { formatAmount } from '@klieg/i18n';
import { FactList } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { tagWords } from '#app/shared/tag-words.ts';

/** What staff is shown of media before others see it: every file, its words and its price. */
export function ReviewedMedia({ media }: { readonly media: MediaEdit }) {
  const { t, i18n } = useLingui();
  const { items, name, description, tags, co_performers: others } = media;
  return (
    <div className="grid gap-3">
      <ul className="flex flex-wrap gap-2" aria-label={t`Files of ${name}`}>
        {items.map(({ id, is_video: isVideo, url, thumbnail_url: still }, at) => (
          <li key={id}>
            {isVideo && url ? (
              <video
                className="max-h-60 max-w-full bg-black"
                src={url}
                poster={still}
                controls
                preload="metadata"
              >
                {/* There are no captions for it. */}
                <track kind="captions" />
              </video>
            ) : (
              <img className="max-h-60 max-w-full" src={url ?? still} alt={t`Picture ${at + 1} of ${name}`} />
            )}
          </li>
        ))}
      </ul>
      <FactList
        facts={[
          { label: <Trans>Name</Trans>, value: name },
          ...(description ? [{ label: <Trans>Description</Trans>, value: description }] : []),
          ...(tags.length > 0 ? [{ label: <Trans>Tags</Trans>, value: tags.map(tagWords).join(', ') }] : []),
          { label: <Trans>Price</Trans>, value: formatAmount(media.token_price, i18n.locale) },
          { label: <Trans>Others who appear</Trans>, value: others.join(', ') || '–' },
          { label: <Trans>Cover</Trans>, value: media.cover_safe ? t`Shown to everyone` : t`Blurred` },
        ]}
      />
    </div>
  );
}
