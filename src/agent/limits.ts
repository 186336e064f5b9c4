/** The loop's limits. Tests set smaller ones. */
export type Limits = {
  /** Tool calls of one request, across all its turns and retries. */
  maxCallsPerRequest: number;
  /** How long a call may run or be prepared, milliseconds. */
  toolDeadlineMs: number;
  /** The longest question, in UTF-16 units. */
  maxQuestionLength: number;
  /** How long a form waits for the person's word, milliseconds. */
  approvalLifetimeMs: number;
  /** How often the partial answer is stored while it streams, milliseconds. */
  partialSaveIntervalMs: number;
  /** How long freezing the prompt waits for what the system knows of the person, milliseconds. */
  systemAnswerMs: number;
  /** How long a call of a provider that runs its own loop waits for the stream to announce it, milliseconds. */
  announcementTimeoutMs: number;
  /** How often one request may make the very same call; the next one is answered instead of run. */
  maxIdenticalCalls: number;
  /** Questions that may wait while a run goes on. */
  maxQueued: number;
  /** How long a window's claim on a chat holds without being renewed, milliseconds. */
  leaseMs: number;
  /** A chat older than this does not come back by itself, milliseconds. */
  reopenWithinMs: number;
};

const HOUR = 60 * 60 * 1000;

/** What Orbit runs with. */
export const DEFAULT_LIMITS: Limits = {
  maxCallsPerRequest: 15,
  toolDeadlineMs: 90_000,
  maxQuestionLength: 200_000,
  approvalLifetimeMs: 24 * HOUR,
  partialSaveIntervalMs: 1_000,
  systemAnswerMs: 2_000,
  announcementTimeoutMs: 1_000,
  maxIdenticalCalls: 2,
  maxQueued: 20,
  leaseMs: 8_000,
  reopenWithinMs: 12 * HOUR,
};
