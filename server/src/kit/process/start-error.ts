/** An error that an operator can fix. Its message says what is wrong and what to do, and replaces the stack trace. */
export class StartError extends Error {}
