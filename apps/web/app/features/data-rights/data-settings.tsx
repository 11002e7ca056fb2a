import { DeletionSection } from './deletion-section.tsx';
import { ExportSection } from './export-section.tsx';

/** What somebody can request about their own data: a copy, and deletion. */
export function DataSettings() {
  return (
    <>
      <ExportSection />
      <DeletionSection />
    </>
  );
}
