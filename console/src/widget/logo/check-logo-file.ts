import { logoLimits, logoSentences } from '@aichat/contracts/widget/logo'

/** Why the server would refuse the file, as far as that is known without its content. */
export function checkLogoFile({ size }: Pick<File, 'size'>): string | null {
  if (size === 0) return logoSentences.fileEmpty
  return size > logoLimits.bytes ? logoSentences.fileTooLarge : null
}
