import type { MediaEdit } from '@klieg/contract';
import { UPLOAD_PART_BYTES } from '@klieg/contract/features/media-library/limits';
import { AppError, toInstant, type Uuid } from '@klieg/kernel';
import { cleanLines } from '../people/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { ItemStore } from './item-store.ts';
import type { MediaStore } from './media-store.ts';
import type { PresentMedia } from './present-media.ts';
import type { MediaCalls } from './read.http.ts';
import type { ReadMedia } from './read-media.ts';
import type { SaveMedia, WantedChange } from './save-media.ts';
import type { makeUploadFiles } from './upload-files.ts';

export interface ChangeDeps {
  readonly uploads: ReturnType<typeof makeUploadFiles>;
  readonly items: Pick<ItemStore, 'listFree'>;
  readonly media: Pick<MediaStore, 'listOwn'>;
  readonly save: SaveMedia;
  readonly read: Pick<ReadMedia, 'view' | 'viewAll'>;
  readonly present: PresentMedia;
}

const numberCursor = (cursor: string | undefined): number | undefined =>
  cursor === undefined ? undefined : Number(cursor);
const nextOf = (list: readonly { readonly id: number }[], limit: number): string | null =>
  list.length === limit ? String(list.at(-1)!.id) : null;

/** Texts without what draws nothing. @throws common.invalid_input where nothing of the name is left */
function cleaned<W extends WantedChange>(wanted: W): W {
  const name = wanted.name === undefined ? undefined : cleanLines(wanted.name).replaceAll('\n', ' ').trim();
  if (name === '') throw new AppError('common.invalid_input');
  return {
    ...wanted,
    ...(name !== undefined && { name }),
    ...(wanted.description !== undefined && { description: cleanLines(wanted.description) }),
  };
}

/** What performers send and sell. */
export function makeChangeHandlers(
  deps: ChangeDeps,
): Pick<
  MediaCalls,
  | 'beginUpload'
  | 'sendUploadPart'
  | 'finishUpload'
  | 'listOwnItems'
  | 'deleteItem'
  | 'addMedia'
  | 'changeMedia'
  | 'deleteMedia'
  | 'listOwnMedia'
> {
  const { uploads, save, read, present } = deps;

  const editOf = async (id: number, caller: SiteCaller): Promise<MediaEdit> => {
    const view = await read.view(id, caller);
    if (!view) throw new AppError('media_library.not_found');
    return (await present.edits([view], caller))[0]!;
  };

  return {
    async beginUpload({ body }, { caller }) {
      const { id, expiresAt } = await uploads.begin(caller.account!, {
        typeId: body.type_id,
        fileName: body.file_name,
        sizeBytes: body.size_bytes,
        sha256: body.sha256,
      });
      return { upload_id: id, part_size: UPLOAD_PART_BYTES, expires_at: toInstant(expiresAt) };
    },
    async sendUploadPart({ params, file }, { caller }) {
      const { upload_id: id, part } = params;
      return { status: 1, received: await uploads.keepPart(caller.account!, id as Uuid, part, file) };
    },
    async finishUpload({ params }, { caller }) {
      const id = await uploads.finish(caller.account!, params.upload_id as Uuid);
      return { status: 1, item: { id, state: 'encoding' } };
    },
    async listOwnItems({ query }, { caller }) {
      const found = await deps.items.listFree(caller.account!.id, numberCursor(query.cursor), query.limit);
      return {
        items: found.map((item) => present.uploaded(item, caller)),
        next_cursor: nextOf(found, query.limit),
      };
    },
    async deleteItem({ params }, { caller }) {
      await save.removeItem(caller.account!, params.id);
      return { status: 1 };
    },
    async addMedia({ body }, { caller }) {
      const { type_id: typeId, ...wanted } = body;
      const id = await save.add(caller.account!, typeId, cleaned(wanted));
      return { status: 1, media: await editOf(id, caller) };
    },
    async changeMedia({ params, body }, { caller }) {
      await save.change(caller.account!, params.id, cleaned(body));
      return { status: 1, media: await editOf(params.id, caller) };
    },
    async deleteMedia({ params }, { caller }) {
      await save.remove(caller.account!, params.id);
      return { status: 1 };
    },
    async listOwnMedia({ query }, { caller }) {
      const found = await deps.media.listOwn(caller.account!.id, {
        before: numberCursor(query.cursor),
        limit: query.limit,
        status: query.status,
      });
      const views = await read.viewAll(found, caller);
      return {
        items: await present.edits(views, caller),
        next_cursor: nextOf(found, query.limit),
      };
    },
  };
}
