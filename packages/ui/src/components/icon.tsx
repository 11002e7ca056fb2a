import type { IconName } from '../icons/icon-name.ts';
import spriteUrl from '../icons/sprite.svg?url';
import { joinClasses } from './join-classes.ts';

export interface IconProps {
  readonly name: IconName;
  /** Pixels; 18 unless inline (14), in a button (16) or alone in a block (22). */
  readonly size?: 14 | 16 | 18 | 22;
  /** Only when the icon says something that no text beside it says. */
  readonly label?: string;
  readonly className?: string;
}

/** An icon of the sprite in the colour of its text; hidden from screen readers unless it has a label. */
export function Icon({ name, size = 18, label, className }: IconProps) {
  const accessible = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    <svg className={joinClasses('icon', size !== 18 && `icon-${size}`, className)} {...accessible}>
      <use href={`${spriteUrl}#${name}`} />
    </svg>
  );
}
