/** What the page knows of its browser. It stays here, and only leaves in logs (SHELL-016). */
export interface BrowserState {
  readonly name: string;
  readonly platform: string;
  readonly version: string;
  /** It draws pictures in WebP. */
  readonly webp: boolean;
  /** It has WebRTC. */
  readonly webrtc: boolean;
  readonly is_mobile: boolean;
  readonly is_tablet: boolean;
}

/** What a browser says of itself. */
interface BrowserSigns {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
  readonly hasWebp: boolean;
  readonly hasWebrtc: boolean;
}

/** The first match counts: most browsers also name others. */
const NAMES: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Edge', /Edg(?:e|A|iOS)?\/([\d.]+)/u],
  ['Opera', /(?:OPR|OPT)\/([\d.]+)/u],
  ['Samsung Internet', /SamsungBrowser\/([\d.]+)/u],
  ['Firefox', /(?:Firefox|FxiOS)\/([\d.]+)/u],
  ['Chrome', /(?:Chrome|CriOS)\/([\d.]+)/u],
  ['Safari', /Version\/([\d.]+).*Safari\//u],
];
const PLATFORMS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['iOS', /iPhone|iPad|iPod/u],
  ['Android', /Android/u],
  ['Windows', /Windows/u],
  ['ChromeOS', /CrOS/u],
  ['macOS', /Mac OS X/u],
  ['Linux', /Linux/u],
];

/** The state of a browser by its own identification. */
export function readBrowserState({
  userAgent,
  maxTouchPoints,
  hasWebp,
  hasWebrtc,
}: BrowserSigns): BrowserState {
  const found = NAMES.flatMap(([name, sign]) => {
    const version = sign.exec(userAgent)?.[1];
    return version === undefined ? [] : [{ name, version }];
  })[0];
  // An iPad calls itself a Mac, which has no screen to touch.
  const isIpad = /iPad/u.test(userAgent) || (/Macintosh/u.test(userAgent) && maxTouchPoints > 1);
  const platform = PLATFORMS.find(([, sign]) => sign.test(userAgent))?.[0] ?? 'unknown';
  const isTablet = isIpad || /Tablet|(?:Android(?!.*Mobile))/u.test(userAgent);
  return {
    name: found?.name ?? 'unknown',
    version: found?.version ?? '',
    platform: isIpad ? 'iOS' : platform,
    webp: hasWebp,
    webrtc: hasWebrtc,
    is_mobile: !isTablet && /Mobi|iPhone|iPod/u.test(userAgent),
    is_tablet: isTablet,
  };
}

function drawsWebp(): boolean {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  return canvas.toDataURL('image/webp').startsWith('data:image/webp');
}

/** The state of this browser. */
export const browserState = (): BrowserState =>
  readBrowserState({
    userAgent: navigator.userAgent,
    maxTouchPoints: navigator.maxTouchPoints,
    hasWebp: drawsWebp(),
    hasWebrtc: 'RTCPeerConnection' in window,
  });
