import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';

export interface BreadcrumbsProps {
  /** From the home page down to the page itself, which is the heading and no link. */
  readonly crumbs: readonly { readonly name: string; readonly url: string }[];
}

/** The pages above this one. */
export function Breadcrumbs({ crumbs }: BreadcrumbsProps) {
  const { t } = useLingui();
  return (
    <nav className="crumbs" aria-label={t`Breadcrumbs`}>
      {crumbs.slice(0, -1).map(({ name, url }) => (
        <Link key={url} to={url}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
