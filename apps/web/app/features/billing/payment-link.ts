import type { Opening } from '@klieg/contract';

export interface LinkPorts {
  /** Opens a window; null when the browser refuses. */
  readonly openWindow: (url: string) => { opener: unknown } | null;
  readonly go: (url: string) => void;
  readonly frame: (url: string) => void;
  /** The page stays, while the biller's is in a window beside it. */
  readonly onWindow: () => void;
  /** The browser goes to the biller, and comes back to another page than this one. */
  readonly onLeave: () => void;
}

/**
 * Opens a biller's page where its biller belongs, as the server said (http page, 8.2); a refused window becomes the
 * same window. In the page are those alone whose host may stand in a frame by the page's policy.
 */
export function openPaymentLink(link: string, opening: Opening, ports: LinkPorts): void {
  if (opening === 'in_page') return ports.frame(link);
  const window = opening === 'new_window' ? ports.openWindow(link) : null;
  if (!window) {
    ports.onLeave();
    return ports.go(link);
  }
  window.opener = null;
  ports.onWindow();
}
