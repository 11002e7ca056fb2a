import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';

export interface WayHereProps {
  /** From the home page down to the page itself, which is the heading and stands not among the links. */
  readonly crumbs: readonly { readonly name: string; readonly url: string }[];
}

/** The pages above this one. */
export function WayHere({ crumbs }: WayHereProps) {
  const { t } = useLingui();
  return (
    <nav className="crumbs" aria-label={t`Way here`}>
      {crumbs.slice(0, -1).map(({ name, url }) => (
        <Link key={url} to={url}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
