export { fromTimeField, toTimeField, wholeOf } from './form-rules.ts';
export { useDeskSave } from './use-desk-save.tsx';
export { useRemoval } from './use-removal.ts';
