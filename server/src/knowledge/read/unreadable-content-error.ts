/** The content cannot be parsed. The message is shown to the user, who can fix the cause. */
export class UnreadableContentError extends Error {}
