import { data } from 'react-router';

/** Every address that no other route knows (SHELL-004). */
export function loader(): never {
  throw data({ message: 'Page not found' }, { status: 404 });
}

/** Never drawn: the loader refuses, and the error page is shown. */
export default function NotFound() {
  return null;
}
