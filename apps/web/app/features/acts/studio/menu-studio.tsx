import { TIP_MENU } from '@klieg/contract/features/acts/limits';
import { Button, ErrorBox, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { codeOf, explainError } from '#app/shared/errors/explain-error.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import { useLoaded } from '#app/shared/use-loaded.ts';
import { MenuItem } from '../menu-item.tsx';
import type { MenuPart } from '../menu-state.ts';
import {
  configOf,
  draftOf,
  faultsOf,
  type MenuApp,
  type MenuDraft,
  type MenuFaults,
  newDraft,
} from './menu-draft.ts';
import { MenuForm } from './menu-form.tsx';

const TYPE = String(TIP_MENU);
const noFaults: MenuFaults = new Map();

/** The menu of one's own room; null for none. */
const readMenu = async (username: string, signal: AbortSignal): Promise<{ readonly app: MenuApp | null }> => {
  const { apps } = await lateApi.listRoomApps({ params: { username }, signal });
  return { app: (apps.find(({ type }) => type === TIP_MENU) as MenuApp | undefined) ?? null };
};

/** The performer's menu: as viewers see it, or the form. */
export default function MenuStudio({ room, part }: SlotProps<MenuPart>) {
  const { t, i18n } = useLingui();
  const { username } = room.user;
  const { state, reload } = useLoaded(`menu:${username}`, (signal) => readMenu(username, signal), part.seq);
  const [draft, setDraft] = useState<MenuDraft>();
  const [faults, setFaults] = useState(noFaults);
  const [isBusy, setBusy] = useState(false);
  const app = state.kind === 'ready' ? state.value.app : null;

  const once = async (act: () => Promise<unknown>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      await act();
      setDraft(undefined);
    } catch (error) {
      const isStale = codeOf(error) === 'room_games.stale';
      showToast({
        content: isStale ? t`The menu was changed elsewhere. Open it again.` : explainError(error, i18n),
        appearance: 'error',
      });
      if (isStale) setDraft(undefined);
    } finally {
      setBusy(false);
      reload();
    }
  };
  const save = async () => {
    if (!draft) return;
    const found = faultsOf(draft);
    setFaults(found);
    if (found.size > 0) return;
    const config = configOf(draft, app?.state.sold ?? {});
    const { version } = draft;
    await once(() =>
      version === undefined
        ? lateApi.installApp({ body: { type: TIP_MENU, config } })
        : lateApi.updateApp({ params: { type: TYPE }, body: { config, version } }),
    );
  };
  const open = (next: MenuDraft) => {
    setFaults(noFaults);
    setDraft(next);
  };
  return (
    <section className="module" aria-labelledby="menu-studio-label">
      <div className="module-head">
        <span className="label grow" id="menu-studio-label">
          <Trans>Tip menu</Trans>
        </span>
        {state.kind === 'ready' && !draft && (
          <Button
            size="small"
            {...(!app && { icon: 'plus' as const })}
            onClick={() => open(app ? draftOf(app) : newDraft())}
          >
            {app ? <Trans>Edit</Trans> : <Trans>Create a menu</Trans>}
          </Button>
        )}
      </div>
      {state.kind === 'failed' && <ErrorBox title={<Trans>Your menu did not load</Trans>} onRetry={reload} />}
      {draft ? (
        <MenuForm
          draft={draft}
          faults={faults}
          isBusy={isBusy}
          onChange={setDraft}
          onSave={() => void save()}
          onCancel={() => setDraft(undefined)}
          onRemove={
            draft.version === undefined
              ? undefined
              : () => void once(() => lateApi.uninstallApp({ params: { type: TYPE }, body: {} }))
          }
        />
      ) : part.items.length > 0 ? (
        <div className="menu-grid">
          {part.items.map((item) => (
            <MenuItem key={item.id} item={item} isClosed onChoose={() => undefined} />
          ))}
        </div>
      ) : (
        <p className="text-ink-2">
          <Trans>
            What you do for tokens, each with its own price. Viewers buy it in your room while you are live.
          </Trans>
        </p>
      )}
    </section>
  );
}
