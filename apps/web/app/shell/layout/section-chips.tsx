import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { SECTIONS } from './sections.ts';

/** Links to the sections of the site, in one row. */
export function SectionChips() {
  const { t } = useLingui();
  return (
    <nav className="chips flex-wrap" aria-label={t`Sections`}>
      {SECTIONS.map(({ slug, name }) => (
        <Link key={slug} className="chip" to={`/${slug}`}>
          {t(name)}
        </Link>
      ))}
    </nav>
  );
}
