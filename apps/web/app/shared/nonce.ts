import { createContext } from 'react';

/** Nonce for inline scripts while a page is rendered on the server; undefined in the browser. */
export const NonceContext = createContext<string | undefined>(undefined);

/**
 * What the page's head runs before the first paint, while a page is rendered on the server; empty in the browser,
 * which has run it and keeps it as it came.
 */
export const HeadScriptContext = createContext('');

/**
 * Hands the page's nonce to libraries that add style elements (Radix locks scrolling that way);
 * they read this global name.
 */
export function adoptNonce(): void {
  const script = document.querySelector<HTMLScriptElement>('script[nonce]');
  if (script?.nonce) Object.assign(globalThis, { __webpack_nonce__: script.nonce });
}
