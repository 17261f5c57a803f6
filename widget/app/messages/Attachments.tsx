import type { Attachment } from '@aichat/contracts/chat/attachments'
import { useEffect, useState } from 'react'
import { downloadFile, imageTypes } from '../chat/files.ts'
import { FileIcon } from '../kit/icons.tsx'
import { words } from '../kit/words.ts'

type FetchFile = (id: string) => Promise<Blob>
export type AttachmentsProps = { attachments: readonly Attachment[]; fetchFile: FetchFile | null }

/** Images are shown and all other files are downloaded. A file is never opened as a page. */
export function Attachments({ attachments, fetchFile }: AttachmentsProps) {
  return (
    <ul className="attachments">
      {attachments.map((attachment) => (
        <li key={attachment.id}>
          <File attachment={attachment} fetchFile={fetchFile} />
        </li>
      ))}
    </ul>
  )
}

function File({ attachment, fetchFile }: { attachment: Attachment; fetchFile: FetchFile | null }) {
  const { id, name, mime } = attachment
  const [hasFailed, setHasFailed] = useState(false)
  const imageUrl = useImageUrl(imageTypes.test(mime) ? id : null, fetchFile)

  async function save() {
    setHasFailed(false)
    try {
      if (fetchFile) downloadFile(await fetchFile(id), name)
    } catch {
      setHasFailed(true)
    }
  }

  return (
    <button
      type="button"
      className="file"
      aria-label={`${words.download}: ${name}`}
      disabled={!fetchFile}
      onClick={save}
    >
      {imageUrl ? (
        <img src={imageUrl} alt={name} />
      ) : (
        <>
          <FileIcon />
          <span className="file-name" dir="auto">
            {name}
          </span>
        </>
      )}
      {hasFailed && (
        <span className="bad" role="alert">
          {words.failed}
        </span>
      )}
    </button>
  )
}

/** The object URL of an image, once it is loaded. */
function useImageUrl(id: string | null, fetchFile: FetchFile | null): string | null {
  const [objectUrl, setObjectUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!id || !fetchFile) return
    let url: string | undefined
    let isUnmounted = false
    fetchFile(id).then(
      (content) => {
        if (isUnmounted) return
        url = URL.createObjectURL(content)
        setObjectUrl(url)
      },
      // Without the image, the button with the file name remains.
      () => {},
    )
    return () => {
      isUnmounted = true
      if (url) URL.revokeObjectURL(url)
    }
  }, [id, fetchFile])
  return objectUrl
}
