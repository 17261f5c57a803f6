import { writingTones } from '@aichat/contracts/chat/writing'
import { createPreference } from '../kit/browser/preferences.ts'

/** Stored as 1 or 0; the word true is read as 1. */
export const writingAssistant = createPreference('writing-assistant-enabled', ['0', '1', 'true'])
export const writingTone = createPreference('writing-assistant-tone', writingTones)
