import type { WidgetContent } from '@aichat/contracts/widget'
import type { FrameMessage } from '../protocol.ts'
import type { Command } from './commands.ts'
import { createFrame, type Frame } from './frame.ts'
import { drawLauncher } from './launcher.ts'
import { recall, remember } from './memory.ts'

/** Draws the launcher and opens the chat when somebody means to. Answers what performs the page's commands. */
export function createWidget(
  origin: string,
  publicKey: string,
  config: WidgetContent,
): (command: Command) => void {
  const running = `aichat:${publicKey}:running`
  const dismissed = `aichat:${publicKey}:dismissed`
  const { behavior, brand } = config
  let frame: Frame | undefined
  let isOpen = false
  let isTouched = recall('sessionStorage', dismissed) !== null

  const launcher = drawLauncher(() => (isOpen ? close(true) : open(true)), dismiss)
  launcher.dress(config)
  launcher.setTooltip(behavior.showTooltip && !isTouched)
  launcher.box.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && isOpen) close(true)
  })

  if (recall('localStorage', running)) show(false)
  if (!isTouched) {
    if (behavior.openOnLoad) open(false)
    else if (behavior.autoOpenDelay > 0) {
      setTimeout(() => isTouched || open(false), behavior.autoOpenDelay * 1000)
    }
  }

  function open(takesFocus: boolean) {
    isTouched = true
    isOpen = true
    launcher.button.dataset.animation = ''
    launcher.setOpen(true)
    launcher.setTooltip(false)
    show(takesFocus)
  }

  function close(takesFocus: boolean) {
    isOpen = false
    launcher.setOpen(false)
    show(false)
    dismiss()
    if (takesFocus) launcher.button.focus()
  }

  function show(takesFocus: boolean) {
    frame ??= createFrame(launcher.box, origin, publicKey, brand.chatName, hear)
    frame.show(isOpen, takesFocus)
  }

  /** Who has closed it once is left in peace until they open another tab. */
  function dismiss() {
    isTouched = true
    launcher.setTooltip(false)
    remember('sessionStorage', dismissed, '1')
  }

  function hear(message: FrameMessage) {
    if (message.type === 'aichat:close') close(true)
    else if (message.type === 'aichat:status') {
      launcher.setUnread(Number(message.unread) || 0)
      remember('localStorage', running, message.isRunning === true ? '1' : null)
    }
  }

  return (command) => {
    if (command === 'open' && !isOpen) open(false)
    else if (command === 'close' && isOpen) close(false)
    else if (command === 'show' || command === 'hide') launcher.setShown(command === 'show')
  }
}
