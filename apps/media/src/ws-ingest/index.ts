export { makePageGate, type PageGate } from './page-gate.ts';
