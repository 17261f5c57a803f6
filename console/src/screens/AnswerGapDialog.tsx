import type { Faq, FaqForm } from '@aichat/contracts/ai/faq'
import { useId, useState } from 'react'
import { showSaveError, useSaveTest } from '../answer-tests/queries.ts'
import { AddFaqDialog } from '../faq/AddFaqDialog.tsx'
import { usePermission } from '../kit/permissions.ts'

type Props = {
  project: { id: string; name: string }
  form: FaqForm
  onClose: () => void
  /** `done` says what was added. */
  onAdded: (done: string) => void
}

/** Writes an FAQ for a question that the AI could not answer, and an answer test that asks it. */
export function AnswerGapDialog({ project, form, onClose, onAdded }: Props) {
  const hintId = useId()
  const mayTest = usePermission('answer_tests.manage')
  const [savesTest, setSavesTest] = useState(true)
  const saveTest = useSaveTest(project.id, null)

  async function added({ question }: Faq) {
    if (!mayTest || !savesTest) return onAdded('FAQ added')
    try {
      await saveTest.mutateAsync({ question, mustContain: [], mustCite: null, mustHandOver: false })
      onAdded('FAQ and answer test added')
    } catch (error) {
      onAdded('FAQ added')
      showSaveError(error as Error)
    }
  }

  return (
    <AddFaqDialog
      title="Write an answer"
      projectId={project.id}
      draft={form}
      onClose={onClose}
      onAdded={added}
    >
      <p className="text-ink-2 wrap-anywhere">Saved as an FAQ of {project.name}.</p>
      {mayTest && (
        <div>
          <label className="flex cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              checked={savesTest}
              aria-describedby={hintId}
              onChange={(event) => setSavesTest(event.target.checked)}
              className="size-4 shrink-0 accent-accent"
            />
            Add an answer test
          </label>
          <p id={hintId} className="ps-7 text-caption text-muted">
            Asks this question whenever your answers change, and says if the AI can't answer it.
          </p>
        </div>
      )}
    </AddFaqDialog>
  )
}
