export { freePort } from './free-port.ts';
export { CallError, makeVisitor, type Received, type Visitor, type VisitorSocket } from './visitor.ts';
