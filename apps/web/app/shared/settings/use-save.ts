import { useLingui } from '@lingui/react/macro';
import { useCallback, useRef, useState } from 'react';
import { api } from '../api/client.ts';
import { explainError } from '../errors/explain-error.ts';
import { holdSettings } from '../me/held-settings.ts';
import { meStore } from '../me/me-store.ts';
import { makeSettingsQueue, type SettingsChange } from './settings-queue.ts';

/** What a section says of its changes. */
export type SaveState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved' }
  | { readonly kind: 'failed'; readonly text: string };

const settingsNow = () => {
  const me = meStore.get();
  return me.kind === 'member' ? me.current.settings : undefined;
};

const queue = makeSettingsQueue({
  read: settingsNow,
  show: (settings) => meStore.dispatch({ type: 'settings', settings }),
  send: async (body) => (await api.saveSettings({ body })).settings,
});

export interface SaveControl {
  readonly state: SaveState;
  /** Saves and says so; answers whether it was taken. */
  readonly save: (change: SettingsChange) => Promise<boolean>;
  /** Does something else that is kept by the server, with the same words around it. */
  readonly run: (action: () => Promise<unknown>) => Promise<boolean>;
}

/** Saving of one section: the last press decides what it shows. */
export function useSave(): SaveControl {
  const { i18n } = useLingui();
  const [state, setState] = useState<SaveState>({ kind: 'idle' });
  const newest = useRef(0);
  const run = useCallback(
    async (action: () => Promise<unknown>) => {
      newest.current += 1;
      const own = newest.current;
      setState({ kind: 'saving' });
      try {
        await action();
        if (own === newest.current) setState({ kind: 'saved' });
        return true;
      } catch (error) {
        // A refusal is shown even if something newer is on its way: it undid a choice.
        newest.current = own;
        setState({ kind: 'failed', text: explainError(error, i18n) });
        return false;
      }
    },
    [i18n],
  );
  const save = useCallback(
    (change: SettingsChange) =>
      run(() => {
        const release = holdSettings(Object.keys(change) as (keyof SettingsChange)[]);
        return queue.save(change).finally(release);
      }),
    [run],
  );
  return { state, save, run };
}
