import { CloseIcon } from './icons.tsx'
import type { Upload } from './use-uploads.ts'
import { words } from './words.ts'

export function Uploads({
  uploads,
  onRemove,
}: {
  uploads: readonly Upload[]
  onRemove: (key: number) => void
}) {
  if (uploads.length === 0) return null
  return (
    <ul className="uploads">
      {uploads.map(({ key, name, progress, attachment, problem }) => (
        <li key={key}>
          <span className="file-name" dir="auto">
            {name}
          </span>
          {problem ? (
            <span className="bad" role="alert">
              {problem}
            </span>
          ) : (
            !attachment && <progress aria-label={`${words.uploading} ${name}`} value={progress} max={1} />
          )}
          <button type="button" aria-label={`${words.removeFile}: ${name}`} onClick={() => onRemove(key)}>
            <CloseIcon />
          </button>
        </li>
      ))}
    </ul>
  )
}
