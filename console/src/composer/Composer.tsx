import { messageLimits } from '@aichat/contracts/messages'
import type { Session } from '@aichat/contracts/sessions'
import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { FileTray } from '../attachments/FileTray.tsx'
import { useTray } from '../attachments/upload-queue.ts'
import { draftFiles } from '../drafts/draft-files.ts'
import { useDraft } from '../drafts/draft-text.ts'
import { type Action, useActions } from '../kit/actions.ts'
import { NoteToggle } from '../notes/NoteToggle.tsx'
import { copiesOf } from '../saved-replies/queries.ts'
import { sendMessage } from '../sync/send-message.ts'
import { useAnnounceViewing } from '../sync/viewers.ts'
import { visitorName } from '../sync/visitor.ts'
import { Button } from '../ui/Button.tsx'
import { Completions } from '../ui/CompletionMenu.tsx'
import { toast } from '../ui/toasts.ts'
import { AttachButton } from './AttachButton.tsx'
import { onComposeWish } from './composer-focus.ts'
import { EmojiButton } from './EmojiButton.tsx'
import { QuickReplies } from './QuickReplies.tsx'
import { RequestForm } from './RequestForm.tsx'
import { SmartReplyToggle } from './SmartReplyToggle.tsx'
import { deskKeys } from './shortcuts.ts'
import { useEmojiWords } from './use-emoji-completion.ts'
import { useSlash } from './use-slash-completion.ts'
import { useTypingNotice } from './use-typing-announcement.ts'
import { useAssistant } from './use-writing-assistant.ts'
import { AssistantHint, AssistantStrip, AssistantTools } from './WritingAssistant.tsx'

type Props = { session: Session; onNote: () => void; onNext: () => void }

/**
 * Enter sends, Shift+Enter makes a new line, Alt+Enter previews in another tone; while a word is being composed Enter
 * belongs to the keyboard.
 */
export function Composer({ session, onNote, onNext }: Props) {
  const { sessionId } = session
  const [text, setText] = useDraft(sessionId)
  const [areRepliesShown, showReplies] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const typing = useTypingNotice(sessionId)
  const tray = draftFiles(sessionId)
  const files = useTray(tray)
  const attachments = files.flatMap(({ attachment }) => attachment ?? [])
  const isUploading = files.some(({ attachment }) => attachment === null)
  const isBlocked = isUploading || (text.trim() === '' && attachments.length === 0)
  const [caret, setCaret] = useState(0)
  const slash = useSlash(session, text, (reply, saved) => {
    fill(reply)
    if (saved) complain(tray.addCopies(copiesOf(sessionId, saved)))
  })
  const emoji = useEmojiWords(text, caret, put)
  const menu = slash.isOpen ? slash : emoji
  const assistant = useAssistant({ sessionId, text, onText: fill, onSend: send })
  useAnnounceViewing(sessionId, typing.isTyping)
  useEffect(() => onComposeWish(sessionId, () => area.current?.focus()), [sessionId])

  function send(words = text, writing = assistant.writing): boolean {
    const isBlank = words.trim() === ''
    if (isUploading || (isBlank && attachments.length === 0)) return false
    typing.stopped()
    sendMessage(sessionId, words, { attachments, writing: isBlank ? undefined : writing })
    setText('')
    tray.clear()
    assistant.forget()
    area.current?.focus()
    return true
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || menu.onKeyDown(event)) return
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    if (event.altKey) assistant.preview()
    else if (send() && (event.ctrlKey || event.metaKey)) onNext()
  }

  function fill(reply: string) {
    setText(reply)
    area.current?.focus()
  }

  function insert(piece: string) {
    const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {}
    put(selectionStart, selectionEnd, piece)
  }

  function put(from: number, to: number, piece: string) {
    setText(text.slice(0, from) + piece + text.slice(to))
    area.current?.focus()
    const place = from + piece.length
    requestAnimationFrame(() => area.current?.setSelectionRange(place, place))
  }

  function take(chosen: Iterable<File>) {
    complain(tray.addFiles([...chosen]))
  }

  const actions = useMemo<Action[]>(
    () => [
      {
        label: 'Write a reply',
        group: 'Actions on this page',
        keys: deskKeys.write,
        run: () => area.current?.focus(),
      },
    ],
    [],
  )
  useActions(actions)

  return (
    <section
      aria-label="Reply"
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return
        event.preventDefault()
        take(event.dataTransfer.files)
      }}
      className="shrink-0 border-t bg-surface px-3 pt-2.5 pb-[max(12px,env(safe-area-inset-bottom))]"
    >
      <div className="@container pb-2">
        <div
          data-testid="tools"
          data-on={assistant.isOn || undefined}
          className="group/tools flex items-center gap-2 overflow-x-auto [scrollbar-width:none] @max-[29rem]:gap-1"
        >
          <RequestForm sessionId={sessionId} />
          <SmartReplyToggle isOn={areRepliesShown} onToggle={() => showReplies(!areRepliesShown)} />
          <AssistantTools assistant={assistant} />
          <NoteToggle isOn={false} onToggle={onNote} />
        </div>
      </div>
      <AssistantStrip assistant={assistant} />
      {areRepliesShown && (
        <QuickReplies
          onChoose={fill}
          onSend={(reply) => sendMessage(sessionId, reply, { attachments: [], writing: assistant.writing })}
        />
      )}
      <FileTray label="Files to send" tray={tray} />
      <Completions of={menu} />
      <div className="flex items-end gap-1 rounded-card border border-control bg-surface py-1.5 ps-1 pe-1.5 focus-within:border-focus focus-within:outline-2 focus-within:outline-focus">
        <AttachButton onFiles={take} />
        <EmojiButton onChoose={insert} />
        <textarea
          ref={area}
          aria-label="Message"
          aria-controls={menu.isOpen ? menu.id : undefined}
          aria-activedescendant={menu.isOpen ? menu.activeId : undefined}
          dir="auto"
          rows={1}
          value={text}
          maxLength={messageLimits.text}
          placeholder={`Reply to ${visitorName(session)}…`}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onChange={(event) => {
            setText(event.target.value)
            setCaret(event.target.selectionStart)
            typing.typed()
          }}
          onPaste={(event) => {
            if (event.clipboardData.files.length === 0) return
            event.preventDefault()
            take(event.clipboardData.files)
          }}
          onKeyDown={onKeyDown}
          onBlur={typing.stopped}
          className="field-sizing-content max-h-44 min-w-0 flex-1 resize-none bg-transparent py-2 text-body outline-none placeholder:truncate max-md:text-field"
        />
        <Button
          variant="primary"
          onPress={() => send()}
          isDisabled={isBlocked}
          className={assistant.writing && 'outline-2 outline-offset-1 outline-ai-solid'}
          icon={<SendHorizontal aria-hidden size={16} strokeWidth={1.75} />}
        >
          <span className="max-md:sr-only">Send</span>
        </Button>
      </div>
      <AssistantHint assistant={assistant} />
    </section>
  )
}

function complain(problem: string | null) {
  if (problem) toast(problem, { tone: 'bad' })
}
