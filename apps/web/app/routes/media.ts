import { redirect } from 'react-router';

/** `/media`: the list of videos. */
export function loader() {
  throw redirect('/media/videos');
}
