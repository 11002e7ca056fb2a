import type { UserLevel } from '@klieg/ui';

/** What the wire tells about a person in a room; every field may be missing (F4). */
export interface Person {
  readonly username: string;
  readonly displayName?: string;
  readonly isModel: boolean;
  readonly isModerator: boolean;
  readonly isGuest: boolean;
  readonly isVip: boolean;
  readonly isSuperVip: boolean;
  readonly hasTokens: boolean;
  readonly fanLevel?: 'supporter' | 'insider' | 'legend';
  /** Tips to this performer in the last 60 min. */
  readonly recentTips: number;
  /** 0 visible; of a higher level only the performer and staff learn, whose lists have everybody (F2). */
  readonly invisibleLevel: number;
}

type Fields = Readonly<Record<string, unknown>>;

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
const isTrue = (value: unknown): boolean => value === true;
const FAN_LEVELS = ['supporter', 'insider', 'legend'] as const;

/** A person from the flat or nested summary of the wire. */
export function readPerson(fields: Fields): Person {
  const fanLevel = FAN_LEVELS.find((level) => level === fields['fan_level']);
  const displayName = fields['display_name'];
  return {
    username: String(fields['username'] ?? ''),
    ...(typeof displayName === 'string' && { displayName }),
    ...(fanLevel && { fanLevel }),
    isModel: isTrue(fields['is_model']),
    isModerator: isTrue(fields['is_moderator']),
    isGuest: isTrue(fields['is_guest']),
    isVip: isTrue(fields['is_vip']),
    isSuperVip: isTrue(fields['is_super_vip']),
    hasTokens: isTrue(fields['has_tokens']),
    recentTips: numberOf(fields['recentTips']),
    invisibleLevel: numberOf(fields['invisible_mode_level']),
  };
}

/** The one shape for a person; roles in the room go before purchased levels. */
export function levelOf(person: Person): UserLevel {
  if (person.isModel) return 'model';
  if (person.isModerator) return 'moderator';
  if (person.fanLevel) return `fan-${person.fanLevel}`;
  if (person.isSuperVip) return 'super-vip';
  if (person.isVip) return 'vip';
  if (person.hasTokens) return 'has-tokens';
  return person.isGuest ? 'guest' : 'member';
}
