import type { FastifyReply } from 'fastify';
import type { AgeFaults } from './age-faults.ts';

/** What the twins of age vendors share. */
export interface AgeTwinUses {
  /** A word that the shop and this service both know. */
  readonly word: (name: string) => string;
  readonly html: (reply: FastifyReply, status: number, text: string) => FastifyReply;
  /** Posts news to the shop, once and unsigned, as these vendors do. */
  readonly notify: (url: string, body: object) => void;
  readonly faults: () => AgeFaults;
}
