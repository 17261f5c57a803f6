import { writingTones } from '@aichat/contracts/chat/writing'
import { createPreference } from '../kit/browser/preferences.ts'

/** The specification stores 1 or 0, and reads true as 1. */
export const writingAssistant = createPreference('writing-assistant-enabled', ['0', '1', 'true'])
export const writingTone = createPreference('writing-assistant-tone', writingTones)
