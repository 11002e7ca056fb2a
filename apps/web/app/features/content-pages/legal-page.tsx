import { Trans, useLingui } from '@lingui/react/macro';
import type { Answer } from '../../shared/api/answers.ts';
import { LegalText } from '../../shared/legal-text/legal-text.tsx';
import { ContentFrame } from './content-frame.tsx';
import { dayOf } from './day-of.ts';

/** A legal text with its version and effective date. */
export function LegalPage({ text }: { readonly text: Answer<'getContent'> }) {
  const { i18n } = useLingui();
  const day = dayOf(text.effective_at, i18n.locale);
  return (
    <ContentFrame
      title={text.title}
      note={
        <Trans>
          Version {text.version}, {day}
        </Trans>
      }
    >
      <LegalText html={text.body_html} />
    </ContentFrame>
  );
}
