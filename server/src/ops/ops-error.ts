/** An error that an operator can correct: printed without a stack trace. */
export class OpsError extends Error {}
