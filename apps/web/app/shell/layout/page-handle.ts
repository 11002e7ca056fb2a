import { useOutletContext } from 'react-router';
import type { PageTexts } from '../../shared/language/load-texts.ts';

/** What a route tells the layout around it, as its `handle`. */
export interface PageHandle {
  /** The page is exactly as high as the window and scrolls inside its parts. */
  readonly fillsWindow?: boolean;
  /** Such a page leaves room for the bottom navigation of phones. */
  readonly hasBottomNav?: boolean;
  /** The page has a side panel that middle widths open from the header. */
  readonly hasPanel?: boolean;
  /** A bare page: without a background, and without asking who its visitor is. */
  readonly isBare?: boolean;
  /** The texts that the page is drawn with, if not all. */
  readonly texts?: PageTexts;
}

/** What the layout tells the page inside it. */
export interface PanelContext {
  readonly isPanelOpen: boolean;
  readonly closePanel: () => void;
}

/** The layout's side panel, for a page that has one. */
export const usePanel = (): PanelContext => useOutletContext<PanelContext>();
