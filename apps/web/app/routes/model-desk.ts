import { redirect } from 'react-router';

/** `/model-desk`: the first page of a model's desk. */
export function loader() {
  throw redirect('/model-desk/media');
}
