import { type ReactNode, useMemo } from 'react'
import { diffWords, type TextPart } from './diff-words.ts'

type Side = {
  label: string
  /** Null where this side has no text. */
  text: string | null
  /** Shown below the text. */
  note?: ReactNode
}

type Props = {
  before: Side
  after: Side
  /** What a side without a text shows. */
  absent: string
}

/** Two texts side by side, with the words that differ. A text that only one side has is not marked. */
export function TextDifference({ before, after, absent }: Props) {
  const parts = useMemo(() => listParts(before.text, after.text), [before.text, after.text])
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      <Text side={before} parts={parts.before} absent={absent} mark="bg-bad-soft text-bad" />
      <Text side={after} parts={parts.after} absent={absent} mark="bg-ok-soft text-ok" />
    </div>
  )
}

function listParts(before: string | null, after: string | null) {
  if (before !== null && after !== null) return diffWords(before, after)
  const plain = (text: string | null): TextPart[] | null =>
    text === null ? null : [{ text, isChanged: false }]
  return { before: plain(before), after: plain(after) }
}

type TextProps = { side: Side; parts: TextPart[] | null; absent: string; mark: string }

function Text({ side, parts, absent, mark }: TextProps) {
  return (
    <div className="min-w-0">
      <h4 className="text-caption text-muted">{side.label}</h4>
      {parts === null ? (
        <p className="text-muted italic">{absent}</p>
      ) : (
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {parts.map(({ text, isChanged }, index) =>
            isChanged ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
              <mark key={index} className={`rounded-badge ${mark}`}>
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </p>
      )}
      {side.note}
    </div>
  )
}
