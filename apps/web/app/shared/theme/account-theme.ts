import { api } from '../api/client.ts';
import { readLocal, writeLocal } from '../local-store.ts';
import { meStore } from '../me/me-store.ts';
import { currentTheme, setTheme } from './theme.ts';

/** Whether what this browser remembers was chosen by an account, which then also takes it back. */
const OF_ACCOUNT = 'theme-of-account';
const isTrue = (value: unknown): true | undefined => (value === true ? true : undefined);

const chosen = (): boolean | null | undefined => {
  const me = meStore.get();
  return me.kind === 'member' ? me.current.settings.dark_mode_enabled : undefined;
};

/**
 * Shows what the account has chosen, on whichever page it was chosen. An account that never chose leaves
 * the browser as it is; the answer stops following.
 */
export function followAccountTheme(): () => void {
  let last: boolean | null | undefined;
  const follow = () => {
    const now = chosen();
    if (now === undefined || now === last) return;
    last = now;
    if (now !== null) setTheme(now ? 'dark' : 'light');
    else if (readLocal(OF_ACCOUNT, isTrue)) setTheme(null);
    writeLocal(OF_ACCOUNT, now !== null);
  };
  follow();
  return meStore.subscribe(follow);
}

/** Toggles dark and light: in this browser, and in the account of a logged-in person. */
export function switchTheme(): void {
  const isDark = currentTheme() !== 'dark';
  setTheme(isDark ? 'dark' : 'light');
  writeLocal(OF_ACCOUNT, chosen() !== undefined);
  if (chosen() === undefined) return;
  meStore.dispatch({ type: 'settings', settings: { dark_mode_enabled: isDark } });
  // That it was not kept costs nothing here: the browser remembers it.
  api.saveSettings({ body: { dark_mode_enabled: isDark } }).catch(() => undefined);
}
