import { Field, Input } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import type { SubjectField } from './use-subject.ts';

const SUBJECT_MAX = 250;

/** The current subject, as shown under the picture. */
export const SubjectModule = ({ subject }: { readonly subject: SubjectField }) => (
  <section className="module">
    <Field
      label={<Trans>Subject</Trans>}
      hint={<Trans>Shown under your video, on cards and in search.</Trans>}
    >
      <Input
        value={subject.text}
        maxLength={SUBJECT_MAX}
        onChange={(event) => subject.change(event.target.value)}
        onBlur={subject.save}
      />
    </Field>
  </section>
);
