import { sourceLimits, sourceSentences } from '@aichat/contracts/ai/sources'
import { FileArchive } from 'lucide-react'
import { useId } from 'react'

type Props = { file: File | null; onChoose: (file: File | null) => void }

/** A file picker for a .zip archive. */
export function ArchiveField({ file, onChoose }: Props) {
  const id = useId()
  const isTooLarge = file !== null && file.size > sourceLimits.archiveBytes
  return (
    <div className="flex grow flex-col gap-2">
      <label
        htmlFor={id}
        className="flex min-h-36 grow cursor-pointer flex-col items-center justify-center gap-1 rounded-control border border-dashed p-4 text-center hover:bg-hover has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-focus"
      >
        <FileArchive aria-hidden size={20} strokeWidth={1.75} className="text-muted" />
        <span className="font-strong wrap-anywhere">{file?.name ?? sourceSentences.archive}</span>
        <span className="text-ink-2">
          Documents or a folder of Markdown files, up to 50 MB. Upload a newer archive to refresh them.
        </span>
        <input
          id={id}
          type="file"
          accept=".zip"
          aria-label="Archive to upload"
          className="sr-only"
          onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
        />
      </label>
      {isTooLarge && (
        <p role="alert" className="text-bad">
          {sourceSentences.archiveTooLarge}
        </p>
      )}
    </div>
  )
}
