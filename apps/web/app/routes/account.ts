import { redirect } from 'react-router';

/** `/account`: the first page of an account. */
export function loader() {
  throw redirect('/account/tokens');
}
