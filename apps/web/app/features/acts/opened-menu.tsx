import { type ComponentProps, Suspense } from 'react';
import { withTexts } from '../../shared/language/with-texts.ts';
import { lazyPart } from '../../shared/lazy-part.ts';

const MenuDialogs = lazyPart(withTexts(() => import('./menu-dialogs.tsx')));

/** What a press on the menu opens, fetched with the first press. */
export const OpenedMenu = (props: ComponentProps<typeof MenuDialogs>) =>
  props.menu.open.kind === 'none' ? null : (
    <Suspense fallback={null}>
      <MenuDialogs {...props} />
    </Suspense>
  );
