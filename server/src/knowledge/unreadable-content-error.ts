/** Something cannot be read, for a reason that its owner can do something about: the message is shown to them. */
export class UnreadableContentError extends Error {}
