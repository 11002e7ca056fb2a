import { data, redirect } from 'react-router';
import { servicesContext } from '../services.ts';
import { canonicalName } from '../shared/public-answer.ts';
import type { Route } from './+types/media-short.ts';
import { idNamed } from './media-id.ts';

/** `/{username}/{pictures|videos}/{id}`: leads to the one address of the item (MEDIA-LIBRARY-004). */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const id = idNamed(params.id);
  const playlist = idNamed(new URL(request.url).searchParams.get('playlist'));
  if (id === undefined) throw data({ message: 'Page not found' }, { status: 404 });
  const tail = playlist === undefined ? '' : `?playlist=${playlist}`;
  const username = canonicalName(params.username, request, (name) => `/${name}/media/item/${id}`);
  const media = await context.get(servicesContext).media(id, playlist, request);
  // An item hidden from guests uses the address for people who may see it; the page finds out.
  throw redirect(`${media?.url ?? `/${username}/media/item/${id}`}${tail}`, media ? 301 : 302);
}
