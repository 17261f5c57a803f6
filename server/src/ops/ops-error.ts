/** What an operator can mend: said without a stack. */
export class OpsError extends Error {}
