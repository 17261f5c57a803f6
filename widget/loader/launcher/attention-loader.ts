import type { LauncherConfig } from '@aichat/contracts/chat/visitors'
import type { WidgetContext } from '../context.ts'
import { importModule } from '../import-module.ts'
import type { Attention, createAttention } from './attention.ts'
import type { Launcher } from './launcher.ts'

type AttentionModule = { createAttention: typeof createAttention }

export type AttentionLoader = {
  /** Does this once it is loaded, if that succeeds. */
  load(use: (attention: Attention) => void): void
  /** Does this if it is loaded. */
  change(use: (attention: Attention) => void): void
}

/** Loads what draws attention to the launcher when it is first needed, which is never on most pages. */
export function createAttentionLoader(
  { origin, config }: WidgetContext,
  launcher: Launcher,
  onOpen: () => void,
  onDismiss: () => void,
): AttentionLoader {
  let loading: Promise<Attention> | undefined
  function change(use: (attention: Attention) => void) {
    loading?.then(use, () => {
      // The launcher works without it, and the next use loads it again.
      loading = undefined
    })
  }
  return {
    load(use) {
      loading ??= importModule<AttentionModule>(origin, 'attention').then(({ createAttention }) =>
        createAttention(launcher, config.words, onOpen, onDismiss),
      )
      change(use)
    },
    change,
  }
}

/** Plays the animation, and shows the greeting to visitors who have not opened or dismissed the chat. */
export function startAttention(
  { load }: AttentionLoader,
  config: LauncherConfig['config'],
  hasInteracted: () => boolean,
) {
  const isGreeting = () => config.behavior.showTooltip && !hasInteracted()
  if (config.icon.animation === 'none' && !isGreeting()) return
  load((attention) => {
    attention.applyConfig(config)
    attention.setGreeting(isGreeting())
  })
}
