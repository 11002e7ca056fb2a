import type { callsByFeature } from '@klieg/contract';
import { type AccountId, AppError } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { AccountStore } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { presentCatalogue } from './app-kinds.ts';
import type { AppLives } from './app-lives.ts';
import type { AppRow, AppStore } from './app-store.ts';
import type { ManageApps } from './manage-apps.ts';
import type { OverlayStore } from './overlay-store.ts';
import { panelsOf } from './present-app.ts';
import type { WatchOverlay } from './watch-overlay.ts';

interface Deps {
  readonly accounts: Pick<AccountStore, 'findByUsername'>;
  readonly apps: Pick<AppStore, 'list'>;
  readonly lives: Pick<AppLives, 'present'>;
  readonly manage: ManageApps;
  readonly overlays: Pick<OverlayStore, 'open' | 'renew'>;
  readonly overlayKeyOf: (accountId: AccountId, version: number) => string;
  readonly watch: Pick<WatchOverlay, 'read'>;
}

/** Games and apps of rooms. */
export function makeRoomGamesHandlers({
  accounts,
  apps,
  lives,
  manage,
  overlays,
  overlayKeyOf,
  watch,
}: Deps): Handlers<(typeof callsByFeature)['room-games'], SiteCaller> {
  const present = async (row: AppRow) => (await lives.present([row]))[0]!;
  return {
    listAppCatalog: () => ({ items: presentCatalogue() }),
    async listRoomApps({ params }) {
      const owner = await accounts.findByUsername(params.username);
      if (!owner) throw new AppError('rooms.not_found');
      const rows = await apps.list([owner.id]);
      const shown = await lives.present(rows);
      return { apps: shown, app_panels: panelsOf(rows, shown) };
    },
    async installApp({ body }, { caller }) {
      const app = await manage.install(caller.account!.id, body.type, body.config);
      return { status: 1, app: await present(app) };
    },
    async updateApp({ params, body }, { caller }) {
      const app = await manage.update(caller.account!.id, params.type, body);
      return { status: 1, app: await present(app) };
    },
    async uninstallApp({ params }, { caller }) {
      await manage.uninstall(caller.account!.id, params.type);
      return { status: 1 };
    },
    async resetApp({ params }, { caller }) {
      return { status: 1, app: await present(await manage.reset(caller.account!.id, params.type)) };
    },
    async openGoalOverlay({ body }, { caller }) {
      const { id } = caller.account!;
      const version = await (body.renew ? overlays.renew(id) : overlays.open(id));
      return { status: 1, key: overlayKeyOf(id, version) };
    },
    readGoalOverlay: ({ query }) => watch.read(query.key, query.after),
  };
}
