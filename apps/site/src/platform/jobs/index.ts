export { type JobQueue, startJobQueue } from './job-queue.ts';
