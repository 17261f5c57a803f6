import type { Attachment } from '@aichat/contracts/attachments'
import { useEffect, useState } from 'react'
import { saveAs } from './files.ts'
import { FileIcon } from './icons.tsx'
import { words } from './words.ts'

type FetchFile = (id: string) => Promise<Blob>
type Props = { attachments: readonly Attachment[]; fetchFile: FetchFile | null }

const pictures = /^image\/(?:png|jpeg|gif|webp)$/

/** Pictures are shown, everything else is saved: nothing that was sent is ever opened as a page. */
export function Attachments({ attachments, fetchFile }: Props) {
  if (attachments.length === 0) return null
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
  const picture = usePicture(pictures.test(mime) ? id : null, fetchFile)

  async function save() {
    setHasFailed(false)
    try {
      if (fetchFile) saveAs(await fetchFile(id), name)
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
      {picture ? (
        <img src={picture} alt={name} />
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

/** Where a picture can be drawn from, once it is there. */
function usePicture(id: string | null, fetchFile: FetchFile | null): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!id || !fetchFile) return
    let made: string | undefined
    let isGone = false
    fetchFile(id).then(
      (content) => {
        if (isGone) return
        made = URL.createObjectURL(content)
        setAddress(made)
      },
      // Without the picture there is still its name, to be fetched with a press.
      () => {},
    )
    return () => {
      isGone = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [id, fetchFile])
  return address
}
