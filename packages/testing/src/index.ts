export { CallError, makeVisitor, type Received, type Visitor, type VisitorSocket } from './visitor.ts';
