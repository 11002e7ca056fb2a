import type { Answer } from '../../shared/api/answers.ts';
import { LegalText } from '../../shared/legal-text/legal-text.tsx';
import { ContentFrame } from './content-frame.tsx';

/** A text of the site that is not a legal one. */
export function TextPage({ text }: { readonly text: Answer<'getContent'> }) {
  return (
    <ContentFrame title={text.title}>
      <LegalText html={text.body_html} />
    </ContentFrame>
  );
}
