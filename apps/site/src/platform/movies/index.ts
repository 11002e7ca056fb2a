export {
  type Box,
  box,
  childOf,
  fullBox,
  type ReadBytes,
  readBoxes,
  readMoov,
  requireChild,
  u32,
} from './boxes.ts';
