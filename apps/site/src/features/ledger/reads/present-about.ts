import type { LedgerRow } from '@klieg/contract';
import { toInstant, type Uuid } from '@klieg/kernel';
import type { AboutOf, TransferAbout } from './about-store.ts';

/* What a line of a statement was for, for the person whose line it is. */

export type About = NonNullable<LedgerRow['about']>;

/** Names of media by their numbers, even of deleted ones. */
export type MediaNamesOf = (ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;

const mediaIdOf = ({ ref }: TransferAbout): number | undefined =>
  ref?.type === 'media' && /^\d{1,15}$/.test(ref.id) ? Number(ref.id) : undefined;

const LEVELS = ['supporter', 'insider', 'legend'] as const;

/** Only the part of the note that the page shows: the rest is for readers that act on payments. */
function presentAbout(about: TransferAbout, mediaNames: ReadonlyMap<number, string>): About | null {
  const { ref, detail, refundOf } = about;
  const mediaId = mediaIdOf(about);
  const said = detail?.['label'];
  const label = mediaId === undefined ? (typeof said === 'string' ? said : null) : mediaNames.get(mediaId);
  const level = ref?.type === 'fan_club' ? LEVELS.find((one) => one === detail?.['level']) : undefined;
  const count = mediaId !== undefined && typeof detail?.['count'] === 'number' ? detail['count'] : 1;
  if ((label ?? null) === null && level === undefined && !refundOf) return null;
  return {
    label: label ?? null,
    fan_level: level ?? null,
    count,
    refund_of: refundOf ? { ...refundOf, at: toInstant(refundOf.at) } : null,
  };
}

/** @returns what each of these transfers was for, where known */
export const makeReadAbouts =
  (deps: { readonly aboutOf: AboutOf; readonly mediaNamesOf: MediaNamesOf }) =>
  async (ids: readonly Uuid[]): Promise<ReadonlyMap<Uuid, About | null>> => {
    const found = await deps.aboutOf(ids);
    const media = [...found.values()].flatMap((about) => mediaIdOf(about) ?? []);
    const names = media.length === 0 ? new Map<number, string>() : await deps.mediaNamesOf(media);
    return new Map([...found].map(([id, about]) => [id, presentAbout(about, names)]));
  };

export type ReadAbouts = ReturnType<typeof makeReadAbouts>;

/** The same in a file for one's books. */
export function writeAbout(about: About | null | undefined): string {
  if (!about) return '';
  const { label, fan_level: level, count, refund_of: of } = about;
  const what = [
    label === null ? '' : count > 1 ? `${label} and ${count - 1} more` : label,
    level === null ? '' : `fan club, ${level}`,
    of ? `refund of ${of.kind} ${of.id} of ${of.at}` : '',
  ];
  return what.filter((part) => part !== '').join('; ');
}
