/** The one door to the browser's console: failures that the screen keeps silent about are told here. */
export function log(what: string, cause?: unknown) {
  // biome-ignore lint/suspicious/noConsole: this is the one place that may write there
  console.warn(what, cause ?? '')
}
