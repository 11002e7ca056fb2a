import { joinClasses } from '@klieg/ui';
import { EmoticonWords } from '#app/shared/emoticons/emoticon-words.tsx';
import { cssOfStyle, type LineStyle } from '#app/shared/line-style/line-style.ts';
import { splitMentions } from './mention-rules.ts';

/** The text of a line: in its writer's style, with mentions marked. */
export function LineText({
  text,
  style,
  own,
}: {
  readonly text: string;
  readonly style: LineStyle | undefined;
  readonly own: string | undefined;
}) {
  const parts = splitMentions(text);
  return (
    <span
      className={joinClasses('message-text', style?.color && 'message-text-colored')}
      {...(style && { style: cssOfStyle(style) })}
    >
      {parts.map((part, position) =>
        part.name === undefined ? (
          <EmoticonWords key={position} text={part.text} />
        ) : (
          <span key={position} className={joinClasses('mention', part.name === own && 'mention-own')}>
            {part.text}
          </span>
        ),
      )}
    </span>
  );
}
