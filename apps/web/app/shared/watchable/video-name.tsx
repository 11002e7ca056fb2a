import type { WatchMedia } from '@klieg/contract';
import { formatDay } from '@klieg/i18n';
import { Trans, useLingui } from '@lingui/react/macro';

/** What a video is called: as somebody named it, or by its kind and day. */
export function VideoName({
  media,
}: {
  readonly media: Pick<WatchMedia, 'name' | 'type_name' | 'created_at'>;
}) {
  const { i18n } = useLingui();
  const { name, type_name: kind } = media;
  const day = formatDay(media.created_at, i18n.locale);
  if (name) return name;
  return kind === 'ticket_show' ? <Trans>Ticket show of {day}</Trans> : <Trans>Recording of {day}</Trans>;
}
