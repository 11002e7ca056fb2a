import { Fragment, useContext } from 'react';
import { EmoticonsContext, splitEmoticons } from './emoticon-text.ts';

/** Text with pictures in place of its codes; screen readers and copying get the code. */
export function EmoticonWords({ text }: { readonly text: string }) {
  return splitEmoticons(text, useContext(EmoticonsContext)).map((part, position) =>
    part.url === undefined ? (
      <Fragment key={position}>{part.text}</Fragment>
    ) : (
      <img key={position} className="emoticon" src={part.url} alt={part.text} width={20} height={20} />
    ),
  );
}
