import { logoSentences } from '@aichat/contracts/widget/logo'
import { widgetRoutes } from '@aichat/contracts/widget/widget'
import { useState } from 'react'
import { errorMessage } from '../../kit/http/api-error.ts'
import { upload } from '../../kit/http/upload.ts'
import { log } from '../../kit/log.ts'
import { checkLogoFile } from './check-logo-file.ts'

export type LogoUpload = {
  /** From 0 to 1; null while nothing is being uploaded. */
  progress: number | null
  error: string | null
  /** Announced to screen readers. */
  status: string
  start: (file: File) => Promise<void>
}

type State = Omit<LogoUpload, 'start'>

const idle: State = { progress: null, error: null, status: '' }

/**
 * Uploads a logo. `onUploaded` runs with its address, also when the tab with the field was left meanwhile, because the user has
 * chosen the image.
 */
export function useLogoUpload(widgetId: string, onUploaded: (logoUrl: string) => void): LogoUpload {
  const [state, setState] = useState(idle)

  async function start(file: File) {
    const error = checkLogoFile(file)
    if (error) return setState({ ...idle, error })
    setState({ ...idle, progress: 0 })
    try {
      const { logoUrl } = await upload(widgetRoutes.uploadLogo, {
        params: { widgetId },
        files: [file],
        onProgress: (progress) => setState({ ...idle, progress }),
      })
      onUploaded(logoUrl)
      setState({ ...idle, status: 'Logo uploaded' })
    } catch (cause) {
      log('Failed to upload a logo', cause)
      setState({ ...idle, error: errorMessage(cause, logoSentences.uploadFailed) })
    }
  }

  return { ...state, start }
}
