import type { ReportWhole } from '@klieg/contract';
import { Avatar, Button, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';

const textOf = (value: ReportWhole['snapshot'][string] | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

export interface CaseSubjectProps {
  readonly whole: ReportWhole;
  /** Shows that person's room; absent: it is not on the wall. */
  readonly onRoom: (() => void) | undefined;
}

/** Whom a case is about, with the cases before it, and the way to their room while it is live. */
export function CaseSubject({ whole: { subject, snapshot, prior }, onRoom }: CaseSubjectProps) {
  const { t } = useLingui();
  if (subject === null)
    return (
      <p>
        <b>{t`A guest`}</b>
      </p>
    );
  const name = textOf(snapshot['display_name']) ?? subject;
  return (
    <div className="flex items-center gap-3">
      <Avatar src={textOf(snapshot['avatar_url'])} name={name} size={40} />
      <span className="min-w-0 grow">
        <b className="block truncate">
          <a href={`/${subject}`}>{name}</a>
        </b>
        <span className="small block truncate text-ink-2">{subject}</span>
      </span>
      {prior.length > 0 && (
        <Tag>
          <Trans>{prior.length} before</Trans>
        </Tag>
      )}
      {onRoom && (
        <Button kind="line" size="small" icon="eye" onClick={onRoom}>
          <Trans>Live now</Trans>
        </Button>
      )}
    </div>
  );
}
