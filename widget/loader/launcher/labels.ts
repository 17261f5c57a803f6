import type { LauncherLabels } from '@aichat/contracts/kit/languages'

/** Built in, so that visitors of English pages do not download them with the config. */
export const englishLabels: Pick<LauncherLabels, 'open' | 'close' | 'unreachable' | 'retry'> = {
  open: 'Open chat',
  close: 'Close chat',
  unreachable: "We couldn't load the chat. Please try again.",
  retry: 'Retry',
}
