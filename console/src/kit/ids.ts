/** A random id. `crypto.randomUUID` exists only on secure origins, and an intranet may serve the console over HTTP. */
export function createId(): string {
  if (crypto.randomUUID) return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
