import { CloseIcon, FileIcon } from '../kit/icons.tsx'
import { words } from '../kit/words.ts'
import type { Upload } from './use-uploads.ts'

export type UploadsProps = { uploads: readonly Upload[]; onRemove: (key: number) => void }

export function Uploads({ uploads, onRemove }: UploadsProps) {
  return (
    <ul className="uploads">
      {uploads.map(({ key, name, thumbnailUrl, progress, attachment, problem }) => (
        <li key={key}>
          {thumbnailUrl ? <img src={thumbnailUrl} alt="" /> : <FileIcon />}
          <div>
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
          </div>
          <button type="button" aria-label={`${words.removeFile}: ${name}`} onClick={() => onRemove(key)}>
            <CloseIcon />
          </button>
        </li>
      ))}
    </ul>
  )
}
