import { IconButton } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { NavLink } from 'react-router';
import { BrandLink } from './brand-link.tsx';
import { PersonSlot } from './person-slot.tsx';
import { SearchBox } from './search-box.tsx';
import { SECTIONS } from './sections.ts';

export interface SiteHeaderProps {
  /** Opens the side panel on middle widths; absent if a page has none. */
  readonly onOpenPanel?: () => void;
}

/** The head of every page: sections, search, balance, account. */
export function SiteHeader({ onOpenPanel }: SiteHeaderProps) {
  const { t } = useLingui();
  return (
    <header className="site-header">
      {onOpenPanel && (
        <IconButton
          icon="sidebar-simple"
          label={t`Open the side panel`}
          className="drawer-button"
          onClick={onOpenPanel}
        />
      )}
      <BrandLink />
      <nav className="tabs max-tablet:hidden" aria-label={t`Sections`}>
        {SECTIONS.map(({ slug, name }) => (
          <NavLink key={slug} to={`/${slug}`} className="tab">
            {t(name)}
          </NavLink>
        ))}
      </nav>
      <span className="flex-[0_1_24px] max-tablet:hidden" />
      <SearchBox />
      <span className="grow" />
      <PersonSlot />
    </header>
  );
}
