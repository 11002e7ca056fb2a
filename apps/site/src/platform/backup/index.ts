export { backUpCluster } from './cluster-backup-store.ts';
export { copyTree, giveTree } from './copy-tree.ts';
