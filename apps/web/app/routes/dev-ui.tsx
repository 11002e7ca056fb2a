import { data } from 'react-router';
import { servicesContext } from '../services.ts';
import { BrandLink } from '../shell/layout/brand-link.tsx';
import { SheetBasics } from '../shell/dev/sheet-basics.tsx';
import { SheetContent } from '../shell/dev/sheet-content.tsx';
import { SheetControls } from '../shell/dev/sheet-controls.tsx';
import { PageExtras } from '../shell/extras/page-extras.tsx';
import type { Route } from './+types/dev-ui.ts';
import '../shell/dev/sheet.css';

/** Exists in development and with DEMO=1 only. */
export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(servicesContext).hasDevPages) throw data({ message: 'Page not found' }, { status: 404 });
  return null;
}

/** Not indexed. */
export const meta: Route.MetaFunction = () => [
  { title: 'Component sheet' },
  { name: 'robots', content: 'noindex' },
];

const THEMES = ['dark', 'light'] as const;

/** `/dev/ui`: every component in its states, in both themes; the visual test page. Texts are samples. */
export default function DevUi() {
  return (
    <>
      <header className="site-header">
        <BrandLink />
        <h1 className="truncate">Component sheet</h1>
      </header>
      <main id="main">
        {THEMES.map((theme) => (
          <div key={theme} data-theme={theme} className="sheet">
            <SheetBasics />
            <SheetControls />
            <SheetContent />
          </div>
        ))}
      </main>
      <PageExtras />
    </>
  );
}
