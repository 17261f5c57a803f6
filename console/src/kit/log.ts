/** Logs failures that the screen does not show. Nothing else writes to the browser's console. */
export function log(message: string, cause?: unknown) {
  // biome-ignore lint/suspicious/noConsole: this is the only place that may write there
  console.warn(message, cause ?? '')
}
