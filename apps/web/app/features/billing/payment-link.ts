import type { Biller } from '@klieg/contract';

/** Where a biller's page opens (http page, 8.2). */
export type Opening = 'new_window' | 'same_window' | 'in_page';

/** The opening of each biller: three in a new window, one in the same, all others in the page. */
export function openingOf(biller: Biller): Opening {
  if (biller === 'ccbill' || biller === 'cashtocode' || biller === 'paygarden') return 'new_window';
  return biller === 'wnu' ? 'same_window' : 'in_page';
}

/** Hosts whose payment page may stand in a frame; the operator's `frame-src` must name them too. */
const FRAME_HOSTS: readonly string[] = ['secure.rocketgate.com', 'wnu.com', 'www.paypal.com'];

/**
 * True for a payment page that may stand in a frame; all others open in the same window. The sandbox biller
 * is a service of our own host at another port; the content security policy names exactly that one.
 */
export function mayBeFramed(link: string, page: string): boolean {
  const url = new URL(link, page);
  const own = new URL(page);
  const isOwnHost = url.hostname === own.hostname && url.protocol === own.protocol && url.port !== own.port;
  return isOwnHost || (url.protocol === 'https:' && FRAME_HOSTS.includes(url.hostname));
}

export interface LinkPorts {
  /** Opens a window; null when the browser refuses. */
  readonly openWindow: (url: string) => { opener: unknown } | null;
  readonly go: (url: string) => void;
  readonly frame: (url: string) => void;
  readonly page: string;
  /** The browser goes to the biller, and comes back to another page than this one. */
  readonly onLeave: () => void;
}

/** Opens a biller's page where its biller belongs; a refused window becomes the same window. */
export function openPaymentLink(link: string, opening: Opening, ports: LinkPorts): void {
  if (opening === 'in_page' && mayBeFramed(link, ports.page)) return ports.frame(link);
  ports.onLeave();
  const window = opening === 'new_window' ? ports.openWindow(link) : null;
  if (window) window.opener = null;
  else ports.go(link);
}
