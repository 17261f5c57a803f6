import { sourceSentences } from '@aichat/contracts/ai/sources'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { errorMessage } from '../kit/http/api-error.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/feedback/toasts.ts'
import { uploadArchive } from './upload-archive.ts'

/** Uploads a newer archive, which refreshes the documents. */
export function UploadButton(place: { projectId: string; sourceId: string }) {
  const input = useRef<HTMLInputElement>(null)
  const [isUploading, setUploading] = useState(false)

  async function start(file: File | undefined) {
    if (!file) return
    setUploading(true)
    try {
      await uploadArchive(place, file)
    } catch (error) {
      toast(errorMessage(error, sourceSentences.uploadFailed), { tone: 'bad' })
    } finally {
      setUploading(false)
      if (input.current) input.current.value = ''
    }
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".zip"
        aria-label="Archive to upload"
        tabIndex={-1}
        className="hidden"
        onChange={(event) => void start(event.target.files?.[0])}
      />
      <Button
        size="compact"
        icon={<Upload aria-hidden size={14} />}
        isBusy={isUploading}
        permission="knowledge.edit"
        onPress={() => input.current?.click()}
      >
        Upload again
      </Button>
    </>
  )
}
