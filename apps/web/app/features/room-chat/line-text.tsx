import { joinClasses } from '@klieg/ui';
import { Fragment, useContext } from 'react';
import { EmoticonsContext, splitEmoticons } from './emoticon-text.ts';
import { cssOfStyle, type LineStyle } from '../../shared/line-style/line-style.ts';
import { splitMentions } from './mention-rules.ts';

/** Text with the pictures that its codes stand for; the code is what a screen reader hears and a copy takes. */
function Words({ text }: { readonly text: string }) {
  return splitEmoticons(text, useContext(EmoticonsContext)).map((part, position) =>
    part.url === undefined ? (
      <Fragment key={position}>{part.text}</Fragment>
    ) : (
      <img key={position} className="emoticon" src={part.url} alt={part.text} width={20} height={20} />
    ),
  );
}

/** The words of a line: as its writer styled them, with who is spoken to marked. */
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
          <Words key={position} text={part.text} />
        ) : (
          <span key={position} className={joinClasses('mention', part.name === own && 'mention-own')}>
            {part.text}
          </span>
        ),
      )}
    </span>
  );
}
