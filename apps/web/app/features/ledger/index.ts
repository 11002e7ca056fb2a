export { KIND_WORDS } from './ledger-words.ts';
export { SpendCharts, SpendKey } from './spend-chart.tsx';
export { groupOf, type SpendDay } from './statement-rules.ts';
export { TracePanel } from './trace-panel.tsx';
