import type { AnswerChange, AnswerDifference } from '@aichat/contracts/ai/answer-sets'
import type { Release } from '@aichat/contracts/ai/releases'
import type { WidgetContent } from '@aichat/contracts/widget/widget'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { AnswerChanges } from './AnswerChanges.tsx'
import { DifferenceList } from './DifferenceList.tsx'
import { diffConfigs } from './diff-configs.ts'

type Props = {
  release: Release
  draft: WidgetContent
  difference: AnswerDifference
  isRestoring: boolean
  /** Erases a knowledge item or FAQ that was removed. */
  renderErase: (text: AnswerChange) => ReactNode
  /** `removed` are the texts that come back although they were removed or disabled since. */
  onRestore: (removed: string[]) => void
  onClose: () => void
}

/** What restoring a release would change, and which removed texts come back. */
export function RestoreDialog(props: Props) {
  const { release, draft, difference, isRestoring, renderErase, onRestore, onClose } = props
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { removed, erasedCount, changed } = groupChanges(difference.answers)
  const design = diffConfigs(draft, release.config)
  const labels = { before: 'Your draft', after: `Release ${release.number}` }
  return (
    <Dialog
      shape="wide"
      title={`Restore release ${release.number}`}
      isOpen
      onClose={onClose}
      isDirty={chosen.size > 0 && !isRestoring}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            permission="projects.publish"
            isBusy={isRestoring}
            onPress={() => onRestore(removed.map(({ id }) => id).filter((id) => chosen.has(id)))}
          >
            Restore to draft
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        <p className="text-ink-2">
          This changes your draft. Visitors see it once you publish. Prompts are shared by all projects and
          stay as they are.
        </p>
        {removed.length > 0 && (
          <RemovedTexts texts={removed} chosen={chosen} renderErase={renderErase} onChange={setChosen} />
        )}
        {erasedCount > 0 && (
          <p className="text-ink-2">
            {erasedCount === 1 ? '1 text was' : `${erasedCount} texts were`} erased permanently and cannot
            come back.
          </p>
        )}
        {changed.length > 0 && (
          <Part title="Answers">
            <p className="text-ink-2">
              Knowledge that was added since is disabled, and FAQs that were added since are deleted.
            </p>
            <AnswerChanges
              changes={changed}
              total={changed.length + difference.totalAnswers - difference.answers.length}
              labels={labels}
            />
          </Part>
        )}
        {design.length > 0 && (
          <Part title="Design">
            <DifferenceList differences={design} />
          </Part>
        )}
      </div>
    </Dialog>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="font-strong">{title}</h3>
      {children}
    </section>
  )
}

type RemovedProps = {
  texts: readonly AnswerChange[]
  chosen: ReadonlySet<string>
  renderErase: Props['renderErase']
  onChange: (chosen: ReadonlySet<string>) => void
}

function RemovedTexts({ texts, chosen, renderErase, onChange }: RemovedProps) {
  function choose(id: string, isChosen: boolean) {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    onChange(next)
  }
  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className="font-strong">Removed or disabled since</legend>
      <p className="mt-0.5 mb-2 text-ink-2">
        These texts come back only if you select them. They were removed or disabled on purpose.
      </p>
      <ul className="flex flex-col divide-y rounded-control border">
        {texts.map((text) => (
          <li key={text.id} className="flex flex-wrap items-start gap-x-3 gap-y-2 px-3 py-2.5">
            <RemovedText
              text={text}
              isChosen={chosen.has(text.id)}
              onChange={(isChosen) => choose(text.id, isChosen)}
            />
            {renderErase(text)}
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

type RemovedTextProps = { text: AnswerChange; isChosen: boolean; onChange: (isChosen: boolean) => void }

function RemovedText({ text: { kind, title, after }, isChosen, onChange }: RemovedTextProps) {
  return (
    <label className="flex min-w-0 flex-[1_1_240px] cursor-pointer items-start gap-3">
      <input
        type="checkbox"
        checked={isChosen}
        aria-label={`Bring back ${title}`}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span className="min-w-0">
        <span dir="auto" className="block font-strong wrap-anywhere">
          {title} <span className="text-muted">{kind === 'faq' ? 'FAQ' : 'Knowledge'}</span>
        </span>
        <span dir="auto" className="line-clamp-3 text-ink-2 wrap-anywhere">
          {kind === 'faq' ? after?.slice(title.length).trim() : after}
        </span>
      </span>
    </label>
  )
}

/** Erased texts have neither a title nor a text. */
function groupChanges(answers: readonly AnswerChange[]) {
  const missing = answers.filter(({ kind, before }) => before === null && (kind === 'item' || kind === 'faq'))
  const removed = missing.filter(({ title }) => title !== '')
  return {
    removed,
    erasedCount: missing.length - removed.length,
    changed: answers.filter((change) => !missing.includes(change)),
  }
}
