import type { ReactNode } from 'react';
import { BrandLink } from '../layout/brand-link.tsx';
import { SiteFooter } from '../layout/site-footer.tsx';
import { StageDrawing, type StageLight } from './stage-drawing.tsx';

export interface StagePageProps {
  readonly light: StageLight;
  readonly badge: ReactNode;
  readonly title: ReactNode;
  readonly children: ReactNode;
}

/** The empty stage with a few words on it, between the site's own header and footer. */
export function Stage({ light, badge, title, children }: StagePageProps) {
  return (
    <main id="main" className="stage">
      <StageDrawing light={light} />
      <section className="stage-words">
        {badge}
        <h1 className="display">{title}</h1>
        {children}
      </section>
    </main>
  );
}

/** The empty stage as a whole page, without the site around it. */
export function StagePage(props: StagePageProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="site-header">
        <BrandLink alwaysNamed />
      </header>
      <Stage {...props} />
      <SiteFooter />
    </div>
  );
}
