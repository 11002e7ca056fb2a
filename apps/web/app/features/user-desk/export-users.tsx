import { Button, Notice } from '@klieg/ui';
import { useDeskSave } from '../back-office/index.ts';
import { fetchFile } from '../money-desk/index.ts';

/** Saves all accounts that are found as a file. */
export function ExportUsers({ wanted }: { readonly wanted: Readonly<Record<string, string>> }) {
  const { isBusy, failure, locked, save } = useDeskSave(() =>
    fetchFile(`/admin/users/export?${new URLSearchParams({ ...wanted, format: 'csv' })}`, 'accounts', 'csv'),
  );
  return (
    <>
      {locked}
      <Button kind="line" icon="download-simple" busy={isBusy} onClick={() => void save()}>
        CSV
      </Button>
      {failure !== undefined && (
        <div className="basis-full">
          <Notice tone="bad" title={failure} />
        </div>
      )}
    </>
  );
}
