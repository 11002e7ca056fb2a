import type { Opening } from '@klieg/contract';

export interface LinkPorts {
  /** Opens a window; null when the browser refuses. */
  readonly openWindow: (url: string) => { opener: unknown } | null;
  readonly go: (url: string) => void;
  readonly frame: (url: string) => void;
  /** The page stays, while the biller's page is in a separate window. */
  readonly onWindow: () => void;
  /** The browser goes to the biller, and comes back to another page than this one. */
  readonly onLeave: () => void;
}

/**
 * Opens a biller's page where the server said (http page, 8.2); a blocked window becomes the same window. Only hosts
 * that the page's policy allows in frames open in the page.
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
