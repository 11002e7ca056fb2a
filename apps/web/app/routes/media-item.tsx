import { data, redirect } from 'react-router';
import { MediaPage } from '../features/media-library/media-page.tsx';
import { servicesContext } from '../services.ts';
import { canonicalName } from '../shared/public-answer.ts';
import { pageHead, siteOf } from '../shared/seo/page-head.ts';
import type { Route } from './+types/media-item.ts';
import { idNamed } from './media-id.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

/**
 * An item as a guest reads it, under its canonical address. One hidden from guests may exist for its performer or
 * buyers: the page asks again for the visitor.
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const url = new URL(request.url);
  const id = idNamed(params.id);
  const playlist = idNamed(url.searchParams.get('playlist'));
  if (id === undefined) throw data({ message: 'Page not found' }, { status: 404 });
  const tail = playlist === undefined ? '' : `?playlist=${playlist}`;
  const username = canonicalName(
    params.username,
    request,
    (name) => `/${name}/media/${encodeURIComponent(params.slug)}/${id}`,
  );
  const services = context.get(servicesContext);
  const media = await services.media(id, playlist, request);
  if (media && media.url !== decodeURI(url.pathname).replace(/\.data$/u, ''))
    throw redirect(media.url + tail, 301);
  const more = media ? await services.modelMedia(media.username, {}, request) : undefined;
  return data(
    { id, username, playlist, media, more: more?.ok ? more.value.mediaList : [] },
    { status: media ? 200 : 404 },
  );
}

/** Indexed where the cover may be seen by everybody. */
export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData?.media) return [{ title: 'Media' }, { name: 'robots', content: 'noindex' }];
  const { media } = loaderData;
  return pageHead(
    {
      title: `${media.name} – ${media.user_display_name}`,
      ...(media.description && { description: media.description.slice(0, 160) }),
      canonical: media.url,
    },
    siteOf(matches),
  );
};

/** `/{username}/media/{slug}/{id}` */
export default function MediaItemPage({ loaderData }: Route.ComponentProps) {
  const { id, username, playlist, media, more } = loaderData;
  return <MediaPage key={id} id={id} username={username} playlist={playlist} shared={media} more={more} />;
}
