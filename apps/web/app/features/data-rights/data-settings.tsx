import { DeletionSection } from './deletion-section.tsx';
import { ExportSection } from './export-section.tsx';

/** What somebody can ask of their own data: a copy of it, and its end. */
export function DataSettings() {
  return (
    <>
      <ExportSection />
      <DeletionSection />
    </>
  );
}
